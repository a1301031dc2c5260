import OpenAPIImport
import Testing

/// Schemas become structures, enumerations, unions, and types of fields.
@Suite struct SchemaTests {
    @Test func titleThatRepeatsTheNameIsNoComment() throws {
        let schemas = #"""
            {"A": {"title": "A", "type": "object", "properties": {
               "created_at": {"title": "Created At", "type": "string"},
               "kind": {"title": "Kind", "type": "string", "enum": ["x", "y"]},
               "type": {"title": "Error Type", "type": "string"}, "é": {"title": "é", "type": "string"}}}}
            """#
        #expect(
            try declarations(of: schemas) == [
                "ENUM AKind {", "x = x;", "y = y;", "}", "STRUCT A {", "STRING? createdAt = created_at;",
                "AKind? kind;",
                "/* Error Type */", "STRING? type;", "/* é */", "STRING? value = é;", "}",
            ])
    }

    @Test func objectBecomesAStructure() throws {
        let text = #"""
            {"A": {"type": "object", "description": "An order.", "required": ["id", "note"], "properties": {
              "id": {"type": "integer", "format": "int32"}, "created_at": {"type": "string", "format": "date-time"},
              "note": {"type": "string", "nullable": true}, "tags": {"type": "array", "items": {"type": "string"}},
              "prices": {"type": "object", "additionalProperties": {"type": "number"}}, "any": {},
              "address": {"type": "object", "properties": {"street": {"type": "string", "maxLength": 9}}}}}}
            """#
        #expect(
            try declarations(of: text) == [
                "STRUCT AAddress {", "/* Maximum length: 9. */", "STRING? street;", "}",
                "/* An order. */", "STRUCT A {", "INT32 id;", "DATE? createdAt = created_at;", "STRING? note;",
                "ARRAY<STRING>? tags;", "DICT<STRING, DOUBLE>? prices;", "HTTPContent? any;", "AAddress? address;", "}",
            ])
    }

    @Test(arguments: [
        (#"{"type": "string", "nullable": true}"#, "3.0.3"), (#"{"type": ["string", "null"]}"#, "3.1.0"),
        (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "3.1.0"),
        (##"{"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/B"}]}"##, "3.1.0"),
    ]) func nullIsKeptInRequestsAndIsNilInResponses(_ property: String, _ version: String) throws {
        let schemas =
            #"{"A": {"type": "object", "required": ["x"], "properties": {"x": \#(property)}}, "B": {"type": "string"}}"#
        #expect(try declarations(of: schemas, version: version) == ["STRUCT A {", "STRING? x;", "}"])
        #expect(
            try declarations(of: schemas, sent: ##"{"$ref": "#/components/schemas/A"}"##, version: version) == [
                "STRUCT A {", "NULLABLE<STRING> x;", "}",
            ])
    }

    @Test func allOfIsMerged() throws {
        let text = ##"""
            {"A": {"allOf": [{"$ref": "#/components/schemas/B"}, {"type": "object", "required": ["y"],
              "properties": {"y": {"allOf": [{"$ref": "#/components/schemas/B"}], "description": "Another."}}}]},
             "B": {"type": "object", "required": ["x"], "properties": {"x": {"type": "boolean"}}}}
            """##
        #expect(
            try declarations(of: text) == [
                "STRUCT A {", "BOOL x;", "/* Another. */", "B y;", "}", "STRUCT B {", "BOOL x;", "}",
            ])
    }

    @Test func discriminatorTellsTheCase() throws {
        let text = ##"""
            {"A": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
              "discriminator": {"propertyName": "kind", "mapping": {"small-dog": "#/components/schemas/Dog", "big": "Dog"}}},
             "Cat": {"type": "object", "properties": {"name": {"type": "string"}}},
             "Dog": {"type": "object", "properties": {"size": {"type": "integer"}}}}
            """##
        #expect(
            try declarations(of: text).prefix(5) == [
                #"UNION A BY "kind" {"#, "Cat cat = Cat;", #"Dog smallDog = small-dog;"#, "Dog big = big;", "}",
            ])
    }

    @Test func subtypesOfABaseAreAUnion() throws {
        let text = ##"""
            {"A": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}},
              "discriminator": {"propertyName": "kind"}},
             "Cat": {"allOf": [{"$ref": "#/components/schemas/A"}, {"type": "object", "properties": {"lives": {"type": "integer"}}}]},
             "Dog": {"allOf": [{"$ref": "#/components/schemas/A"}, {"type": "object", "properties": {"size": {"type": "integer"}}}]}}
            """##
        #expect(
            try declarations(of: text).prefix(8) == [
                #"UNION A BY "kind" {"#, "Cat cat = Cat;", "Dog dog = Dog;", "}",
                "STRUCT Cat {", "STRING kind;", "INT64? lives;", "}",
            ])
    }

    @Test(arguments: [
        (
            #"{"name": {}, "phone": {"type": "string"}}"#,
            [
                "#/components/schemas/A: Mail and Phone can look alike; a value that fits both is read as Mail"
            ]
        ),
        (#"{"name": {"type": "integer"}, "phone": {"type": "string"}}"#, []), (#"{"name": {"type": "string"}}"#, []),
        (#"{"phone": {"type": "string"}}"#, []),
    ]) func alternativesThatCanLookAlikeAreAnEntry(_ properties: String, _ entries: [String]) throws {
        let api = try imported(
            paths:
                ##"{"/a": {"get": {"operationId": "find", "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}}}"##,
            schemas: ##"""
                {"A": {"oneOf": [{"$ref": "#/components/schemas/Mail"}, {"$ref": "#/components/schemas/Phone"}]},
                 "Mail": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "mail": {"type": "string"}}},
                 "Phone": {"type": "object", "required": ["name"], "properties": \##(properties.replacing("{}", with: #"{"type": "string"}"#))}}
                """##)
        #expect(api.entries.map(\.description) == entries)
    }

    @Test func onlySubtypeIsACase() throws {
        let text = ##"""
            {"A": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}, "discriminator": {"propertyName": "kind"}},
             "Cat": {"allOf": [{"$ref": "#/components/schemas/A"}, {"type": "object", "properties": {"lives": {"type": "integer"}}}]}}
            """##
        #expect(
            try declarations(of: text) == [
                #"UNION A BY "kind" {"#, "Cat cat = Cat;", "}", "STRUCT Cat {", "STRING kind;", "INT64? lives;", "}",
            ])
    }

    @Test func typeWithANameOfSwiftIsRenamed() throws {
        let text = ##"""
            {"A": {"$ref": "#/components/schemas/Error"}, "Error": {"type": "object", "properties": {"+1": {"type": "integer"}}}}
            """##
        #expect(try declarations(of: text) == ["STRUCT ErrorModel {", #"INT64? _1 = \+1;"#, "}"])
    }

    @Test func structureWithMoreRequiredMembersIsTriedFirst() throws {
        let text = ##"""
            {"A": {"anyOf": [{"$ref": "#/components/schemas/Plain"}, {"$ref": "#/components/schemas/Verbose"},
              {"type": "array", "items": {"$ref": "#/components/schemas/Plain"}}, {"type": "array", "items": {"$ref": "#/components/schemas/Verbose"}}]},
             "Plain": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}},
             "Verbose": {"type": "object", "required": ["text", "language"], "properties": {"text": {"type": "string"}, "language": {"type": "string"}}}}
            """##
        #expect(
            try declarations(of: text).prefix(5) == [
                "UNION A {", "Verbose verbose;", "ARRAY<Verbose> array;", "Plain plain;", "ARRAY<Plain> array2;",
            ])
    }

    @Test func alternativesWithoutADiscriminatorAreTriedInOrder() throws {
        let text = ##"""
            {"A": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "string", "format": "uuid"},
              {"type": "array", "items": {"$ref": "#/components/schemas/A"}}]}}
            """##
        #expect(
            try declarations(of: text) == [
                "UNION A {", "UUID uuid;", "INT64 integer;", "ARRAY<A> array;", "STRING string;", "}",
            ])
    }

    @Test func constantTellsTheCase() throws {
        let text = ##"""
            {"A": {"oneOf": [
              {"title": "Card", "type": "object", "required": ["type"], "properties": {"type": {"type": "string", "enum": ["card"]}}},
              {"title": "Bank", "type": "object", "required": ["type"], "properties": {"type": {"const": "bank"}}}]}}
            """##
        #expect(
            try declarations(of: text, version: "3.1.0") == [
                "STRUCT ACard {", #"STRING type CONSTANT "card";"#, "}", "STRUCT ABank {",
                #"STRING type CONSTANT "bank";"#, "}",
                #"UNION A BY "type" {"#, "ACard card = card;", "ABank bank = bank;", "}",
            ])
    }

    @Test func enumerationsAreOpenAndHaveValidNames() throws {
        let text = #"""
            {"A": {"type": "string", "enum": ["asc", "ASC", "2fa", "-price", "*", "", "in", "rawValue", "a;b", "BIG_ONE"]}}
            """#
        #expect(
            try declarations(of: text) == [
                #"/* The value can also be "". */"#, "ENUM A {", "asc = asc;", "asc2 = ASC;", "_2fa = 2fa;",
                "minusPrice = -price;", "all = \\*;", "in = in;", "rawValue2 = rawValue;", "aB = a\\;b;",
                "bigOne = BIG_ONE;", "}",
            ])
    }

    @Test func namedConstantsAreAnEnumeration() throws {
        let text = #"""
            {"A": {"type": "integer", "oneOf": [{"title": "LOW", "const": 1, "description": "Hardly."}, {"title": "HIGH", "const": 2}]}}
            """#
        #expect(
            try declarations(of: text, version: "3.1.0") == [
                "ENUM A : INT64 {", "/* Hardly. */", "low = 1;", "high = 2;", "}",
            ])
    }

    @Test func defaultsAreReadAndOnlyDescribedInRequests() throws {
        let text =
            #"{"A": {"type": "object", "properties": {"n": {"type": "integer", "default": 3}, "l": {"type": "array", "items": {}, "default": []}}}}"#
        #expect(
            try declarations(of: text) == [
                "STRUCT A {", "INT64 n DEFAULT 3;", "/* Default: []. */", "ARRAY<HTTPContent>? l;", "}",
            ])
        #expect(
            try declarations(of: text, sent: ##"{"$ref": "#/components/schemas/A"}"##).prefix(3) == [
                "STRUCT A {", "/* Default: 3. */", "INT64? n;",
            ])
    }

    @Test func readOnlyMembersNeedNotBeSent() throws {
        let text = #"""
            {"A": {"type": "object", "required": ["id", "secret"], "properties": {"id": {"type": "string", "readOnly": true},
              "secret": {"type": "string", "writeOnly": true, "deprecated": true}}}}
            """#
        #expect(
            try declarations(of: text, sent: ##"{"$ref": "#/components/schemas/A"}"##) == [
                "STRUCT A {", "/* Only the server sets it. */", "STRING? id;", "/* The server does not return it. */",
                "DEPRECATED STRING? secret;", "}",
            ])
    }

    @Test func typeThatIsNoObjectAndContainsItselfIsAnEntry() throws {
        let api = try imported(
            paths:
                ##"{"/a": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}}}"##,
            schemas: ##"{"A": {"type": "array", "items": {"$ref": "#/components/schemas/A"}}}"##)
        #expect(api.entries.map(\.pointer) == ["/components/schemas/A"])
        _ = try api.swift()
    }

    @Test func namesThatMeanSomethingElseAreChanged() throws {
        let text = ##"""
            {"A": {"type": "object", "properties": {"t": {"$ref": "#/components/schemas/Type"}, "u": {"$ref": "#/components/schemas/URL"},
               "s": {"$ref": "#/components/schemas/SendResponse"}, "d": {"$ref": "#/components/schemas/a.b-c"}}},
             "Type": {"type": "object", "properties": {"x": {"type": "string"}}},
             "URL": {"type": "object", "properties": {"x": {"type": "string"}}},
             "SendResponse": {"type": "object", "properties": {"x": {"type": "string"}}},
             "a.b-c": {"type": "object", "properties": {"x": {"type": "string"}}}}
            """##
        #expect(
            try declarations(of: text).prefix(6) == [
                "STRUCT A {", "TypeModel? t;", "URLModel? u;", "SendResponseModel? s;", "ABC? d;", "}",
            ])
    }

    @Test func typeThatIsNoObjectIsWrittenWhereItIsUsed() throws {
        let text = ##"""
            {"A": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
             "Node": {"type": "object", "properties": {"children": {"$ref": "#/components/schemas/A"}}}}
            """##
        #expect(try declarations(of: text) == ["STRUCT Node {", "ARRAY<Node>? children;", "}"])
    }

    @Test func typeThatIsItselfIsAnEntry() throws {
        let paths =
            ##"{"/a": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}}}"##
        let api = try imported(paths: paths, schemas: ##"{"A": {"allOf": [{"$ref": "#/components/schemas/A"}]}}"##)
        #expect(api.entries.count == 1)
        _ = try api.swift()
    }

    @Test func allOfKeepsTheTypeOfAValue() throws {
        let text = ##"""
            {"A": {"type": "object", "properties": {
               "kind": {"allOf": [{"$ref": "#/components/schemas/Kind"}, {"description": "What it is.", "nullable": true}]},
               "name": {"allOf": [{"type": "string"}, {"maxLength": 5}]}}},
             "Kind": {"type": "string", "enum": ["a", "b"]}}
            """##
        #expect(
            try declarations(of: text).prefix(4) == ["STRUCT A {", "Kind? kind;", "STRING? name;", "}"])
    }

    @Test func partsOfAllOfAddToEachOther() throws {
        let text = ##"""
            {"A": {"allOf": [{"$ref": "#/components/schemas/B"}, {"required": ["id"]},
               {"properties": {"id": {"description": "Its number."}, "name": {"maxLength": 5}}}]},
             "B": {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}}
            """##
        #expect(try declarations(of: text).prefix(4) == ["STRUCT A {", "INT64 id;", "STRING? name;", "}"])
    }

    @Test func siblingsOfAReferenceCount() throws {
        let text = ##"""
            {"A": {"type": "object", "required": ["id"], "properties": {
               "id": {"$ref": "#/components/schemas/ID", "readOnly": true, "description": "The number."},
               "old": {"$ref": "#/components/schemas/ID", "deprecated": true}}}, "ID": {"type": "string"}}
            """##
        #expect(
            try declarations(of: text, sent: ##"{"$ref": "#/components/schemas/A"}"##, version: "3.1.0") == [
                "STRUCT A {", "/* The number.", "*", "* Only the server sets it.", "*/", "STRING? id;",
                "DEPRECATED STRING? old;", "}",
            ])
    }

    @Test func valueThatCanBeAnythingCanBeNull() throws {
        let text = #"{"A": {"type": "object", "required": ["x", "y"], "properties": {"x": {}, "y": {"type": "null"}}}}"#
        #expect(
            try declarations(of: text, version: "3.1.0") == ["STRUCT A {", "HTTPContent? x;", "HTTPContent? y;", "}"])
    }

    @Test func defaultThatDoesNotFitIsAComment() throws {
        let text =
            #"{"A": {"type": "object", "properties": {"x": {"type": "integer", "format": "int32", "default": 3000000000}}}}"#
        #expect(try declarations(of: text) == ["STRUCT A {", "/* Default: 3000000000. */", "INT32? x;", "}"])
    }

    @Test(arguments: [
        "Type", "Self", "Any", "ResponseModel", "FailureModel", "Foundation", "Swift", "STRING", "Boolean", "List",
        "URL",
        "HTTPContent", "GeneratedContent", "AbstractHTTPIDL", "configuration", "client", "makeURI", "makeContent",
        "method",
        "uri", "rawResponse", "asRequestContent", "other", "rawValue", "send", "prepare", "server", "body", "init",
        "self",
        "class", "reader", "fields", "keyOfA", "description", "hashValue", "print", "Optional", "String", "Int64",
    ]) func nameCanBeUsedInAllPlaces(_ name: String) throws {
        let object =
            ##"{"type": "object", "properties": {"\##(name)": {"type": "string", "enum": ["\##(name)", "x"]}}}"##
        let paths = ##"""
            {"/{\##(name)}": {"post": {"operationId": "\##(name)", "tags": ["\##(name)"],
              "parameters": [{"name": "\##(name)", "in": "query", "schema": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}],
              "requestBody": {"required": true, "content": {"application/json": {"schema": \##(object)}}},
              "responses": {"200": {"description": "", "headers": {"\##(name)": {}}, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/\##(name)"}}}}}}}}
            """##
        let more = ##""x": 1"##
        _ = try imported(paths: paths, schemas: ##"{"\##(name)": \##(object)}"##, more: more).swift()
    }
}

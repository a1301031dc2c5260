import OpenAPIImport
import Testing

/// Operations become messages.
@Suite struct OperationTests {
    @Test func parametersHaveTheirPlacesAndStyles() throws {
        let text = #"""
            {"operationId": "find-items", "parameters": [
              {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
              {"name": "tags", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
              {"name": "ids", "in": "query", "explode": false, "schema": {"type": "array", "items": {"type": "integer"}}},
              {"name": "p", "in": "query", "style": "pipeDelimited", "schema": {"type": "array", "items": {"type": "string"}}},
              {"name": "filter", "in": "query", "required": true, "style": "deepObject", "schema": {"type": "object", "properties": {"a": {"type": "string"}}}},
              {"name": "flat", "in": "query", "schema": {"type": "object", "additionalProperties": {"type": "string"}}},
              {"name": "If-Match", "in": "header", "schema": {"type": "string"}},
              {"name": "Accept", "in": "header", "schema": {"type": "string"}},
              {"name": "sid", "in": "cookie", "schema": {"type": "string"}, "deprecated": true}],
             "responses": {"204": {"description": ""}}}
            """#
        #expect(
            try operation(text, path: "/items/{id}.json") == [
                "MESSAGE /items/${id}.json {", "GET(findItems) REQUEST {", "PATH INT64 id;",
                "QUERY ARRAY<STRING>? tags AS REPEATED;", "QUERY ARRAY<INT64>? ids AS COMMAS;",
                "QUERY ARRAY<STRING>? p AS PIPES;", "QUERY FindItemsFilter filter;",
                "QUERY DICT<STRING, STRING>? flat AS MAP;", "HEADER STRING? ifMatch = If-Match;",
                "DEPRECATED COOKIE STRING? sid;", "}", "RESPONSE {}", "}", "STRUCT FindItemsFilter {", "STRING? a;",
                "}",
            ])
    }

    @Test(arguments: [
        ("simple", false, "$ids"), ("simple", true, "${ids*}"), ("label", false, "${.ids}"),
        ("label", true, "${.ids*}"),
        ("matrix", false, "${;ids}"), ("matrix", true, "${;ids*}"),
    ]) func styleOfAPathVariableIsAnExpression(_ style: String, _ explode: Bool, _ expression: String) throws {
        let text = #"""
            {"parameters": [{"name": "ids", "in": "path", "required": true, "style": "\#(style)", "explode": \#(explode),
              "schema": {"type": "array", "items": {"type": "integer"}}}], "responses": {}}
            """#
        #expect(try operation(text, path: "/a/{ids}").first == "MESSAGE /a/\(expression) {")
    }

    @Test(arguments: [
        ("/a/{x}:verb", "/a/${x}:verb"), ("/a/{pet-id}/b", "/a/$petId/b"), ("/a#upload", "/a"), ("/a?b=1", "/a?b=1"),
        ("/a;b/$c", "/a\\;b/\\$c"), ("/@me/{x}/", "/@me/$x/"), ("/", "/"), ("/{a},{b}", "/${a},$b"),
    ]) func pathIsWrittenForTheLanguage(_ path: String, _ written: String) throws {
        #expect(try operation(#"{"responses": {}}"#, path: path).first == "MESSAGE \(written) {")
        _ = try imported(paths: #"{"\#(path)": {"get": {"responses": {}}}}"#).swift()
    }

    @Test func jsonIsPreferredAndOtherTypesAreSaid() throws {
        let text = #"""
            {"operationId": "add", "requestBody": {"required": true, "content": {
               "application/xml": {"schema": {"type": "object"}}, "application/json": {"schema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}},
               "multipart/form-data": {"schema": {"type": "object", "required": ["file"], "properties": {"file": {"type": "string", "format": "binary"}, "meta": {"type": "object", "properties": {"x": {"type": "string"}}}}}}}},
             "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "string"}}, "text/event-stream": {"schema": {"type": "integer"}}}}}}
            """#
        let lines = try operation(text, method: "post")
        #expect(
            lines.filter { !$0.hasPrefix("/*") && !$0.hasPrefix("*") } == [
                "MESSAGE /a {", "POST(add) REQUEST {", "STRING a;", "}", #"RESPONSE AS "application/json" { STRING; }"#,
                "POST(addMultipart) REQUEST AS MULTIPART {", "FILE file;", "BLOB? meta;", "}",
                #"RESPONSE AS "application/json" { STRING; }"#,
                "POST(addStream) REQUEST {", "STRING a;", "}", "RESPONSE { STREAM<INT64>; }", "}",
                "STRUCT AddMeta {", "STRING? x;", "}",
            ])
        #expect(lines.contains { $0.contains("The body can also be application/xml, multipart/form-data.") })
    }

    @Test func statusesHaveTheirModels() throws {
        let schema = { (type: String) in
            #"{"description": "", "content": {"application/json": {"schema": {"type": "\#(type)"}}}}"#
        }
        let text = """
            {"operationId": "get", "responses": {"200": \(schema("string")), "201": \(schema("string")), "202": \(schema("integer")),
              "302": {"description": "Elsewhere."}, "404": {"description": "Not there."}, "422": \(schema("boolean")), "4XX": \(schema("integer")), "default": \(schema("boolean"))}}
            """
        #expect(
            try operation(text) == [
                "MESSAGE /a {", "/* 302: Elsewhere.", "*", "* 404: Not there.", "*/", "GET(get) REQUEST {}",
                "RESPONSE 200 201 { STRING; }", "RESPONSE 202 { INT64; }", "FAILURE 404 {}", "FAILURE { BOOL; }",
                "FAILURE 4XX { INT64; }", "}",
            ])
    }

    @Test func bytesGoUpAndDown() throws {
        let text = #"""
            {"operationId": "put", "requestBody": {"content": {"application/octet-stream": {}}},
             "responses": {"200": {"description": "", "headers": {"X-Left": {"schema": {"type": "integer"}}}, "content": {"image/png": {}}}}}
            """#
        #expect(
            try operation(text, method: "put") == [
                "MESSAGE /a {", #"PUT(put) REQUEST AS "application/octet-stream" { FILE?; }"#, "RESPONSE {", "BLOB;",
                "HEADER INT64? xLeft = X-Left;", "}", "}",
            ])
    }

    @Test func operationWithoutAnIdentifierIsNamedByItsPath() throws {
        #expect(
            try operation(#"{"responses": {}}"#, path: "/pets/{id}", method: "delete")[1]
                == "DELETE(deletePetsId) REQUEST {}")
    }

    @Test func credentialsAndServersAreInTheClient() throws {
        let more = #"""
            "servers": [{"url": "https://{region}.example.com/v1", "variables": {"region": {"default": "eu"}}}, {"url": "https://test.example.com", "description": "Test"}],
            "security": [{"token": []}, {"key": [], "basic": []}, {}]
            """#
        let text = #"""
            {"openapi": "3.0.3", "info": {"title": "Pet Shop - v1"}, \#(more), "paths": {
               "/a": {"get": {"responses": {}}}, "/b": {"get": {"security": [], "responses": {}}, "put": {"security": [{"token": []}], "responses": {}}}},
             "components": {"securitySchemes": {"token": {"type": "oauth2"}, "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
               "basic": {"type": "http", "scheme": "basic"}, "digest": {"type": "http", "scheme": "digest"}}}}
            """#
        let api = try OpenAPIImporter().importing(Array(text.utf8))
        let client = lines(api.files.first { $0.name == "client.http" }?.text ?? "")
        #expect(
            client == [
                "/* Pet Shop - v1 */", "CLIENT PetShop {",
                #"SERVER "https://{region}.example.com/v1" region DEFAULT "eu";"#,
                #"SERVER(test) "https://test.example.com";"#, "BEARER token;", "HEADER key = X-Key;", "BASIC basic;",
                "NEEDS token OR key AND basic OR NOTHING;", "}",
            ])
        #expect(api.files.map(\.name) == ["a.http", "b.http", "client.http"])
        #expect(lines(api.files[1].text)[1] == "NEEDS NOTHING GET(getB) REQUEST {}")
        #expect(lines(api.files[1].text)[3] == "NEEDS token PUT(putB) REQUEST {}")
        #expect(api.entries.map(\.pointer) == ["/components/securitySchemes/digest"])
        _ = try api.swift()
    }

    @Test func partOfADocumentComesWithWhatItNeeds() throws {
        let paths = ##"""
            {"/pets": {"get": {"tags": ["pet"], "operationId": "list", "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}}},
             "/pets/{id}": {"get": {"tags": ["pet"], "operationId": "find", "responses": {}}},
             "/store": {"get": {"tags": ["store"], "operationId": "stock", "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Stock"}}}}}}}}
            """##
        let schemas =
            #"{"Pet": {"type": "object", "properties": {"a": {"type": "string"}}}, "Stock": {"type": "object", "properties": {"a": {"type": "string"}}}}"#
        func names(_ selection: OpenAPIImporter.Selection) throws -> [String] {
            let api = try imported(paths: paths, schemas: schemas, selection)
            return api.files.flatMap {
                $0.text.matches(of: /\((\w+)\) REQUEST|STRUCT (\w+)/).map { String($0.1 ?? $0.2 ?? "") }
            }
        }
        #expect(try names(.init(paths: ["/pets"])) == ["Pet", "list"])
        #expect(try names(.init(paths: ["/pets/"])) == ["find"])
        #expect(try names(.init(tags: ["store"])) == ["Stock", "stock"])
        #expect(try names(.init(operations: ["find", "stock"])) == ["Stock", "find", "stock"])
        #expect(throws: ImportError.self) { try names(.init(tags: ["none"])) }
    }

    @Test func authenticationThatCannotBeSaidSendsNothingElse() throws {
        let text = #"""
            {"openapi": "3.0.3", "info": {"title": "Shop"}, "security": [{"token": []}], "servers": [{"url": "https://a.example.com"}, {"url": "https://b.example.com"}],
             "paths": {"/a": {"get": {"security": [{"digest": []}], "servers": [{"url": "https://b.example.com"}], "responses": {}}, "put": {"security": [{"none": []}], "responses": {}}}},
             "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}, "digest": {"type": "http", "scheme": "digest"}}}}
            """#
        let api = try OpenAPIImporter().importing(Array(text.utf8))
        let lines = lines(api.files[0].text)
        #expect(lines[1] == "NEEDS NOTHING GET(getA) REQUEST {}" && lines[3] == "NEEDS NOTHING PUT(putA) REQUEST {}")
        #expect(
            api.entries.map(\.pointer) == [
                "/components/securitySchemes/digest", "/paths/~1a/get/servers", "/paths/~1a/get/security",
                "/paths/~1a/put/security",
            ])
    }

    @Test func failureWithoutABodyHasNoModel() throws {
        let text = #"""
            {"operationId": "get", "responses": {"404": {"description": ""}, "default": {"description": "", "content": {"application/json": {"schema": {"type": "string"}}}}}}
            """#
        #expect(
            try operation(text).suffix(4) == ["RESPONSE { STRING; }", "FAILURE 404 {}", "FAILURE { STRING; }", "}"])
    }

    @Test func filesBehindReferencesAreFiles() throws {
        let paths = ##"""
            {"/a": {"post": {"operationId": "up", "requestBody": {"required": true, "content": {"multipart/form-data": {"schema": {"type": "object", "properties": {
               "one": {"$ref": "#/components/schemas/File"}, "all": {"type": "array", "items": {"$ref": "#/components/schemas/File"}},
               "raw": {"type": "string", "contentEncoding": "binary"}}}}}}, "responses": {}}}}
            """##
        let api = try imported(paths: paths, schemas: #"{"File": {"type": "string", "format": "binary"}}"#)
        #expect(
            lines(api.files[0].text).dropFirst(2).prefix(3) == [
                "FILE? one;", "ARRAY<FILE>? all AS REPEATED;", "FILE? raw;",
            ])
    }

    @Test(arguments: [("application/x-www-form-urlencoded", "FORM"), ("multipart/form-data", "MULTIPART")])
    func formHasNoNull(_ type: String, _ format: String) throws {
        let text = try operation(
            #"""
            {"operationId": "log_in", "requestBody": {"required": true, "content": {"\#(type)": {"schema": {"type": "object", "required": ["user", "grant"], "properties": {
               "user": {"type": "string"}, "grant": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "scopes": {"type": ["array", "null"], "items": {"type": "string"}}}}}}},
             "responses": {}}
            """#, method: "post")
        #expect(
            text.prefix(5) == [
                "MESSAGE /a {", "POST(logIn) REQUEST AS \(format) {", "STRING user;", "STRING? grant;",
                "ARRAY<STRING>? scopes AS REPEATED;",
            ])
    }

    @Test func partWithAMediaTypeIsBytes() throws {
        let paths = #"""
            {"/a": {"post": {"operationId": "api", "requestBody": {"required": true, "content": {"multipart/form-data": {
              "schema": {"type": "object", "properties": {"csv": {"type": "string"}, "note": {"type": "string"}, "meta": {"type": "object", "properties": {"x": {"type": "string"}}}}},
              "encoding": {"csv": {"contentType": "text/csv"}, "note": {"contentType": "text/plain", "headers": {"X-A": {}}}}}}}, "responses": {}}}}
            """#
        let api = try imported(paths: paths)
        #expect(
            lines(api.files[0].text).prefix(10) == [
                "MESSAGE /a {", "POST(api2) REQUEST AS MULTIPART {", "/* Media type: text/csv. */", "BLOB? csv;",
                "/* Media type: text/plain. */", "STRING? note;", "BLOB? meta;", "}", "RESPONSE {}", "}",
            ])
        #expect(api.entries.count == 2)
        _ = try api.swift()
    }

    @Test func parameterThatLosesSomethingIsAnEntry() throws {
        let parameters = #"""
            [{"name": "q", "in": "query", "content": {"application/json": {"schema": {"type": "object"}}}},
             {"name": "path", "in": "query", "allowReserved": true, "schema": {"type": "string"}}]
            """#
        let api = try imported(
            paths: #"{"/a": {"get": {"operationId": "f", "parameters": \#(parameters), "responses": {}}}}"#)
        #expect(
            api.entries.map(\.message) == [
                "a parameter in application/json has no fields; the field is a STRING, so encode the value yourself",
                "reserved characters are always encoded in a query",
            ])
    }

    @Test(arguments: [
        (OpenAPIImporter.Selection(paths: ["/a", "/b"]), #"no operation has the path "/b""#),
        (OpenAPIImporter.Selection(paths: ["/a"], tags: ["x"]), #"no operation has the tag "x""#),
        (OpenAPIImporter.Selection(operations: ["f", "g"]), #"no operation has the operationId "g""#),
    ]) func selectionOfNothingIsAnError(_ selection: OpenAPIImporter.Selection, _ message: String) {
        #expect {
            try imported(paths: #"{"/a": {"get": {"operationId": "f", "responses": {}}}}"#, selection)
        } throws: { "\($0)".contains(message) }
    }

    @Test(arguments: [("204", "{}", 0), ("205", #"{"schema": {"type": "string"}}"#, 1)])
    func statusWithoutABodyHasNoContent(_ status: String, _ content: String, _ entries: Int) throws {
        let api = try imported(
            paths: #"""
                {"/a": {"delete": {"operationId": "remove", "responses": {"\#(status)": {"description": "", "content": {"application/json": \#(content)}}}}}}
                """#)
        #expect(lines(api.files[0].text) == ["MESSAGE /a {", "DELETE(remove) REQUEST {}", "RESPONSE {}", "}"])
        #expect(api.entries.count == entries)
    }

    @Test(arguments: ["query", "header", "cookie"]) func arrayOfObjectsIsAText(_ place: String) throws {
        let api = try imported(
            paths: #"""
                {"/a": {"get": {"operationId": "find", "parameters": [{"name": "filters", "in": "\#(place)", "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Filter"}}}],
                 "responses": {}}}}
                """#,
            schemas: #"{"Filter": {"type": "object", "properties": {"x": {"type": "string"}}}}"#)
        #expect(lines(api.files[0].text)[2] == "\(place.uppercased()) STRING? filters;")
        #expect(
            api.entries.map(\.description) == [
                "find: #/paths/~1a/get/parameters/0: an array of objects or arrays has no notation here; the field is a STRING, so encode it yourself"
            ])
    }

    @Test(arguments: [
        ("List Pets", []), ("Pets", []), ("List all pets", ["/* List all pets */"]), ("Pet list", ["/* Pet list */"]),
    ])
    func summaryThatRepeatsTheNameIsNoComment(_ summary: String, _ comment: [String]) throws {
        let text = try operation(#"{"operationId": "list_pets", "summary": "\#(summary)", "responses": {}}"#)
        #expect(text == ["MESSAGE /a {"] + comment + ["GET(listPets) REQUEST {}", "RESPONSE {}", "}"])
    }

    @Test(arguments: [
        #"{"/a": {"get": {"operationId": "chat", "responses": {"200": {"description": "", "content": {"application/json": {}, "text/event-stream": {}}}}}}, "/b": {"get": {"operationId": "chatStream", "responses": {}}}}"#,
        #"{"/a": {"get": {"tags": ["items"], "responses": {"200": {"description": "*\u0301/ */\u0301 }", "content": {"application/json": {"schema": {"type": "object", "title": "x", "properties": {"a": {"type": "string", "description": "*/\u0301 }"}}}}}}}}}}"#,
        #"{"/a": {"post": {"requestBody": {"content": {"application/x-ndjson": {"schema": {"type": "object"}}}}, "responses": {}}, "put": {"requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {"f": {"type": "string", "format": "binary"}}}}}}, "responses": {}}}}"#,
    ]) func filesAreValid(_ paths: String) throws {
        let schemas =
            #"{"Shop": {"type": "object", "properties": {"a": {"type": "string"}}}, "ShopItems": {"type": "string"}}"#
        _ = try imported(paths: paths, schemas: schemas).swift()
    }
}

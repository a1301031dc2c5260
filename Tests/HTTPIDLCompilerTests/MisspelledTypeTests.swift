import HTTPIDLCompiler
import Testing

/// Names that are no types but look like one.
@Suite struct MisspelledTypeTests {
    @Test(arguments: [
        ("STRNG", "STRING"), ("STIRNG", "STRING"), ("STRIN", "STRING"), ("STRG", "STRING"), ("STRINGS", "STRING"),
        ("INTT32", "INT32"), ("INT_32", "INT32"), ("INT23", "INT32"), ("UNIT64", "UINT64"), ("IN8", "INT8"),
        ("BOL", "BOOL"), ("DUBLE", "DOUBLE"), ("FLAOT", "FLOAT"), ("DTAE", "DATE"), ("BLOBB", "BLOB"), ("FIEL", "FILE"),
        ("ARAY", "ARRAY"),
    ])
    func misspelledBuiltInTypeIsAnError(_ name: String, _ known: String) {
        #expect(
            complaints("STRUCT A {\n    \(name) a;\n}") == ["2:5: there is no type `\(name)`; did you mean `\(known)`?"]
        )
    }

    @Test(arguments: [
        ("Itm", "Item"), ("Itme", "Item"), ("Iten", "Item"), ("item", "Item"), ("Iitem", "Item"), ("Coler", "Color"),
        ("LEVEK", "LEVEL"),
    ])
    func misspelledDeclaredTypeIsAnError(_ name: String, _ known: String) {
        let text = "STRUCT Item { \(name) a; }\nENUM Color { RED; } ENUM LEVEL { LOW; }"

        let hint = "Write your own type as `Module.\(name)`"
        #expect(complaints(text) == ["1:15: there is no type `\(name)`; did you mean `\(known)`? \(hint)"])
    }

    @Test(arguments: [
        ("MESSAGE /a { GET REQUEST { STRNG a; } }", 28), ("MESSAGE /a { GET RESPONSE { STRNG a; } }", 29),
        ("MESSAGE /a { POST REQUEST { STRNG; } }", 29), ("MESSAGE /a { POST RESPONSE { STRNG; } }", 30),
        ("STRUCT A { STRNG? a; }", 12), ("STRUCT A { DEPRECATED STRNG a; }", 23),
        ("STRUCT A { ARRAY<STRNG> a; }", 18), ("STRUCT A { ARRAY<ARRAY<STRNG?>?> a; }", 24),
        ("STRUCT A { DICT<STRNG, INT32> a; }", 17), ("STRUCT A { DICT<STRING, STRNG> a; }", 25),
        ("MESSAGE /a { GET RESPONSE { STREAM<STRNG>; } }", 36), ("MESSAGE /a { GET RESPONSE { LINES<STRNG>; } }", 35),
        ("MESSAGE /a { GET RESPONSE { SEQUENCE<ARRAY<STRNG>>; } }", 44),
        ("MESSAGE /a { PAGES CURSOR \"c\" = c GET RESPONSE { ARRAY<STRNG> a; STRING c; } }", 56),
    ])
    func misspelledTypeIsAnErrorInEveryPlace(_ text: String, column: Int) {
        #expect(complaints(text) == ["1:\(column): there is no type `STRNG`; did you mean `STRING`?"])
    }

    @Test(arguments: [
        ("ARAY<STRING>", "ARAY", "ARRAY"), ("Array<STRING>", "Array", "ARRAY"), ("List<STRING>", "List", "ARRAY"),
        ("DCIT<STRING, STRING>", "DCIT", "DICT"), ("Map<STRING, STRING>", "Map", "DICT"),
        ("STEAM<STRING>", "STEAM", "STREAM"), ("LINE<STRING>", "LINE", "LINES"),
        ("SEQENCE<STRING>", "SEQENCE", "SEQUENCE"),
    ])
    func misspelledContainerIsAnError(_ type: String, _ name: String, _ known: String) {
        #expect(
            complaints("STRUCT A { \(type) a; INT32 b; }") == [
                "1:12: there is no type `\(name)<…>`; did you mean `\(known)<…>`?"
            ])
    }

    @Test func declarationOfAnImportedFileIsAlsoNear() {
        let file = SourceFile(path: "a.http", text: "IMPORT \"b.http\"\nSTRUCT A { Itm a; }")

        let errors = IDLCompiler().check([file]) { (path) throws(Diagnostic) in
            SourceFile(path: path, text: "STRUCT Item { INT32 a; }")
        }

        #expect(errors.map(\.place) == ["a.http:2:12"] && errors[0].message.contains("did you mean `Item`?"))
    }

    @Test func caretMarksOnlyTheName() throws {
        let file = SourceFile(path: "a.http", text: "STRUCT A { STRNG? a; }")

        let error = try #require(IDLCompiler().check([file]).first)

        #expect(error.excerpt == "STRUCT A { STRNG? a; }\n           ^~~~~")
    }

    @Test(arguments: [
        "Strng", "strng", "Money", "Bol", "INT", "TEXT", "TIME", "NAME", "PAGE", "RGB", "URL", "UUID", "Date", "Int32",
        "UInt64", "Decimal", "Data", "STREAM", "LINES", "Models.STRNG", "Models.Itm", "Item2", "Items", "ItemV", "Tag",
        "Point3", "PlanB", "OAuth2Code", "LEVELS", "Rates", "GetARequest", "GetAResponse",
    ])
    func ownTypeIsNoMisspelling(_ name: String) {
        let text = """
            STRUCT Item { \(name) a; ARRAY<\(name)?> b; }
            STRUCT Point2 { INT32 a; } STRUCT Rate { INT32 a; } ENUM LEVEL { X; } STRUCT Tax { INT32 a; } ENUM PlanA { X; } ENUM OAuth1Code { X; }
            MESSAGE /a { GET REQUEST { } }
            """

        #expect(complaints(text) == [])
    }

    @Test func singularOfADeclaredTypeCanBeTheUsersOwn() {
        #expect(complaints("STRUCT Items { ARRAY<Item> a; } STRUCT Point2 { Point a; Point3 b; }") == [])
    }

    @Test func declaredTypeInCapitalsIsNoMisspelling() {
        #expect(complaints("STRUCT STRNG { INT32 a; } ENUM BOL { A; } STRUCT B { STRNG a; BOL b; }") == [])
        #expect(complaints("STRUCT Item { Itm a; } STRUCT Itm { INT32 a; }") == [])
    }
}

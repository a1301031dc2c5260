import HTTPIDLCompiler
import Testing

/// Input that is allowed but probably not intended.
@Suite struct WarningTests {
    static let mistakes: [(text: String, warning: String)] = [
        ("STRUCT A { INT32 i = 5; }", "1:22: `5` is the wire name; write a default as `DEFAULT 5`"),
        ("STRUCT A { BOOL b = true; }", "1:21: `true` is the wire name; write a default as `DEFAULT true`"),
        (
            #"STRUCT A { STRING s = w DEFAULT "x"; }"#,
            "1:23: DEFAULT must come before `=`; here it is part of the wire name"
        ),
        (
            #"STRUCT A { STRING s = "q"; }"#,
            #"1:23: the quotation marks are part of the wire name; remove them, or write `\"`"#
        ),
        (
            "STRUCT A { STRING s = x // no comment ; }",
            "1:23: `//` is part of the wire name here; write a comment as `/* … */`"
        ),
        (
            "MESSAGE /a { GET REQUEST { INT32 page = p } GET RESPONSE { INT32 x; } }",
            "1:41: the braces are part of the wire name; is a `;` missing?"
        ),
        (
            "STRUCT A { INT32 a = b } STRUCT B { INT32 c; }",
            "1:22: the braces are part of the wire name; is a `;` missing?"
        ),
        ("STRUCT A { STRING s = b } c; }", "1:23: the braces are part of the wire name; is a `;` missing?"),
        ("ENUM A { ONE = a, TWO = b; }", "1:16: the comma is part of the value; end a case with `;`"),
        ("MESSAGE /a/:id { }", "1:9: `:id` is literal text; write a parameter as `$id`"),
        (
            "STRUCT A { INT i; }",
            "1:12: `INT` is not a built-in type, so it is treated as your own type; did you mean `INT32`?"
        ),
        (
            "STRUCT A { ARRAY<string> s; }",
            "1:18: `string` is not a built-in type, so it is treated as your own type; did you mean `STRING`?"
        ),
        (
            "STRUCT A { Boolean b; }",
            "1:12: `Boolean` is not a built-in type, so it is treated as your own type; did you mean `BOOL`?"
        ),
        (
            "MESSAGE /a { POST REQUEST { FILE file; BLOB data = file; } }",
            "1:52: the wire name `file` belongs to `file`, `data`; the last of them that is not nil is sent"
        ),
        (
            "MESSAGE /a { GET REQUEST { INT32 a = b; INT32 b; } }",
            "1:47: the wire name `b` belongs to `a`, `b`; the last of them that is not nil is sent"
        ),
        (
            "MESSAGE /a { POST REQUEST { QUERY STRING; } }",
            "1:29: `QUERY` is your own type here; to say where the field is, write its type and its name after QUERY"
        ),
        (
            "STRUCT A { STRING kind = k CONSTANT 7; }",
            "1:26: CONSTANT must come before `=`; here it is part of the wire name"
        ),
        (
            "STRUCT A { STRING userID; STRING userId; }",
            "1:34: `userId` and `userID` differ only in case; rename one of them"
        ),
        (
            "STRUCT Album { STRING a; } UNION ALBUM { STRING a; }",
            "1:34: `ALBUM` and `Album` differ only in case; the other one is at a.http:1:8"
        ),
        ("CLIENT A { BEARER token; }", "1:19: no operation needs `token`; write `NEEDS token;` in the client"),
        (
            "CLIENT A { BEARER token; NEEDS NOTHING OR token; }",
            "1:26: what follows NOTHING is never sent; write NOTHING last"
        ),
        (
            "MESSAGE /a/$id { GET REQUEST {} } MESSAGE /a/$name { GET REQUEST {} }",
            "1:54: this sends the same requests as the operation at a.http:1:18; remove one, or give both a name, like `GET(name) REQUEST`"
        ),
    ]

    private func warnings(of text: String) throws -> [String] {
        var warnings: [String] = []
        let files = try IDLCompiler().compile(
            [SourceFile(path: "a.http", text: text)],
            onWarning: { warning in
                warnings.append("\(warning.place.dropFirst("a.http:".count)): \(warning.message)")
            })
        #expect(files.count == 1)
        return warnings
    }

    @Test(arguments: mistakes)
    func likelyMistakesAreWarnedAbout(_ text: String, _ warning: String) throws {
        #expect(try warnings(of: text) == [warning])
    }

    @Test(arguments: [
        #"STRUCT A { STRING s = \"q\"; STRING t = a\,b; STRING u = x \// y; INT32 i = n5; STRING five = 5; STRING d = DEFAULT; }"#,
        #"STRUCT A { STRING s = a}b; STRING t = a \{ \}; }"#,
        "STRUCT A { Int32 a; String b; Bool c; Date d; Double e; Int f; UUID g; Data h; Point i; INT j; } STRUCT INT { INT32 a; }",
        "MESSAGE /a:b/http:// { GET REQUEST { STRING s = http://x; STRING t = a,b; } }",
        "ENUM A : INT32 { B = 1; } ENUM C { D = 1; E = e; }",
    ])
    func intendedUsesAreNotWarnedAbout(_ text: String) throws {
        #expect(try warnings(of: text).isEmpty)
    }

    @Test func requiredFieldsCannotShareAWireName() throws {
        let strict = IDLCompiler.Options(isStrict: true)

        #expect(
            complaints("MESSAGE /a { POST REQUEST { FILE file; BLOB? data = file; } }", strict) == [
                "1:53: the wire name `file` is used twice; the first one is at a.http:1:34"
            ])
        #expect(complaints("MESSAGE /a { POST REQUEST { FILE? file; BLOB? data = file; } }", strict).isEmpty)
    }

    @Test func corpusHasNoWarningsButThatNamesAreSimilar() throws {
        var warnings: [Diagnostic] = []
        _ = try IDLCompiler().compile(Fixtures.corpus(), onWarning: { warnings.append($0) })

        #expect(warnings.allSatisfy { $0.message.contains("differ only in case") })
        #expect(
            Set(warnings.map { String($0.place.prefix { $0 != ":" }) }) == [
                "09-keywords.http", "38-cases-of-letters.http", "45-types-like-fields.http",
            ])
    }

    @Test func warningIsFormattedLikeAnError() throws {
        var shown: [String] = []
        let file = SourceFile(path: "a.http", text: "STRUCT A { INT i; }")
        _ = try IDLCompiler().compile([file], onWarning: { shown.append($0.description) })

        let message = "`INT` is not a built-in type, so it is treated as your own type; did you mean `INT32`?"
        #expect(shown == ["a.http:1:12: warning: \(message)\nSTRUCT A { INT i; }\n           ^~~"])
    }
}

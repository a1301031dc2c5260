import HTTPIDLCompiler
import Testing

@Suite struct NameTests {
    @Test(arguments: [
        ("/my/example", "GetMyExample"), ("/connections/$user_id", "GetConnectionsUserId"),
        ("/under_line", "GetUnderLine"),
        ("/sticker/$mediaId", "GetStickerMediaId"), ("/cgi-a/wx", "GetCgiaWx"),
        ("/test/%^&**(/\\\\//$xxxx", "GetTestXxxx"),
        ("/test/?/message&_name/哎呦", "GetTestMessageName哎呦"), ("/", "Get"), ("/.well-known/a", "GetWellknownA"),
        ("/v1/2fa", "GetV12fa"), ("/été", "GetÉté"), ("/a__b_/_c", "GetABC"), ("/😀/a→b", "Get😀Ab"),
        ("/camelCase/URL", "GetCamelCaseURL"),
    ])
    func aMessageIsNamedByItsPath(_ path: String, _ name: String) throws {
        let swift = try compiled("MESSAGE \(path) { GET REQUEST { } }")

        #expect(swift.contains("class \(name)Request: GeneratedRequest") && swift.contains("struct \(name)Response:"))
    }

    @Test func aMessageMayHaveAName() throws {
        let swift = try compiled("MESSAGE(Testing) /a { DELETE RESPONSE { } OPTIONS REQUEST { } }")

        #expect(swift.contains("class DeleteTestingRequest:") && swift.contains("struct OptionsTestingResponse:"))
    }

    @Test(arguments: [
        ("/%^&**(/\\\\//x", "/%25%5E&**(/%5C//x"), ("/?a=b&c", "/?a=b&c"),
        ("/\\?\\/\\%\\#", "/%3F%2F%25%23"),
        ("/哎/#x", "/%E5%93%8E/%23x"), ("/\"<>`|", "/%22%3C%3E%60%7C"), ("/\\$id/\\{x\\}", "/$id/%7Bx%7D"),
        ("/a%20b/", "/a%20b/"),
        ("/100%/%zz/%e9", "/100%25/%25zz/%e9"), ("/files/*.json", "/files/*.json"), ("/a/*b*/c", "/a/*b*/c"),
    ])
    func pathIsEscapedOnceIfNeeded(_ path: String, _ url: String) throws {
        let swift = try compiled("MESSAGE \(path) { GET REQUEST { } }")

        #expect(swift.contains("        \"\(url)\"\n"))
    }

    @Test(arguments: [
        ("t1", "keyOfT1"), ("user_name", "keyOfUserName"), ("userName", "keyOfUserName"), ("_x", "keyOfX"),
        ("URL", "keyOfURL"),
    ])
    func wireNamesHaveConstants(_ field: String, _ key: String) throws {
        let swift = try compiled("MESSAGE /a { GET REQUEST { INT32 \(field) = w; } }")

        #expect(swift.contains("static let \(key) = \"w\"") && swift.contains("var \(key): String { \"w\" }"))
    }

    @Test func clashingWireNameConstantsKeepTheFieldNames() throws {
        let swift = try compiled("STRUCT A { INT32 user_name; INT32 userName; }")

        #expect(swift.contains("static let keyOf_user_name =") && swift.contains("static let keyOf_userName ="))
    }

    @Test(arguments: [
        ("t", "t"), (" a b  c ", "a b  c"), ("\\;", ";"), ("\\ x\\ ", " x "), ("a/b", "a/b"), ("http://x", "http://x"),
        ("a /* c */ b", "a  b"), ("呵呵哒", "呵呵哒"), ("\"", "\\\""), ("\\\\(x)", "\\\\(x)"), ("MESSAGE", "MESSAGE"),
        ("a}b", "a}b"), ("*/*", "*/*"), ("a/*b*/c", "a/*b*/c"),
        ("\u{37E}x", "\u{37E}x"), (" /* c */ d", "d"),
    ])
    func aWireNameIsAnyTextUpToTheSemicolon(_ written: String, _ literal: String) throws {
        let swift = try compiled("STRUCT A { INT32 a =\(written); INT32 b; }")

        #expect(swift.contains("static let keyOfA = \"\(literal)\"\n"))
    }

    @Test func defaultIncludesItsType() throws {
        let swift = try compiled("ENUM G { none; } MESSAGE /a { GET REQUEST { G g DEFAULT none; } }")

        #expect(swift.contains("var g: G? = G.none\n"))
    }

    @Test(arguments: [
        ("ENUM status { ACTIVE = active; } STRUCT user { status status DEFAULT ACTIVE; }", "(.ACTIVE as status)"),
        ("ENUM Status {ACTIVE;} STRUCT S { Status s DEFAULT ACTIVE; STRING Status; }", "(.ACTIVE as Status)"),
        ("ENUM reader { A; } STRUCT R { reader r DEFAULT A; }", "(.A as reader)"),
        ("ENUM client { A; } MESSAGE /a { GET REQUEST { client c DEFAULT A; } }", "(.A as client)"),
    ])
    func defaultOfATypeNamedLikeAMemberCompiles(_ file: String, _ value: String) throws {
        #expect(try compiled(file).contains("= \(value)"))
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func allLineEndingsAreAccepted(_ end: String) throws {
        let text = ["STRUCT A { // note", "STRING a; }", "// note", "ENUM E { DEPRECATED B; DEPRECATED; C = c; }", ""]

        let swift = try compiled(text.joined(separator: end))

        #expect(
            swift.contains("var a: String?") && swift.contains("static let DEPRECATED")
                && swift.contains("static let C"))
        #expect(complaints("STRUCT A {\(end)  ! }") == ["2:3: a type is expected, not `!`"])
    }

    @Test func structuresOfKnownTypesCanBeComparedIfAsked() throws {
        let text =
            "STRUCT A { B? b; ARRAY<DATE> d; E e; UUID i; } STRUCT B { A? a; } STRUCT C { D d; } STRUCT D { Own o; } UNION F { A a; } ENUM E { X; }"
        let swift = try compiled(text, IDLCompiler.Options(conformances: [.hashable]))
        #expect(try !compiled(text).contains("Content, Hashable"))

        let heads = swift.split(separator: "\n").filter { $0.contains("nonisolated") }
        #expect(
            heads.map { $0.hasSuffix("Hashable {") || $0.contains("Hashable, ") } == [
                true, true, false, false, true, true,
            ])
    }
}

import HTTPIDLCompiler
import Testing

@Suite struct DiagnosticTests {
    @Test func aMessageShowsTheLineAndTheCaret() {
        let file = SourceFile(path: "api/a.http", text: "STRUCT A {\n\tDICT<DOUBLE, INT32> a;\n}\n")

        let shown = IDLCompiler().check([file]).map(\.description)

        #expect(
            shown == [
                """
                api/a.http:2:7: error: a key must be a STRING, an integer, a BOOL, an ENUM, or your own type, not `DOUBLE`
                \tDICT<DOUBLE, INT32> a;
                \t     ^~~~~~
                """
            ])
    }

    @Test(arguments: ["\u{1B}[31m", "\0"]) func excerptContainsNoControlSequences(_ control: String) throws {
        let file = SourceFile(path: "a.http", text: "STRUCT A { \(control) ! }\r\n")

        let shown = try #require(IDLCompiler().check([file]).first).excerpt

        let line = "STRUCT A { \(control.replacing(/[\u{1B}\0]/, with: " ")) ! }\n"
        #expect(shown.hasPrefix(line) && shown.dropFirst(line.count).contains(/^ +\^$/))
    }

    /// The file comes from elsewhere, and its name, too.
    @Test(arguments: ["\u{202E}", "\u{2066}", "\u{200F}", "\u{61C}", "\u{2028}", "\u{9B}", "\u{7F}", "\u{1B}"])
    func textOfAFileIsEscaped(_ control: String) throws {
        let file = SourceFile(
            path: "a\(control)\n.http", text: "STRUCT A { \(control) \"\(control)\" }\nIMPORT \"\(control)\"")

        let shown = IDLCompiler().check([file])

        #expect(shown.count == 2)
        for text in shown.flatMap({ [$0.description, $0.message, $0.excerpt, $0.place] }) {
            #expect(!text.unicodeScalars.contains { control.unicodeScalars.contains($0) })
        }
        #expect(shown.allSatisfy { !$0.place.contains("\n") && !$0.message.contains("\n") })
    }

    @Test func caretIsBelowItsPlaceAfterAnEscape() throws {
        let file = SourceFile(path: "a.http", text: "STRUCT A { /* \u{202E} */ ! }")

        let shown = try #require(IDLCompiler().check([file]).first).excerpt

        #expect(shown == "STRUCT A { /* \\u{202E} */ ! }\n\(String(repeating: " ", count: 26))^")
    }

    @Test func columnsAreCharacters() {
        #expect(
            complaints("STRUCT A { STRING a = é👩‍👩‍👧‍👦; STRING a; }") == [
                "1:34: the name `a` is used twice; the first one is at a.http:1:19"
            ])
    }

    @Test func longLineExcerptIsShortened() throws {
        let padding = String(repeating: "/* padding */ ", count: 10_000)
        let file = SourceFile(path: "a.http", text: "STRUCT A { \(padding) ! \(padding) }")

        let diagnostic = try #require(IDLCompiler().check([file]).first)

        #expect(diagnostic.place == "a.http:1:140013" && diagnostic.excerpt.count < 500)
    }

    @Test func invalidUTF8IsAnError() {
        let error = #expect(throws: Diagnostic.self) {
            try SourceFile(path: "a.http", bytes: Array("STRUCT A {\n  é".utf8) + [0xC3, 0x28])
        }

        #expect(
            error?.place == "a.http:2:4" && error?.message == "the file is not UTF-8 from here on; save it as UTF-8")
    }

    @Test func diagnosticsFollowFileAndLineOrder() {
        let files = [
            SourceFile(path: "z.http", text: "STRUCT A { INT32 a; INT32 a; }\nSTRUCT B { ! }"),
            SourceFile(path: "a.http", text: "STRUCT A { }"),
        ]

        #expect(IDLCompiler().check(files).map(\.place) == ["z.http:1:27", "z.http:2:12", "a.http:1:8"])
    }

    @Test func duplicateTypeErrorNamesTheOtherFile() {
        let files = [
            SourceFile(path: "a.http", text: "STRUCT A { }"), SourceFile(path: "b.http", text: "\n ENUM A { B; }"),
        ]

        #expect(
            IDLCompiler().check(files).map(\.message) == [
                "the type `A` is declared twice; the first one is at a.http:1:8"
            ])
    }

    @Test func duplicateFileNamesAreAnError() {
        let files = [SourceFile(path: "x/a.http", text: ""), SourceFile(path: "y/a.http", text: "")]

        #expect(
            IDLCompiler().check(files).map(\.description) == [
                "y/a.http:1:1: error: this file and x/a.http would both become a.swift; rename one of them\n\n^"
            ])
    }

    @Test func requiredRecursiveStructuresAreAnError() {
        let text = "STRUCT A { B b; } STRUCT B { A a; } STRUCT C { C? c; } STRUCT D { ARRAY<D> d; } STRUCT E { A a; }"
        let end = "contains itself without end; write a `?` after the type of one of the fields"

        #expect(complaints(text).isEmpty)
        #expect(
            complaints(text, IDLCompiler.Options(isStrict: true)) == [
                "1:8: `A` \(end)", "1:26: `B` \(end)",
            ])
    }
}

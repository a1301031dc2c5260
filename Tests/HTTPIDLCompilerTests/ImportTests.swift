import HTTPIDLCompiler
import Testing

@Suite struct ImportTests {
    /// Files by their paths.
    private func load(_ files: [String: String]) -> (String) throws(Diagnostic) -> SourceFile? {
        { (path) throws(Diagnostic) in files[path].map { SourceFile(path: path, text: $0) } }
    }

    @Test func importedTypesAreKnownButNotGenerated() throws {
        let file = SourceFile(path: "api/a.http", text: #"IMPORT "../types/b.http" STRUCT A { E e DEFAULT Y; S? s; }"#)

        let made = try IDLCompiler().compile(
            [file],
            load: load([
                "types/b.http": #"IMPORT "./c.http" ENUM E { X; Y; }"#,
                "types/c.http": #"IMPORT "b.http" STRUCT S { A? a; }"#,
            ]))

        #expect(made.map(\.name) == ["a.swift"])
        #expect(made[0].text.contains("Indirect<S>?") && made[0].text.contains("var e: E\n"))
    }

    @Test func importedFileErrorsAreReportedThere() {
        let file = SourceFile(path: "a.http", text: #"IMPORT "b.http" STRUCT A { E e DEFAULT Z; }"#)

        let diagnostics = IDLCompiler().check([file], load: load(["b.http": "ENUM E { X; }\nSTRUCT A { ! }"]))

        #expect(diagnostics.map(\.place) == ["a.http:1:40", "b.http:2:8", "b.http:2:12"])
    }

    /// The imported file can be any file of the machine.
    @Test(arguments: [
        "PASSWORD=SECRET", "STRUCT SECRET { ! }", "STRUCT S { STRING a = \"SECRET\"; }", "ENUM E { SECRET; SECRET; }",
        "STRUCT A { SECRET a; }", "STRUCT SECRET { INT32 a; INT32 a; }", "GET https://SECRET/", "IMPORT \"SECRET\"",
    ])
    func errorDoesNotQuoteAnImportedFile(text: String) throws {
        let file = SourceFile(path: "a.http", text: #"IMPORT "b.http" STRUCT A { INT32 a; }"#)
        let load = load(["b.http": text])
        var shown = IDLCompiler().check([file], load: load).map(\.description)
        _ = try? IDLCompiler().compile([file], load: load, onWarning: { shown.append($0.description) })

        #expect(shown.allSatisfy { !$0.contains("SECRET") && $0.hasPrefix("b.http:1:") }, "\(shown)")
        #expect(!shown.isEmpty || text.contains("STRING a"))
    }

    /// The error of loading a file is reported where it is imported.
    @Test func importThatIsNotUTF8IsReportedAtItsStatement() {
        let file = SourceFile(path: "a.http", text: #"IMPORT "b.http""#)

        let shown = IDLCompiler().check([file]) { (path) throws(Diagnostic) in
            try SourceFile(path: path, bytes: Array("SECRET".utf8) + [0xFF])
        }

        #expect(
            shown.map(\.description) == [
                "a.http:1:8: error: \"b.http\" cannot be imported: the file is not UTF-8 from here on; save it as UTF-8\n"
                    + "IMPORT \"b.http\"\n       ^~~~~~~~"
            ])
    }

    @Test func missingImportIsReportedAtItsStatement() {
        let file = SourceFile(path: "x/a.http", text: "\nIMPORT \"b.http\"")

        #expect(
            IDLCompiler().check([file]).map(\.description) == [
                "x/a.http:2:8: error: there is no file \"x/b.http\"; check the path\nIMPORT \"b.http\"\n       ^~~~~~~~"
            ])
    }
}

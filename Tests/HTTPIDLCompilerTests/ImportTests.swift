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
        #expect(made[0].text.contains("Indirect<S?>") && made[0].text.contains("var e: E\n"))
    }

    @Test func importedFileErrorsAreReportedThere() {
        let file = SourceFile(path: "a.http", text: #"IMPORT "b.http" STRUCT A { E e DEFAULT Z; }"#)

        let diagnostics = IDLCompiler().check([file], load: load(["b.http": "ENUM E { X; }\nSTRUCT A { ! }"]))

        #expect(diagnostics.map(\.place) == ["a.http:1:40", "b.http:2:8", "b.http:2:12"])
    }

    @Test func missingImportIsReportedAtItsStatement() {
        let file = SourceFile(path: "x/a.http", text: "\nIMPORT \"b.http\"")

        #expect(
            IDLCompiler().check([file]).map(\.description) == [
                "x/a.http:2:8: error: there is no file \"x/b.http\"\nIMPORT \"b.http\"\n       ^~~~~~~~"
            ])
    }
}

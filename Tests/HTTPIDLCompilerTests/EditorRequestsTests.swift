import HTTPIDLCompiler
import Testing

/// Files with requests for an HTTP client in an editor, which have the same extension.
@Suite struct EditorRequestsTests {
    private func compile(_ files: [(String, String)]) throws -> (files: [GeneratedFile], notes: [Diagnostic]) {
        var notes: [Diagnostic] = []
        let sources = files.map { SourceFile(path: $0, text: $1) }
        return (try IDLCompiler().compile(sources, onWarning: { notes.append($0) }), notes)
    }

    @Test(arguments: [
        "GET https://api.example.com/users HTTP/1.1\nAccept: application/json\n",
        "POST {{host}}/users\n\n{\"name\": \"Ada\"}\n",
        "DELETE /users/7\nHost: api.example.com\n",
        "PATCH localhost:8080/users/7\n", "PUT api.example.com/users\n", "HEAD api:80\n",
        "### Finds users\nGET https://api.example.com/users\n",
        "@host = https://api.example.com\n", "@api-host=localhost\r\nGET http://{{api-host}}/\r\n",
        "\u{FEFF}\n  \n# My requests\n// @no-log\nGET https://api.example.com/{{path}}\n",
    ])
    func ignoresRequestsOfAnEditorWithANote(_ text: String) throws {
        let (files, notes) = try compile([("a.http", text)])

        #expect(notes.map(\.severity) == [.note])
        #expect(
            notes.map(\.message) == ["this file holds requests for an HTTP client in an editor, so httpidl ignores it"])
        #expect(files.map(\.name) == ["a.swift"])
        #expect(files.first?.text.split(separator: "\n").last == "import AbstractHTTPIDL")
    }

    @Test(arguments: [
        "MESAGE /a { GET REQUEST { } }", "MESSAG /users\n{ }", "GET REQUEST { STRING a; }", "GET /users {\n}",
        "GET REQEST\n{ }", "POST", "# GET https://api.example.com", "@name", "GETS https://api.example.com",
        "get https://api.example.com", "STRUCT A { }\n### \nGET https://api.example.com",
    ])
    func otherTextsAreErrors(_ text: String) {
        #expect(!complaints(text).isEmpty)
    }

    @Test func aNoteNamesTheFirstLineThatDecides() throws {
        let notes = try compile([("a.http", "// Users\n\nGET https://a.example\n")]).notes

        #expect(notes.map(\.place) == ["a.http:3:1"])
        #expect(notes.first?.description.contains(": note: ") == true)
    }

    @Test func takesNoNameFromAnotherFile() throws {
        let request = "GET https://api.example.com\n"

        let files = try compile([
            ("editor/a.http", request), ("idl/a.http", "STRUCT A { }"), ("main.http", request), ("b.http", request),
            ("editor/b.http", request),
        ]).files

        #expect(files.map(\.name) == ["a.swift", "b.swift"])
        #expect(files.first?.text.contains("struct A") == true)
    }
}

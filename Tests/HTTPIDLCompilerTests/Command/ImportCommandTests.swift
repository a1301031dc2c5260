import Foundation
import TestSupport
import Testing

/// `httpidl import` and `httpidl check`.
@Suite final class ImportCommandTests {
    private let folder: URL
    private var document: String { folder.appending(path: "api.json").path }
    private var output: String { folder.appending(path: "API").path }

    init() throws {
        folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func httpidl(_ arguments: String...) async throws -> Command.Outcome {
        try await Command.outcome(of: [BuildFolder.url(of: "httpidl").path] + arguments)
    }

    private func write(_ text: String, to name: String = "api.json") throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: "API/\(name)"), encoding: .utf8)
    }

    private func api(_ paths: String...) -> String {
        let items = paths.map {
            #""/\#($0)": {"get": {"tags": ["\#($0)"], "operationId": "get-\#($0)", "callbacks": {"x": {}}, "responses": {}}}"#
        }
        return #"{"openapi": "3.0.3", "info": {"title": "Shop"}, "paths": {\#(items.joined(separator: ", "))}}"#
    }

    @Test func documentIsImportedAndMatches() async throws {
        try write(api("a", "b"))

        let outcome = try await httpidl("import", document, "-o", output)

        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.output == """
                getA: #/paths/~1a/get/callbacks: callbacks are left out, because the server sends them
                getB: #/paths/~1b/get/callbacks: callbacks are left out, because the server sends them
                \(output): files: 3, entries: 2

                """)
        #expect(try await httpidl("check", document, output).status == 0)
        #expect(try await httpidl("-d", output, "-o", folder.appending(path: "out").path).status == 0)
    }

    @Test func fileThatIsNotNeededIsRemoved() async throws {
        try write(api("a", "b"))
        _ = try await httpidl("import", document, "-o", output)
        try write(api("a"))

        let check = try await httpidl("check", document, output)
        #expect(check.status == 1 && check.output.contains("+++ b.http (not in the document)"))
        #expect(try await httpidl("import", document, "-o", output).status == 0)

        #expect(try FileManager.default.contentsOfDirectory(atPath: output).sorted() == ["a.http", "client.http"])
    }

    @Test func fileThatWasChangedStays() async throws {
        try write(api("a"))
        _ = try await httpidl("import", document, "-o", output)
        let changed = try text("a.http").replacing("getA", with: "findA")
        try write(changed, to: "API/a.http")
        try write("STRUCT Own { INT64 x; }", to: "API/own.http")

        let outcome = try await httpidl("import", document, "-o", output)

        #expect(outcome.status == 1 && outcome.errors.contains("a.http: error: this file was changed by hand"))
        #expect(outcome.output.contains("-3:     GET(findA) REQUEST {}\n+3:     GET(getA) REQUEST {}"))
        #expect(try text("a.http") == changed && text("own.http") == "STRUCT Own { INT64 x; }")
        #expect(try await httpidl("check", document, output).status == 1)
    }

    @Test func partIsImported() async throws {
        try write(api("a", "b", "c"))

        _ = try await httpidl("import", document, "-o", output, "--tag", "a", "--only", "/b", "--operation", "get-c")
        #expect(try FileManager.default.contentsOfDirectory(atPath: output).count == 4)
        _ = try await httpidl("import", document, "-o", output, "--tag", "a")

        #expect(try FileManager.default.contentsOfDirectory(atPath: output).sorted() == ["a.http", "client.http"])
    }

    @Test func settingsAreInTheFolder() async throws {
        try write(api("a"))
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        try write(#"{"client": "Corner"}"#, to: "API/httpidl-import.json")

        #expect(try await httpidl("import", document, "-o", output).status == 0)
        #expect(try text("client.http").contains("CLIENT Corner {"))
        #expect(try await httpidl("check", document, output).status == 0)

        try write(#"{"client": 7}"#, to: "API/httpidl-import.json")
        let outcome = try await httpidl("check", document, output)
        #expect(outcome.status == 1)
        #expect(outcome.errors == "\(output)/httpidl-import.json:1:12: error: the value must be a string\n")
    }

    @Test func brokenDocumentIsAnErrorWithItsPlace() async throws {
        try write(##"{"openapi": "3.0.3", "paths": {"/a": {"$ref": "#/b"}}}"##)

        let outcome = try await httpidl("import", document, "-o", output)

        #expect(
            outcome.status == 1
                && outcome.errors == ##"\##(document):1:38: error: #/paths/~1a: there is nothing at "#/b"\##n"##)
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test(arguments: [
        (["import"], "write httpidl import DOCUMENT -o FOLDER"),
        (["check", "a"], "write httpidl check DOCUMENT FOLDER"),
        (["import", "a", "-o"], "-o needs a value after it"),
        (["import", "a", "--tags", "b"], #"unknown option "--tags"; did you mean "--tag"?"#),
    ]) func misuseIsExplained(_ arguments: [String], _ message: String) async throws {
        let outcome = try await Command.outcome(of: [BuildFolder.url(of: "httpidl").path] + arguments)
        #expect(outcome.status == 2 && outcome.errors.hasPrefix("httpidl: error: \(message)\n"))
    }
}

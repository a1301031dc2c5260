import AbstractHTTPTesting
import Foundation
import HTTPIDLCompiler
import RFAPICompatibility
import TestSupport
import Testing

/// The other styles: files of the seeds, `.http` files, and macros.
@Suite(.timeLimit(.minutes(5))) struct StyleTests {
    // MARK: - RFAPI

    @Test func defaultDefineOfTheCodeMayReceiveCredentials() async {
        let connector = ScriptedConnector.always()
        let api = RFAPI(config: ConnectionConfig(connector: connector), cache: HTTPCache())
        let (base, define) = (RFAPIDefine(), RFAPIDefine())
        (base.baseURL, base.needsAuthorization) = (URL(string: "https://a.example/"), true)
        api.defineManager.defaultDefine = base
        api.defineManager.authorizationHeader["Authorization"] = "Custom Credential"
        (define.name, define.path) = ("TopicListRecommended", "topics/recommended")
        let outcome = Promise<ConnectionErrorType?>()

        api.request(define: define) { context in
            context.completion { _, _, error in outcome.fulfill(error?.type) }
        }
        let error = await outcome.value()

        #expect(error == nil)
        #expect(connector.lines == ["GET https://a.example/topics/recommended"])
        #expect(connector.requests.map { $0.headers[.authorization] } == ["Custom Credential"])
    }

    // MARK: - Files of HTTPIDL

    @Test func nullableFieldOfARequestDiffersFromAnOptionalOne() throws {
        func content(of field: String) throws -> Substring {
            let text = "MESSAGE(Profile) /profile { PATCH REQUEST { \(field) nick; } PATCH RESPONSE {} }"
            let file = try #require(try IDLCompiler().compile([SourceFile(path: "a.http", text: text)]).first)
            let start = try #require(file.text.range(of: "class PatchProfileRequest"))
            return file.text[start.lowerBound...]
        }

        #expect(try content(of: "STRING") == content(of: "STRING?"))
        #expect(try content(of: "NULLABLE<STRING>").contains("var nick: Nullable<String> = .absent"))
    }

    @Test(arguments: ["/points/$x,$y", "/repos/$x.zip", "/rooms/$x:join", "/a/b$x"])
    func pathSegmentMixesTextAndParameters(_ path: String) {
        #expect(places(in: "MESSAGE \(path) { GET REQUEST {} GET RESPONSE {} }") == [])
    }

    @Test func misspelledTypeIsAnErrorAtItsLine() {
        #expect(places(in: "STRUCT Item {\n    STRING id;\n    STRNG name;\n}\n") == ["a.http:3:5"])
    }

    @Test(arguments: [
        "import HTTPIDLCompatibility",
        "import AbstractHTTP\nimport HTTPIDLCompatibility\nimport protocol HTTPIDLCompatibility.Request",
        "import AbstractHTTP\nimport HTTPIDLCompatibility\nimport struct AbstractHTTP.Request",
    ])
    func moduleThatThePageRecommendsHasItsOwnNames(imports: String) async throws {
        let source = """
            \(imports)

            func path(_ request: Request) -> String { "\\(request)" }
            """

        let errors = try await errors(in: source, importing: "HTTPIDLCompatibility")

        #expect(errors == [])
    }

    // MARK: - Macros

    @Test func doubledBracesOfAHeaderAreSentUnchanged() async throws {
        let plugin = try BuildFolder.url(of: "AbstractHTTPMacros-tool")
        let source = """
            import AbstractHTTP
            import AbstractHTTPServices

            @Service protocol Literal {
                @GET("/x") @Headers(["X-A": "{{literal}}"]) func get() async throws -> String
            }
            """

        let errors = try await errors(
            in: source, importing: "AbstractHTTPServices",
            ["-load-plugin-executable", "\(plugin.path)#AbstractHTTPMacros"])

        #expect(errors == [])
    }

    /// Where the errors of a `.http` file are.
    private func places(in text: String) -> [String] {
        IDLCompiler().check([SourceFile(path: "a.http", text: text)]).map(\.place)
    }

    /// The messages of the Swift compiler about a file.
    private func errors(
        in source: String, importing module: String, _ options: [String] = []
    ) async throws -> [Compiler.Message] {
        let folder = URL.temporaryDirectory.appending(path: "IntegrationTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Source.swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        return try await Compiler.errors(in: file, importing: module, options)
    }
}

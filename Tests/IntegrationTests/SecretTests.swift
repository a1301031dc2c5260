import AbstractHTTP
import AbstractHTTPCookies
import AbstractHTTPDefinitions
import AbstractHTTPPagination
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import HTTPIDLCompiler
import TestSupport
import Testing

/// Logs, error messages, and commands show no secrets, and nothing that controls a terminal.
@Suite(.timeLimit(.minutes(5))) struct SecretTests {
    @Test(arguments: ["api-key", "apikey", "X-Goog-Api-Key", "PRIVATE-TOKEN", "X-Vault-Token", "DPoP"])
    func logHidesTheCredentialsOfWellKnownServices(field: String) async throws {
        let lines = LockedValue<[String]>([])
        var config = ConnectionConfig(connector: ScriptedConnector.always("{}"))
        config.log = { line in lines.withLock { $0.append(line) } }
        try await HTTP("https://a.example/x").header(field, "SECRET").asVoid(config: config).response()
        let sent = lines.withLock { $0 }.filter { $0.contains("curl ") }

        #expect(sent.count == 1 && sent[0].contains("\(field): \(Redaction.mark)"))
        #expect(!sent.contains { $0.contains("SECRET") })
    }

    @Test(arguments: UnsafeText.all) func textOfAServerIsEscaped(sample: UnsafeText) async throws {
        let text = try await sample.text()

        #expect(text.terminalControls == [])
    }

    @Test func errorOfTheIDLCompilerEscapesTheSource() throws {
        let file = SourceFile(path: "a.http", text: "STRUCT X {\n    STRING a\u{202E} = ;\n}")
        let text = IDLCompiler().check([file]).map(\.description).joined(separator: "\n")
        try #require(text.hasPrefix("a.http:2:"))

        #expect(text.terminalControls == [])
    }

    /// The file is beside the input folder.
    @Test(arguments: [true, false]) func errorOfAnImportDoesNotQuoteAFileFromElsewhere(isRelative: Bool) async throws {
        try await withTemporaryFolder { folder in
            let secret = folder.appending(component: "secret.env")
            try Data("PASSWORD=SECRET\n".utf8).write(to: secret)
            let input = folder.appending(component: "in")
            try FileManager.default.createDirectory(at: input, withIntermediateDirectories: false)
            try Data("IMPORT \"\(isRelative ? "../secret.env" : secret.path)\"\n".utf8)
                .write(to: input.appending(component: "a.http"))

            let outcome = try await Command.outcome(of: [
                BuildFolder.url(of: "httpidl").path, "-d", input.path, "-o", folder.appending(component: "out").path,
            ])

            #expect(outcome.status != 0)
            #expect(!outcome.errors.contains("SECRET"))
        }
    }

    @Test func curlCommandKeepsAByteOrderMark() async throws {
        let body = Data([0xEF, 0xBB, 0xBF] + "é1".utf8)
        let server = try LoopbackServer { _ in .text("ok") }
        var request = Request(url: try #require(URL(string: server.url + "/")), method: .post)
        request.body = .data(body)
        let command = CurlCommand(request, redacting: .none)

        let status = try await Command.run(["sh", "-c", "\(command) -s"])

        #expect(status == 0)
        #expect(server.requests.map(\.body) == [body])
    }
}

/// What a server sends reaches a description.
struct UnsafeText: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: @Sendable () async throws -> String

    private init(_ name: String, _ text: @escaping @Sendable () async throws -> String) {
        (testDescription, self.text) = (name, text)
    }

    private static let unsafe = "\u{1B}[2J\u{202E}x"

    static let all = [
        UnsafeText("NotAnEventStream") {
            let response = Response(statusCode: 200, headers: ["Content-Type": "text/\(unsafe)"])
            return await description { _ = try EventStream<String>(ResponseStream(response)) }
        },
        UnsafeText("InvalidMultipartBody.contentType") { "\(InvalidMultipartBody.contentType(unsafe))" },
        UnsafeText("InvalidMultipartBody.headerField") {
            await description {
                var parser = MultipartParser(boundary: "b")
                parser.append(Data("--b\r\n\(unsafe)\r\n\r\n".utf8))
                _ = try parser.next()
            }
        },
        UnsafeText("Cookie") { "\(Cookie(name: unsafe, value: "v", domain: "a.example"))" },
        UnsafeText("RedirectError") { "\(RedirectError.invalidLocation("ftp://a.example/\(unsafe)"))" },
        UnsafeText("PaginationError") { "\(PaginationError.invalidURL("ftp://a.example/\(unsafe)"))" },
        UnsafeText("DefinitionFaults") {
            let rules = #"{"A": {"\u001b[2J\u202e": 1, "Method": "\u001b[2J\u202e"}}"#
            return await description {
                try DefinitionAPI(cache: HTTPCache()).store.load(json: Data(rules.utf8))
            }
        },
    ]

    /// The description of the error.
    private static func description(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return ""
        } catch {
            return "\(error)"
        }
    }
}

extension String {
    /// The control characters and format characters, such as U+202E, except line feeds.
    fileprivate var terminalControls: [Unicode.Scalar] {
        unicodeScalars.filter { $0 != "\n" && [.control, .format].contains($0.properties.generalCategory) }
    }
}

private func withTemporaryFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = URL.temporaryDirectory.appending(component: "AbstractHTTPTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}

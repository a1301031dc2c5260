import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// A client, and the base URL and default header fields of its config.
@Suite struct APIClientTests {
    private let connector = ScriptedConnector { _, request in
        let isMoved = request.url.path == "/moved"
        return .response(
            Response(
                statusCode: isMoved ? 307 : 200,
                headers: isMoved ? ["Location": "https://other.example/x"] : ["ETag": "1"], data: Data("ok".utf8)))
    }

    private func client(_ change: (inout ConnectionConfig) -> Void = { _ in }) -> APIClient {
        APIClient(baseURL: "https://api.example.com/v1") { config in
            config.connector = connector
            config.headers = ["X-Key": "secret", "Accept": "text/plain"]
            change(&config)
        }
    }

    @Test func aClientSendsSpecs() async throws {
        let client = client()

        let text = try await client.send(TextSpec(url: "/users/7"))
        let (model, response) = try await client.exchange(TextSpec(url: "users/7"))
        let connection = client.connection(for: TextSpec(url: "https://api.example.com/users/7"))

        #expect(text == "ok" && model == "ok" && response.headers["ETag"] == "1")
        #expect(try await connection.response() == "ok")
        #expect(
            connector.requests.map(\.url.absoluteString) == [
                "https://api.example.com/v1/users/7", "https://api.example.com/v1/users/7",
                "https://api.example.com/users/7",
            ])
    }

    @Test(
        arguments: [
            ("/a", "secret"), ("https://api.example.com/a", "secret"), ("https://API.example.com:443/a", "secret"),
            ("https://api.example.com:8443/a", nil), ("https://www.example.com/a", nil),
            ("http://api.example.com/a", nil), ("https://listed.example/a", "secret"),
        ] as [(String, String?)])
    func credentialsStayWithTheListedOrigins(url: String, key: String?) async throws {
        let refresh = TokenRefresh(current: "token") { "new" }
        let client = client { config in
            config.credentialOrigins = ["https://listed.example"]
            config.policies = [refresh]
        }

        _ = try await client.send(TextSpec(url: url))

        #expect(connector.requests[0].headers["X-Key"] == key)
        #expect(connector.requests[0].headers["Authorization"] == key.map { _ in "Bearer token" })
    }

    @Test func redirectToAnotherServerDropsCredentials() async throws {
        let refresh = TokenRefresh(current: "token") { "new" }

        _ = try await client { $0.policies = [refresh] }.send(TextSpec(url: "https://api.example.com/moved"))

        let fields = connector.requests.map {
            [$0.headers["X-Key"], $0.headers["Authorization"], $0.headers["Accept"]]
        }
        #expect(fields == [["secret", "Bearer token", "text/plain"], [nil, nil, nil]])
    }

    @Test func aFieldOfTheSpecWins() async throws {
        _ = try await client().send(TextSpec(url: "/a", headers: ["x-key": "own"]))

        #expect(connector.requests[0].headers.values(for: "X-Key") == ["own"])
    }

    @Test func credentialsWithoutOriginsAreAnError() async throws {
        let fields = ConnectionConfig(headers: ["X-Key": "secret"], connector: connector)
        let token = ConnectionConfig(connector: connector, policies: [TokenRefresh(current: "token") { "new" }])

        for config in [fields, token] {
            let error = await failure(of: Connection(TextSpec(), config: config))
            #expect(error?.type == .invalidRequest && error?.underlying as? InvalidRequest == .missingOrigins)
        }
        #expect(connector.requests.isEmpty)
    }

    @Test func aBaseURLWithoutAHostIsAnError() async {
        let config = ConnectionConfig(baseURL: "api.example.com", connector: connector)

        let error = await failure(of: Connection(TextSpec(url: "/a"), config: config))

        #expect(error?.underlying as? InvalidRequest == .baseURL("api.example.com"))
    }

    @Test(arguments: [
        ("api.example.com/v1", #"write "https://api.example.com/v1""#),
        ("localhost:8080", #"write "https://localhost:8080""#),
        ("api.example.com?key=secret", "as in https://api.example.com"), ("/v1", "as in https://api.example.com"),
        ("https://", "as in https://api.example.com"), ("", "as in https://api.example.com"),
        ("me:secret@a.example", "as in https://api.example.com"),
    ])
    func anErrorShowsHowToWriteTheBaseURL(base: String, advice: String) {
        let text = InvalidRequest.baseURL(base).description

        #expect(text.hasPrefix("the baseURL "))
        #expect(text.hasSuffix(advice))
        #expect(!text.contains("secret"))
    }

    @Test func aConnectionHasAConnectorOfItsOwn() async throws {
        let own = ScriptedConnector(.response(.text("own")))

        let text = try await client().connection(for: TextSpec(url: "/a")).connector(own).response()

        #expect(text == "own" && connector.requests.isEmpty)
    }

    @Test func aRequestWithoutASpecIsDescribedByModifiers() async throws {
        let url = try #require(URL(string: "https://api.example.com/a"))

        let http = HTTP(url).header("X-A", "1").query("page", 2).query("draft", true).timeout(.seconds(3))
        _ = try await http.asString(config: .over(connector)).response()

        #expect(http.storage.value.options?.value.deadlines == Deadlines(total: .seconds(3)))
        #expect(connector.requests[0].url.absoluteString == "https://api.example.com/a?page=2&draft=true")
        #expect(connector.requests[0].headers["X-A"] == "1")
    }

    @Test func clientSendsARequestWithoutASpec() async throws {
        let client = APIClient(baseURL: "https://api.example.com") {
            $0.connector = MockConnector { _ in .json(#"["Ada"]"#) }
        }

        #expect(try await client.send(HTTP("/names"), as: [String].self) == ["Ada"])
    }

    @Test func aTestReadsTheBodyOfARequest() async throws {
        let http = HTTP("https://api.example.com/a").method(.post).content(["name": "Ada"])
        try await http.asVoid(config: .over(connector)).response()
        let body = try #require(connector.requests[0].body)

        #expect(try await body.text() == #"{"name":"Ada"}"#)
        #expect(try await body.data().count == 14)
        #expect(try await body.decoded(as: [String: String].self) == ["name": "Ada"])
    }

    #if DEBUG
        @Test func connectionThatIsNeverStartedLogsAWarning() async throws {
            let (lines, continuation) = AsyncStream<String>.makeStream()
            let config = ConnectionConfig(connector: connector, log: { line in continuation.yield(line) })

            _ = Connection(TextSpec(), config: config)
            Connection(TextSpec(), config: config) { _ in }.cancel()
            Connection(TextSpec(url: "https://api.example.com/a?key=secret"), config: config) { _ in }.addOnError { _ in
            }

            let first = await lines.first { _ in true }
            #expect(
                first == """
                    a connection to https://api.example.com/a was released before it was started; call start(), or \
                    await response()
                    """)
        }
    #endif
}

import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Which requests get the token, and which are sent again with a new one.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct TokenScopeTests {
    private func config(_ server: any HTTPConnector, _ refresh: TokenRefresh) -> ConnectionConfig {
        ConnectionConfig(baseURL: "https://api.example.com", connector: server, policies: [refresh])
    }

    private func connection(_ server: any HTTPConnector, _ refresh: TokenRefresh) -> Connection<String> {
        Connection(TextSpec(), config: config(server, refresh))
    }

    /// After 303, the server has processed the request. After 307, it has not.
    @Test(arguments: [(303, ["POST", "GET"]), (307, ["POST", "POST", "POST", "POST"])])
    func processedRequestIsNotSentAgain(statusCode: Int, methods: [String]) async {
        let server = ScriptedConnector { _, request in
            guard request.url.path() == "/b" else { return .response(.redirect(to: "/b", statusCode: statusCode)) }
            return .response(.text("", statusCode: request.headers[.authorization] == "Bearer new" ? 200 : 401))
        }
        let refresh = TokenRefresh(current: "old") { "new" }
        let reason = statusCode == 303 ? NotRetriedReason.notIdempotent(.post) : nil

        let error = await failure(of: Connection(TextSpec(httpMethod: .post), config: config(server, refresh)))

        #expect(server.requests.map(\.method.rawValue) == methods)
        #expect(error?.notRetriedReason as? NotRetriedReason == reason)
        #expect(refresh.current == "new")
    }

    @Test func credentialsOfAnotherPolicyAreNotRefreshed() async {
        let server = ScriptedConnector { _, _ in .response(.text("", statusCode: 401)) }
        let refresh = TokenRefresh(current: "token") { "new" }
        let config = ConnectionConfig(
            baseURL: "https://api.example.com", connector: server, policies: [BasicAdapter(), refresh])

        _ = await failure(of: Connection(TextSpec(httpMethod: .post), config: config))

        #expect(server.tokens == ["Basic abc"])
        #expect(refresh.count == 0)
    }

    @Test func crossOriginRedirect401RefreshesNothing() async {
        let server = ScriptedConnector { number, _ in
            number == 1
                ? .response(Response(statusCode: 307, headers: ["Location": "https://other.example/"]))
                : .response(.text("", statusCode: 401))
        }
        let refresh = TokenRefresh(current: "token") { "new" }
        let connection = connection(server, refresh).redirects(
            .deciding { redirect in
                var next = redirect.next
                next.headers[.authorization] = "Bearer token"
                return next
            })

        _ = await failure(of: connection)

        #expect(server.tokens == ["Bearer token", "Bearer token"])
        #expect(refresh.count == 0)
    }

    @Test func requestWithItsOwnCredentialsIsUnchanged() async {
        let server = ScriptedConnector.bearer(valid: "new")
        let refresh = TokenRefresh(current: "old") { "new" }
        let spec = TextSpec(headers: ["authorization": "Basic abc"])

        let error = await failure(of: Connection(spec, config: config(server, refresh)))

        #expect(error?.response?.statusCode == 401)
        #expect(server.tokens == ["Basic abc"])
        #expect(refresh.count == 0)
    }

    @Test func onlyApplicableRequestsGetTheToken() async {
        let server = ScriptedConnector.bearer(valid: "new")
        let refresh = TokenRefresh(current: "old", appliesTo: { $0.url.host() == "mine.example" }) { "new" }

        _ = await failure(of: connection(server, refresh))

        #expect(server.tokens == ["none"])
        #expect(refresh.count == 0)
    }

    @Test func redirectToAnotherOriginDropsTheToken() async {
        let server = ScriptedConnector { number, _ in
            number == 1
                ? .response(Response(statusCode: 302, headers: ["Location": "https://other.example/"]))
                : .response(.text("", statusCode: 401))
        }
        let refresh = TokenRefresh(current: "old") { "new" }

        _ = await failure(of: connection(server, refresh))

        #expect(server.tokens == ["Bearer old", "none"])
        #expect(refresh.count == 0)
    }

    @Test func aRedirectWithinTheOriginKeepsTheToken() async throws {
        let server = ScriptedConnector { number, _ in
            .response(number == 1 ? Response(statusCode: 302, headers: ["Location": "/b"]) : .text("ok"))
        }

        _ = try await connection(server, TokenRefresh(current: "good") { "new" }).response()

        #expect(server.tokens == ["Bearer good", "Bearer good"])
    }
}

/// Attaches its own credentials.
private struct BasicAdapter: RequestAdapter {

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        var request = request
        request.headers[.authorization] = "Basic abc"
        return request
    }
}

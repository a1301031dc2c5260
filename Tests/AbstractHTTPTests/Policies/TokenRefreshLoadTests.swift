import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The stampede, over real sockets.
@Suite(.serialized, .load, .timeLimit(.minutes(5))) struct TokenRefreshLoadTests {
    private static let count = LoadTests.part(of: 10_000)

    @Test func manyRejectedRequestsShareOneRefresh() async throws {
        let server = try TokenServer()

        let failures = await failuresOfAll(server.connections(Self.count, token: AccessToken("old")))

        #expect(failures.isEmpty)
        #expect(server.refreshes == 1)
        #expect(server.count(of: "Bearer new") == Self.count)
        #expect((1...Self.count).contains(server.count(of: "Bearer old")))
    }

    @Test func manyRequestsWithAnExpiredTokenShareOneRefresh() async throws {
        let server = try TokenServer()
        let ended = AccessToken("old", expiry: Date(timeIntervalSinceNow: -1))

        let failures = await failuresOfAll(server.connections(Self.count, token: ended))

        #expect(failures.isEmpty)
        #expect(server.refreshes == 1)
        #expect(server.count(of: "Bearer new") == Self.count)
        #expect(server.count(of: "Bearer old") == 0)
    }
}

/// A server that issues a new token and rejects every other one. Its connections refresh theirs over the same config.
private final class TokenServer: Sendable {
    private let server: LoopbackServer
    private let connector = TestConnector.make()

    init() throws {
        server = try LoopbackServer { request in
            if request.path == "/token" { return .text("new") }
            return .text("ok", statusCode: request.headers[.authorization] == "Bearer new" ? 200 : 401)
        }
    }

    var refreshes: Int { server.requests.count { $0.path == "/token" } }

    func count(of authorization: String) -> Int {
        server.requests.count { $0.headers[.authorization] == authorization }
    }

    func connections(_ count: Int, token: AccessToken) -> [Connection<String>] {
        let config = Promise<ConnectionConfig>()
        let refresh = TokenRefresh(current: token) { [url = server.url] in
            AccessToken(try await HTTP(url + "/token").asString(config: await config.value()).response())
        }
        let shared = ConnectionConfig(baseURL: server.url, connector: connector, policies: [refresh])
        config.fulfill(shared)
        return (0..<count).map { _ in HTTP(server.url + "/data").asString(config: shared) }
    }
}

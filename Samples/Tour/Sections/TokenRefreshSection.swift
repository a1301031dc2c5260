import AbstractHTTP
import AbstractHTTPTesting

/// A hundred requests meet a token that the server has forgotten.
enum TokenRefreshSection: Section {
    static let name = "token-refresh"
    static let summary = "A hundred requests with an expired token cause one token refresh"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in
            if request.path == "/token" { return .text("new") }
            return .text("data", statusCode: request.headers["Authorization"] == "Bearer new" ? 200 : 401)
        }
        stage.code()
        let refresh = TokenRefresh(current: "old") {
            AccessToken(try await HTTP(server.url + "/token").asString().response())
        }
        let config = ConnectionConfig(baseURL: server.url, policies: [refresh])
        let requests = (0..<100).map { _ in HTTP("/data").asString(config: config).start() }

        var texts: [String] = []
        for request in requests { texts.append(try await request.response()) }

        stage.expect("Requests that succeeded", texts.count { $0 == "data" }, is: 100)
        stage.expect("Refresh requests the server received", server.requests.count { $0.path == "/token" }, is: 1)
        stage.expect("The token now", refresh.current?.value, is: "new")
        await showSignOut(server, refresh, config, stage)
    }

    private static func showSignOut(
        _ server: LoopbackServer, _ refresh: TokenRefresh, _ config: ConnectionConfig, _ stage: Stage
    ) async {
        stage.code()
        refresh.signOut()
        let request = HTTP(server.url + "/data").asString(config: config)

        do {
            _ = try await request.response()
            stage.fail("the request has a token")
        } catch {
            stage.expect("The status code after signing out", error.response?.statusCode, is: 401)
        }
    }
}

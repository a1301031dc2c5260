import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport

/// Policies and listeners that wait for themselves, and logins that fail.
extension Mistake {
    static let policies = [
        Mistake(
            "a wrong password behind a token refresh", says: "the server says \"Wrong password: Two tries are left.\"",
            at: "the token could not be refreshed", advises: "/login"
        ) {
            let problem = #"{"title": "Wrong password", "detail": "Two tries are left."}"#
            let connector = MockConnector { request in
                guard request.url.path() == "/login" else { return Response(statusCode: 401) }
                return .json(problem, statusCode: 403, headers: ["Content-Type": "application/problem+json"])
            }
            let plain = ConnectionConfig(baseURL: "https://a.example", connector: connector)
            var config = plain
            config.policies = [
                TokenRefresh(current: "old") {
                    AccessToken(try await HTTP("/login").method(.post).asString(config: plain).response())
                }
            ]
            return await failing { [config] in try await HTTP("/users").asVoid(config: config).response() }
        },
        Mistake(
            "a login in a detached task with the same config",
            says: "because a RequestAdapter did not return",
            at: "the total deadline of 30.0 seconds", advises: "give that request a config without the TokenRefresh"
        ) {
            let clock = ManualClock()
            let config = LockedValue<ConnectionConfig?>(nil)
            let refresh = TokenRefresh(current: .expired) {
                let login = Task.detached {
                    let config = config.withLock { $0 } ?? ConnectionConfig()
                    return AccessToken(try await HTTP("/login").asString(config: config).response())
                }
                return try await login.value
            }
            let used = ConnectionConfig(
                baseURL: "https://a.example", connector: ScriptedConnector.always(), clock: clock,
                deadlines: Deadlines(total: .seconds(30)), policies: [refresh])
            config.withLock { $0 = used }
            async let message = failing { try await HTTP("/users").asVoid(config: used).response() }
            _ = await clock.passWaits(1)
            return await message
        },
        Mistake(
            "a listener that awaits its own connection", says: "awaits response() of the same connection",
            at: "GET https://a.example/users", advises: "remove the await"
        ) {
            final class Waiting: ConnectionListener {
                let message = LockedValue("")

                func onStart(connection: any ConnectionTask, request: Request) async {
                    guard let connection = connection as? Connection<Void> else { return }
                    let text = await Mistake.failing { try await connection.response() }
                    message.withLock { $0 = text }
                }
            }
            let listener = Waiting()
            let config = ConnectionConfig(connector: ScriptedConnector.always())
            try await HTTP("https://a.example/users").asVoid(config: config).addListener(listener).response()
            return listener.message.withLock { $0 }
        },
    ]
}

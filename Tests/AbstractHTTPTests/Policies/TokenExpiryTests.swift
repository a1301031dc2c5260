import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// When a token is refreshed before a request is sent.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct TokenExpiryTests {
    private func config(_ server: any HTTPConnector, _ refresh: TokenRefresh) -> ConnectionConfig {
        ConnectionConfig(baseURL: "https://api.example.com", connector: server, policies: [refresh])
    }

    private func connection(_ server: any HTTPConnector, _ refresh: TokenRefresh) -> Connection<String> {
        Connection(TextSpec(), config: config(server, refresh))
    }

    @Test func expiringTokenIsRefreshedFirst() async throws {
        let server = ScriptedConnector.bearer(valid: "new")
        let now = Date(timeIntervalSince1970: 1_000)
        let refresh = TokenRefresh(current: AccessToken("old", expiry: now), date: { now }, refresh: { "new" })

        _ = try await connection(server, refresh).response()

        #expect(server.tokens == ["Bearer new"])
    }

    @Test func tokenIsRefreshedAMarginBeforeExpiry() async throws {
        let server = ScriptedConnector { _, _ in .response(.text("ok")) }
        let time = LockedValue(Date(timeIntervalSince1970: 0))
        let token = AccessToken("old", expiry: Date(timeIntervalSince1970: 3_600))
        let refresh = TokenRefresh(
            current: token, margin: .seconds(30), date: { time.withLock { $0 } }, refresh: { "new" })

        for seconds in [3_569.9, 3_570] {
            time.withLock { $0 = Date(timeIntervalSince1970: seconds) }
            _ = try await connection(server, refresh).response()
        }

        #expect(server.tokens == ["Bearer old", "Bearer new"])
    }

    @Test func shortLivedTokenIsUsedForHalfItsLifetime() async throws {
        let server = ScriptedConnector { _, _ in .response(.text("ok")) }
        let time = LockedValue(Date(timeIntervalSince1970: 0))
        let now: @Sendable () -> Date = { time.withLock { $0 } }
        let refresh = TokenRefresh(current: AccessToken("1", expiry: now()), margin: .seconds(30), date: now) {
            AccessToken("2", expiry: now().addingTimeInterval(10))
        }

        for seconds in [0, 4.9, 5.1] {
            time.withLock { $0 = Date(timeIntervalSince1970: seconds) }
            _ = try await connection(server, refresh).response()
        }

        #expect(refresh.count == 2)
    }

    @Test func newTokenIsTrustedEvenIfExpired() async throws {
        let server = ScriptedConnector { _, _ in .response(.text("ok")) }
        let ended = Date(timeIntervalSince1970: 0)
        let refresh = TokenRefresh(current: AccessToken("1", expiry: ended)) { AccessToken("2", expiry: ended) }

        for _ in 0..<9 { _ = try await connection(server, refresh).response() }

        #expect(refresh.count == 1)
    }

    @Test func expiringAndRejectedTokenShareOneRefresh() async throws {
        let (server, script) = (ScriptedConnector.bearer(valid: "new"), ScriptedRefresh())
        let time = LockedValue(Date(timeIntervalSince1970: 0))
        let token = AccessToken("old", expiry: Date(timeIntervalSince1970: 100))
        let refresh = TokenRefresh(current: token, date: { time.withLock { $0 } }, refresh: script.run)
        async let refused = connection(server, refresh).response()
        await script.hasBegun()
        time.withLock { $0 = Date(timeIntervalSince1970: 99) }
        async let ending = connection(server, refresh).response()
        await until { refresh.waiterCount == 2 }

        script.succeed("new")

        #expect(try await [refused, ending] == ["ok", "ok"])
        #expect(refresh.count == 1)
    }

    @Test func expiredTokenIsRefreshedOnFirstUse() async throws {
        let server = ScriptedConnector.bearer(valid: "new")
        let refresh = TokenRefresh(current: .expired) { "new" }

        _ = try await connection(server, refresh).response()

        #expect(server.tokens == ["Bearer new"])
        #expect(refresh.count == 1)
    }
}

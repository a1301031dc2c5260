import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// How often a token is refreshed.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct RefreshLimitTests {
    private func config(_ server: any HTTPConnector, _ refresh: TokenRefresh) -> ConnectionConfig {
        ConnectionConfig(baseURL: "https://api.example.com", connector: server, policies: [refresh])
    }

    private func connection(_ server: any HTTPConnector, _ refresh: TokenRefresh) -> Connection<String> {
        Connection(TextSpec(), config: config(server, refresh))
    }

    @Test func abandonedRefreshesDoNotCount() async throws {
        let (script, ended) = (ScriptedRefresh(), Date(timeIntervalSinceReferenceDate: 0))
        let clock = ManualClock()
        let refresh = TokenRefresh(
            current: AccessToken("old", expiry: ended), limit: .init(2, within: .seconds(30)), clock: clock,
            refresh: script.run)
        let server = ScriptedConnector.bearer(valid: "new")
        for number in 1...3 {
            let connection = connection(server, refresh).start()
            await script.hasBegun(number)
            connection.cancel()
            await script.hasBeenCanceled(number)
        }
        async let text = connection(server, refresh).response()
        await script.hasBegun(4)

        script.succeed("new")

        #expect(try await text == "ok")
    }

    /// Otherwise the limit would never apply to it.
    @Test func refreshThatSignsInByItselfCounts() async {
        let policy = LockedValue<TokenRefresh?>(nil)
        let refresh = TokenRefresh(
            current: "0", limit: .init(2, within: .seconds(30)), clock: ManualClock(),
            refresh: {
                let token = AccessToken("new")
                policy.withLock { $0 }?.signIn(with: token)
                return token
            })
        policy.withLock { $0 = refresh }
        let server = ScriptedConnector { _, _ in .response(.text("", statusCode: 401)) }

        for _ in 0..<5 { _ = await failure(of: connection(server, refresh)) }

        #expect(refresh.count == 2)
        policy.withLock { $0 = nil }
    }

    @Test func refreshesThatASignInEndsDoNotCount() async throws {
        let (script, valid) = (ScriptedRefresh(), LockedValue("0"))
        let refresh = TokenRefresh(
            current: "0", limit: .init(2, within: .seconds(30)), clock: ManualClock(), refresh: script.run)
        let server = ScriptedConnector { _, request in
            let isValid = request.headers[.authorization] == "Bearer \(valid.withLock { $0 })"
            return .response(.text("", statusCode: isValid ? 200 : 401))
        }

        for number in 1...3 {
            valid.withLock { $0 = "\(number)" }
            async let text = connection(server, refresh).response()
            await script.hasBegun(number)
            refresh.signIn(with: AccessToken("\(number)"))
            _ = try await text
        }

        #expect(refresh.count == 3)
    }

    @Test func rejectedTokenIsRefreshedAtMostTwice() async {
        let server = ScriptedConnector { _, _ in .response(.text("no", statusCode: 401)) }
        let number = LockedValue(0)
        let refresh = TokenRefresh(current: "0") {
            AccessToken(
                String(
                    number.withLock { number in
                        number += 1
                        return number
                    }))
        }

        let error = await failure(of: connection(server, refresh))

        #expect(server.tokens == ["Bearer 0", "Bearer 1", "Bearer 2"])
        #expect(error?.response?.text == "no")
        guard case .rejected? = error?.notRetriedReason as? TokenRefreshError else {
            Issue.record("not rejected")
            return
        }
    }

    @Test func refreshesAreLimitedPerWindow() async throws {
        let server = ScriptedConnector.bearer(valid: "never")
        let clock = ManualClock()
        let refresh = TokenRefresh(current: "old", limit: .init(3, within: .seconds(10)), clock: clock) { "bad" }

        var types: [ConnectionErrorType?] = []
        for _ in 0..<2 { types.append(await failure(of: connection(server, refresh))?.type) }
        #expect(types == [.invalidResponse, .authorization])
        #expect(refresh.count == 3)
        clock.advance(by: .seconds(10))
        _ = await failure(of: connection(server, refresh))

        #expect(refresh.count > 3)
    }
}

import AbstractHTTP
import AbstractHTTPTesting
import TestSupport
import Testing

/// The limits of policies that a program has not configured.
@Suite(.timeLimit(.minutes(5))) struct DefaultLimitTests {
    /// Each request begins two refreshes, until there have been five in the window.
    @Test func aTokenIsRefreshedFiveTimesIn30Seconds() async {
        let (server, clock) = (ScriptedConnector.bearer(valid: "never"), ManualClock())
        let refresh = TokenRefresh(current: "old", clock: clock) { "bad" }
        let config = ConnectionConfig(baseURL: "https://a.example", connector: server, policies: [refresh])
        func fail() async -> ConnectionError? {
            await failure { try await HTTP("/").asVoid(config: config).response() }
        }

        for _ in 0..<3 { _ = await fail() }
        #expect(refresh.count == 5)

        clock.advance(by: .milliseconds(29_999))
        let error = await fail()
        #expect(refresh.count == 5)
        guard case .tooMany(limit: 5, window: .seconds(30))? = error?.underlying as? TokenRefreshError else {
            Issue.record("\(String(describing: error))")
            return
        }

        clock.advance(by: .milliseconds(1))
        _ = await fail()
        #expect(refresh.count == 7)
    }

    @Test func twentyRedirectsAreFollowed() async throws {
        for count in 20...21 {
            let connector = ScriptedConnector { number, _ in
                .response(number > count ? .text("ok") : .redirect(to: "/\(number)"))
            }
            let connection = HTTP("https://a.example/").asResponse(config: ConnectionConfig(connector: connector))

            let error = await failure(of: connection)

            #expect(connector.requests.count == 21)
            #expect(error?.underlying as? RedirectError == (count == 20 ? nil : .tooMany(limit: 20)))
        }
    }
}

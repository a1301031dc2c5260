import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A server is the same server in every spelling of its host and its port.
@Suite(.timeLimit(.minutes(5))) struct ServerSpellingTests {
    private static let spellings = [
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("https://xn--bcher-kva.example", "https://BÜCHER.example"),
        ("https://bücher.example", "https://bu\u{308}cher.example"),
        ("https://straße.example/v1", "https://xn--strae-oqa.example:443"),
        ("https://a.example", "https://A.Example"), ("https://a.example", "https://a.example."),
        ("https://a.example.", "https://a.example:443"), ("http://a.example:080", "http://a.example"),
        ("https://[::1]:8443", "https://[0:0:0:0:0:0:0:1]:8443"), ("https://[2001:DB8::1]", "https://[2001:db8:0::1]"),
        ("http://127.0.0.1:8080", "http://127.1:8080"), ("https://a。example", "https://a.example"),
    ]

    private static let strangers = [
        ("https://bücher.example", "https://bucher.example"), ("https://bücher.example", "http://bücher.example"),
        ("https://bücher.example", "https://bücher.example:8443"),
        ("https://straße.example", "https://strasse.example"),
        ("https://a.example", "https://www.a.example"), ("https://[::1]", "https://[::2]"),
        ("https://a.example", "https://a.example.evil.example"), ("https://xn--a.example", "https://a.example"),
    ]

    private func config(_ base: String, _ connector: any HTTPConnector, _ others: [String] = []) -> ConnectionConfig {
        ConnectionConfig(
            baseURL: base, headers: ["X-Key": "k"], credentialOrigins: others, connector: connector,
            policies: [TokenRefresh(current: "t") { "t" }])
    }

    @Test(arguments: spellings) func serverGetsItsFieldsAndItsToken(base: String, url: String) async throws {
        let connector = ScriptedConnector.always("")

        try await HTTP(url + "/me").asVoid(config: config(base, connector)).response()
        try await HTTP(base + "/me").asVoid(config: config("https://b.example", connector, [url])).response()

        #expect(connector.secrets == [["k", "Bearer t"], ["k", "Bearer t"]])
    }

    @Test(arguments: strangers) func otherServersGetNothing(base: String, url: String) async throws {
        let connector = ScriptedConnector.always("")

        try await HTTP(url + "/me").asVoid(config: config(base, connector)).response()
        try await HTTP(base + "/me").asVoid(config: config("https://b.example", connector, [url])).response()

        #expect(connector.secrets == [[nil, nil], [nil, nil]])
    }

    @Test(arguments: spellings) func redirectToTheSameServerKeepsCredentials(base: String, url: String) async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 307, headers: ["Location": url + "/new"])), .response(.text("")))
        let http = HTTP(base + "/old").header("Authorization", "own")

        try await http.asVoid(config: ConnectionConfig(connector: connector)).response()

        #expect(connector.requests.map { $0.headers[.authorization] } == ["own", "own"])
    }

    @Test(arguments: strangers) func redirectElsewhereDropsCredentials(base: String, url: String) async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 307, headers: ["Location": url + "/new"])), .response(.text("")))
        var config = ConnectionConfig(connector: connector)
        config.redirects = .follow(allowingDowngrade: true)

        try await HTTP(base + "/old").header("Authorization", "own").asVoid(config: config).response()

        #expect(connector.requests.map { $0.headers[.authorization] } == ["own", nil])
    }

    @Test(arguments: spellings) func tokenIsRefreshedAfterA401OfTheServer(base: String, url: String) async throws {
        let connector = ScriptedConnector(.response(Response(statusCode: 401)), .response(.text("")))
        var config = config(base, connector)
        config.policies = [TokenRefresh(current: "old") { "new" }]

        try await HTTP(url + "/me").asVoid(config: config).response()

        #expect(connector.requests.map { $0.headers[.authorization] } == ["Bearer old", "Bearer new"])
    }

    @Test(arguments: spellings) func spellingsShareABudget(base: String, url: String) async throws {
        let budget = RetryBudget(ratio: 0, minimum: 1, clock: ManualClock())
        let connector = ScriptedConnector { _, _ in .response(Response(statusCode: 503)) }
        var config = ConnectionConfig(connector: connector, clock: ManualClock())
        config.policies = [Retry(attempts: 2, backoff: .init(base: .zero), budget: budget)]

        for text in [base, url] { _ = await failure { try await HTTP(text).asVoid(config: config).response() } }

        #expect(connector.requests.count == 3)
    }

    @Test func budgetIsAskedWithAnySpelling() {
        let budget = RetryBudget(ratio: 0, minimum: 1, clock: ManualClock())

        #expect(budget.takeRetry(to: "Bücher.example"))
        #expect(!budget.takeRetry(to: "xn--bcher-kva.example."))
    }
}

extension ScriptedConnector {
    /// The values of the fields with secrets, for each request.
    fileprivate var secrets: [[String?]] { requests.map { [$0.headers["X-Key"], $0.headers[.authorization]] } }
}

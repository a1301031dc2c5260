import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// The rules for connectors, checked with `DefaultHTTPConnector`.
@Suite(.timeLimit(.minutes(5))) struct ConformanceTests {
    @Test(arguments: ConformanceCase.all.filter(\.isKeptByURLSession))
    func urlSessionKeepsTheRule(_ rule: ConformanceCase) async throws {
        try await rule.check(DefaultHTTPConnector(), limit: .seconds(90))
    }

    @Test func rulesHaveUniqueNames() {
        let names = ConformanceCase.all.map(\.name)

        // `Documentation/Connectors.md` says more than two hundred.
        #expect(names.count > 200)
        #expect(Set(names).count == names.count)
        #expect(Set(ConformanceCase.brokenByURLSession + ConformanceCase.fatalToURLSession).isSubset(of: names))
    }

    @Test(arguments: ["chunks are put together", "a stream of unknown length is sent", "a file is sent"])
    func aRuleCanBeTriedAgain(name: String) async throws {
        let rule = try #require(ConformanceCase.all.first { $0.name == name })

        for _ in 0..<3 { try await rule.check(DefaultHTTPConnector(), limit: .seconds(90)) }
    }

    /// A rule that every connector keeps is meaningless.
    @Test func constantConnectorBreaksAlmostEveryRule() async {
        let expected = "the response says which URL answered"
        var kept: [String] = []
        for rule in ConformanceCase.all {
            let connector = MockConnector { _ in Response(statusCode: 200, data: Data("yes".utf8)) }
            // Some of the other rules wait for a request that never comes.
            let limit: Duration = rule.name == expected ? .seconds(90) : .milliseconds(200)
            do {
                try await rule.check(connector, limit: limit)
                kept.append(rule.name)
            } catch {
                #expect(error is ConformanceFailure)
            }
        }

        #expect(kept == [expected])
    }

    @Test func connectionReportingRuleIsEnforced() async throws {
        let name = "a connection is reported before the response"
        let rule = try #require(ConformanceCase.all.first { $0.name == name })

        try await rule.check(TellingConnector(tells: true), limit: .seconds(90))
        await #expect(throws: ConformanceFailure.self) {
            try await rule.check(TellingConnector(tells: false), limit: .milliseconds(200))
        }
    }

    @Test func aFailureNamesItsRuleAndWhatHappened() async throws {
        let rule = try #require(ConformanceCase.all.first { $0.name == "a header field is sent" })

        let failure = await #expect(throws: ConformanceFailure.self) {
            try await rule.check(MockConnector { _ in Response(statusCode: 200) }, limit: .seconds(90))
        }

        #expect(failure?.description == "a header field is sent: the server got no request")
    }

    @Test func silentConnectorFailsAtTheLimit() async throws {
        let (rule, clock) = (try #require(ConformanceCase.all.first), ManualClock())
        async let failure = #expect(throws: ConformanceFailure.self) {
            try await rule.check(ScriptedConnector(.silenceIgnoringCancellation), limit: .seconds(30), clock: clock)
        }
        await clock.waitForSleepers()

        clock.advance(by: .seconds(30))

        #expect(await failure?.reason == "nothing happened for 30.0 seconds")
    }
}

/// Reports a connection before it opens one, or reports nothing.
private struct TellingConnector: HTTPConnector {
    let tells: Bool
    private let connector = DefaultHTTPConnector()

    init(tells: Bool) {
        self.tells = tells
    }

    func execute(_ request: Request) async throws -> ResponseStream { try await connector.execute(request) }

    func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        if tells { context.didConnect() }
        return try await connector.execute(request)
    }
}

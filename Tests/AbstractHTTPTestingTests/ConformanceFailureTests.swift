import AbstractHTTP
import AbstractHTTPTesting
import Testing

/// What a rule reports about a connector that breaks it.
@Suite(.timeLimit(.minutes(5))) struct ConformanceFailureTests {
    @Test func canceledExchangeReportsAnEarlierError() async throws {
        struct Odd: Error {}
        let name = "a cancel while a body is read ends the exchange"
        let rule = try #require(ConformanceCase.all.first { $0.name == name })

        let failure = await #expect(throws: ConformanceFailure.self) {
            try await rule.check(MockConnector { _ in throw Odd() }, clock: ManualClock())
        }

        #expect(failure?.reason.contains("Odd") == true)
    }
}

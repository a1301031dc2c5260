import AbstractHTTP
import AbstractHTTPTesting
import Testing

/// What a rule reports about a connector that breaks it.
@Suite(.timeLimit(.minutes(5))) struct ConformanceFailureTests {
    @Test(arguments: ConformanceCase.all.filter { $0.name.hasPrefix("a cancel ") })
    func canceledExchangeReportsAnEarlierError(rule: ConformanceCase) async {
        struct Odd: Error {}

        let failure = await #expect(throws: ConformanceFailure.self) {
            try await rule.check(MockConnector { _ in throw Odd() }, clock: ManualClock())
        }

        #expect(failure?.reason.contains("Odd") == true)
    }
}

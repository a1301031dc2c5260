import AbstractHTTP
import AbstractHTTPTesting
import TestSupport
import Testing

@Suite(.tags(.threadSanitizer)) struct RetryBudgetTests {
    let clock = ManualClock()

    @Test func aHostHasAShareOfItsRequestsAndTheMinimum() {
        let budget = RetryBudget(ratio: 0.2, minimum: 3, clock: clock)
        for _ in 0..<50 { budget.countRequest(to: "a") }

        #expect(takes(20, from: budget) == 13)
    }

    @Test func aHostWithoutRequestsHasTheMinimum() {
        #expect(takes(20, from: RetryBudget(clock: clock)) == 10)
    }

    @Test func hostsDoNotShare() {
        let budget = RetryBudget(ratio: 1, minimum: 0, clock: clock)
        budget.countRequest(to: "b")

        #expect(takes(2, from: budget) == 0)
        #expect(budget.takeRetry(to: "b"))
    }

    @Test func requestsOutsideTheWindowDoNotCount() {
        let budget = RetryBudget(ratio: 1, minimum: 1, window: .seconds(10), clock: clock)
        budget.countRequest(to: "a")
        #expect(takes(3, from: budget) == 2)

        clock.advance(by: .milliseconds(9_999))
        #expect(takes(1, from: budget) == 0)
        clock.advance(by: .milliseconds(1))

        #expect(takes(3, from: budget) == 1)
    }

    @Test(arguments: [(-.infinity, 0), (.nan, 0), (.infinity, 4)] as [(Double, Int)])
    func aRatioIsFromZeroToOne(ratio: Double, retries: Int) {
        let budget = RetryBudget(ratio: ratio, minimum: -5, clock: clock)
        for _ in 0..<4 { budget.countRequest(to: "a") }

        #expect(takes(9, from: budget) == retries)
    }

    @Test(arguments: [
        Duration.zero, .seconds(-1), .nanoseconds(1), Duration(secondsComponent: .max, attosecondsComponent: 0),
        .seconds(1e19),
    ])
    func anyWindowAndAnyMinimumCanBeSet(window: Duration) {
        let budget = RetryBudget(minimum: .max, window: window, clock: clock)

        clock.advance(by: .seconds(1_000))

        #expect(takes(100, from: budget) == 100)
    }

    private func takes(_ count: Int, from budget: RetryBudget) -> Int {
        (0..<count).count { _ in budget.takeRetry(to: "a") }
    }
}

import AbstractHTTPTesting
import Testing

@testable import AbstractHTTP

@Suite(.timeLimit(.minutes(5))) struct DeadlineTimerTests {
    /// A timer that counted from the start of its task would miss most of these.
    @Test func theTimeCountsFromTheCreationOfTheTimer() async {
        for _ in 0..<100 {
            let (clock, expired) = (ManualClock(), Promise<Void>())
            let timer = DeadlineTimer(.seconds(1), on: clock) { expired.fulfill(()) }
            clock.advance(by: .seconds(1))
            await expired.valueUnlessCanceled()
            #expect(expired.current != nil)
            timer.stop()
        }
    }
}

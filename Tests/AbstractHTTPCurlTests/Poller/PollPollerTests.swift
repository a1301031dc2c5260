import Testing

@testable import AbstractHTTPCurl

/// Waiting with `poll(2)`.
@Suite struct PollPollerTests {
    @Test func aWaitAfterASpinNoticesTheWaker() throws {
        let waker = try Waker()
        let poller = PollPoller(waker)
        poller.willWait()
        let isThere = poller.spin(nanoseconds: 1)

        waker.wake()

        #expect(!isThere)
        #expect(poller.wait(milliseconds: 0))
    }
}

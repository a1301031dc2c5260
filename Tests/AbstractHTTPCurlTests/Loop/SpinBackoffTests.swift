import Testing

@testable import AbstractHTTPCurl

/// How often a thread spins.
@Suite struct SpinBackoffTests {
    private var backoff = SpinBackoff()

    /// At which of `count` chances it spins, if the spins for which `timedOut` returns true time out.
    private mutating func attempts(_ count: Int, timedOut: (Int) -> Bool) -> [Int] {
        (0..<count).filter { chance in
            backoff.countDown()
            guard backoff.isDue else { return false }
            backoff.note(timedOut: timedOut(chance))
            return true
        }
    }

    @Test mutating func successfulSpinsAreAlwaysTried() {
        #expect(attempts(10) { _ in false } == Array(0..<10))
    }

    @Test mutating func eachTimeoutDoublesTheBackoff() {
        #expect(attempts(260) { _ in true } == [0, 1, 3, 7, 15, 31, 63, 127, 191, 255])
    }

    @Test mutating func eachSuccessReducesTheBackoffByOne() {
        // A fifth timeout would make it 16 chances. Five successes reduce that to 11.
        _ = attempts(8) { _ in true }
        #expect(attempts(8) { _ in false } == [7])
        #expect(attempts(4) { _ in false } == [0, 1, 2, 3])
        #expect(attempts(20) { $0 == 0 } == [0] + (11..<20))
    }

    @Test mutating func oneTimeoutAmongManyCostsNothing() {
        #expect(attempts(30) { $0 % 10 == 5 } == Array(0..<30))
    }
}

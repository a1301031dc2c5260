import Testing

@testable import AbstractHTTPCurl

/// How seldom what is in vain is tried.
@Suite struct AttemptBackoffTests {
    private var backoff = AttemptBackoff()

    /// At which of so many chances it is tried, when all of those are in vain that `isVain` says so of.
    private mutating func attempts(_ count: Int, isVain: (Int) -> Bool) -> [Int] {
        (0..<count).filter { chance in
            backoff.countDown()
            guard backoff.isDue else { return false }
            backoff.note(isVain: isVain(chance))
            return true
        }
    }

    @Test mutating func whatIsNeverInVainIsTriedAtEachChance() {
        #expect(attempts(10) { _ in false } == Array(0..<10))
    }

    @Test mutating func eachAttemptInVainDoublesTheChancesUntilTheNext() {
        #expect(attempts(260) { _ in true } == [0, 1, 3, 7, 15, 31, 63, 127, 191, 255])
    }

    @Test mutating func eachOtherAttemptTakesOneOff() {
        // A fifth one in vain would make it 16 chances; 5 that are not make that 11.
        _ = attempts(8) { _ in true }
        #expect(attempts(8) { _ in false } == [7])
        #expect(attempts(4) { _ in false } == [0, 1, 2, 3])
        #expect(attempts(20) { $0 == 0 } == [0] + (11..<20))
    }

    @Test mutating func oneInVainAmongManyCostsNothing() {
        #expect(attempts(30) { $0 % 10 == 5 } == Array(0..<30))
    }
}

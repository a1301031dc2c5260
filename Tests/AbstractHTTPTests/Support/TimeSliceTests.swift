import Testing

@testable import AbstractHTTP

/// When a task that never waits yields.
@Suite struct TimeSliceTests {
    private let look = TimeSlice.bytesPerLook

    @Test func shortBodyNeverReadsTheClock() {
        var slice = TimeSlice()

        let isOver = (1..<look).map { _ in slice.isOver(after: 1, now: readTheClock()) }

        #expect(!isOver.contains(true))
    }

    @Test func sliceIsOverAfterAMillisecond() {
        var slice = TimeSlice()

        let isOver = [0, 999_999, 1_000_000].map { slice.isOver(after: look, now: 5 + $0) }

        #expect(isOver == [false, false, true])
    }

    /// A yield can take long. That time is not part of the next slice.
    @Test func nextSliceBeginsAfterTheYield() {
        var slice = TimeSlice()
        _ = slice.isOver(after: look, now: 0)
        _ = slice.isOver(after: look, now: TimeSlice.length)

        let isOver = [100, 101, 102].map { slice.isOver(after: look, now: $0 * TimeSlice.length) }

        #expect(isOver == [false, true, false])
    }

    private func readTheClock() -> UInt64 {
        Issue.record("the clock was read")
        return 0
    }
}

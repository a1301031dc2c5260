import Testing

@testable import AbstractHTTP

/// When an indicator is shown, step by step.
@Suite struct IndicatorTimingTests {
    @Test(arguments: [
        // The time in milliseconds, whether something runs from then on, and whether the indicator is then shown.
        [(0, true, false), (299, true, false), (300, true, true), (800, false, false)],
        [(0, true, false), (299, false, false), (300, false, false)],
        [(0, true, false), (300, true, true), (799, false, true), (800, false, false)],
        [(0, true, false), (300, true, true), (301, false, true), (302, true, true), (900, false, false)],
        [(0, true, false), (200, false, false), (250, true, false), (300, true, false), (550, true, true)],
    ])
    func itIsShownAfterTheDelayAndForTheMinimumTime(moments: [(Int, Bool, Bool)]) {
        check(moments, with: makeTiming(graceTime: .zero))
    }

    @Test(arguments: [
        // Three connections of a second, one after the other.
        [
            (0, true, false), (300, true, true), (1_000, false, true), (1_001, true, true), (2_001, false, true),
            (2_002, true, true), (3_002, false, true), (3_101, false, true), (3_102, false, false),
        ],
        // Connections of 250 ms.
        [(0, true, false), (250, false, false), (251, true, false), (300, true, true)],
        [(0, true, false), (290, false, false), (350, true, true)],
        // Nothing appears while nothing runs.
        [(0, true, false), (290, false, false), (300, false, false), (390, false, false)],
        // The gap is as long as the grace time.
        [(0, true, false), (200, false, false), (300, true, false), (599, true, false), (600, true, true)],
    ])
    func aGapOfLessThanTheGraceTimeDoesNotEndTheBusyPeriod(moments: [(Int, Bool, Bool)]) {
        check(moments, with: makeTiming(graceTime: .milliseconds(100)))
    }

    @Test func theBusyPeriodEndsAfterTheGraceTime() {
        var timing = makeTiming(graceTime: .milliseconds(100))
        #expect(timing.isOver(at: .zero))

        timing.update(isRunning: true, at: .zero)
        timing.update(isRunning: true, at: .milliseconds(300))
        timing.update(isRunning: false, at: .milliseconds(350))

        #expect(!timing.isOver(at: .milliseconds(449)))
        #expect(timing.isOver(at: .milliseconds(450)) && timing.isShown)
    }

    @Test func timesAreLimitedToWhatClocksCanCount() {
        let longest = Duration.seconds(Int64.max)
        let timing = IndicatorTiming(delay: longest, minimumTime: longest, graceTime: longest)

        #expect([timing.delay, timing.minimumTime, timing.graceTime] == Array(repeating: .longestWait, count: 3))
    }

    private func makeTiming(graceTime: Duration) -> IndicatorTiming {
        IndicatorTiming(delay: .milliseconds(300), minimumTime: .milliseconds(500), graceTime: graceTime)
    }

    private func check(_ moments: [(Int, Bool, Bool)], with timing: IndicatorTiming) {
        var timing = timing
        for (moment, isRunning, isShown) in moments {
            timing.update(isRunning: isRunning, at: .milliseconds(moment))

            #expect(timing.isShown == isShown, "at \(moment)")
        }
    }

    @Test func nextChangeIsPredicted() {
        var timing = makeTiming(graceTime: .milliseconds(100))
        func nextChange(isRunning: Bool, at milliseconds: Int) -> Duration? {
            timing.update(isRunning: isRunning, at: .milliseconds(milliseconds))
            return timing.nextChange(after: .milliseconds(milliseconds))
        }

        #expect(timing.nextChange(after: .zero) == nil)
        #expect(nextChange(isRunning: true, at: 10) == .milliseconds(310))
        #expect(nextChange(isRunning: true, at: 320) == nil)
        #expect(nextChange(isRunning: false, at: 400) == .milliseconds(500))
        #expect(nextChange(isRunning: false, at: 500) == .milliseconds(820))
        #expect(nextChange(isRunning: false, at: 820) == nil)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func zeroTimesShowExactlyWhileRunning(time: Duration) {
        var timing = IndicatorTiming(delay: time, minimumTime: time, graceTime: time)

        timing.update(isRunning: true, at: .seconds(1))
        #expect(timing.isShown)
        timing.update(isRunning: false, at: .seconds(1))

        #expect(!timing.isShown && timing.nextChange(after: .seconds(1)) == nil)
    }
}

import Testing

@testable import AbstractHTTP

/// When an indicator is shown, moment by moment.
@Suite struct IndicatorTimingTests {
    @Test(arguments: [
        // What runs and does not, by milliseconds, and what is shown then.
        [(0, true, false), (299, true, false), (300, true, true), (800, false, false)],
        [(0, true, false), (299, false, false), (300, false, false)],
        [(0, true, false), (300, true, true), (799, false, true), (800, false, false)],
        [(0, true, false), (300, true, true), (301, false, true), (302, true, true), (900, false, false)],
        [(0, true, false), (200, false, false), (250, true, false), (300, true, false), (550, true, true)],
    ])
    func itIsShownAfterTheDelayAndForTheMinimumTime(moments: [(Int, Bool, Bool)]) {
        var timing = IndicatorTiming(delay: .milliseconds(300), minimumTime: .milliseconds(500))
        for (moment, isRunning, isShown) in moments {
            timing.update(isRunning: isRunning, at: .milliseconds(moment))

            #expect(timing.isShown == isShown, "at \(moment)")
        }
    }

    @Test func itTellsWhenTimeAloneChangesIt() {
        var timing = IndicatorTiming(delay: .milliseconds(300), minimumTime: .milliseconds(500))
        #expect(timing.nextChange == nil)
        timing.update(isRunning: true, at: .milliseconds(10))
        #expect(timing.nextChange == .milliseconds(310))
        timing.update(isRunning: true, at: .milliseconds(320))
        #expect(timing.nextChange == nil)
        timing.update(isRunning: false, at: .milliseconds(400))
        #expect(timing.nextChange == .milliseconds(820))
        timing.update(isRunning: false, at: .milliseconds(820))
        #expect(timing.nextChange == nil)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func withoutDelayAndMinimumTimeItIsShownWhileSomethingRuns(time: Duration) {
        var timing = IndicatorTiming(delay: time, minimumTime: time)

        timing.update(isRunning: true, at: .seconds(1))
        #expect(timing.isShown)
        timing.update(isRunning: false, at: .seconds(1))

        #expect(!timing.isShown && timing.nextChange == nil)
    }
}

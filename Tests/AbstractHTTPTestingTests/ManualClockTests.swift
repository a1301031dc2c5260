import AbstractHTTPTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ManualClockTests {
    let clock = ManualClock()

    @Test func clockStandsStillUntilAdvanced() {
        #expect(clock.now.offset == .zero)

        clock.advance(by: .milliseconds(3))

        #expect(clock.now.offset == .milliseconds(3))
    }

    @Test func aSleepEndsWhenItsDeadlineIsReachedAndNotBefore() async throws {
        let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(2)) }
        await clock.waitForSleepers()

        clock.advance(by: .milliseconds(1_999))
        #expect(clock.remainingSleeps == [.milliseconds(1)])
        clock.advance(by: .milliseconds(1))

        try await sleeper.value
        #expect(clock.remainingSleeps.isEmpty)
    }

    @Test func aDeadlineThatHasPassedDoesNotSleep() async throws {
        try await clock.sleep(until: clock.now)
        try await clock.sleep(for: .seconds(-1))
    }

    @Test func canceledSleepThrowsAndIsRemoved() async throws {
        let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(2)) }
        await clock.waitForSleepers()

        sleeper.cancel()

        #expect(clock.remainingSleeps.isEmpty)
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test func taskCanceledBeforeSleepingIsNeverListed() async throws {
        let sleeper = Task { [clock] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(2))
        }

        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.remainingSleeps.isEmpty)
    }

    @Test func theShortestSleepIsListedFirst() async {
        let sleepers = [3, 1, 2].map { seconds in
            Task { [clock] in try await clock.sleep(for: .seconds(seconds)) }
        }
        await clock.waitForSleepers(3)

        #expect(clock.remainingSleeps == [.seconds(1), .seconds(2), .seconds(3)])
        for sleeper in sleepers { sleeper.cancel() }
    }
}

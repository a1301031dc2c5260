import AbstractHTTP
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// Who has the turn, as a table.
@Suite struct LoopStateTests {
    private let now = Instant(nanoseconds: 5_000_000_000)

    private func transfer() throws -> Transfer {
        try Transfer(Request(url: #require(URL(string: "http://example.com/"))), ExchangeContext(), BlockPool())
    }

    /// A loop that waits, with nothing to do.
    private func waitingState(until deadline: Instant? = nil) -> LoopState {
        var state = LoopState()
        _ = state.nextOfLoop(deadline: deadline, now: now)
        return state
    }

    @Test func singleCallerDrivesWhileTheLoopWaits() throws {
        var state = waitingState()

        #expect(state.start(try transfer()) == .drive)
        #expect(state.driver == .caller)
        #expect(state.nextOfCaller(round: 1, deadline: nil, needsWake: false) == .leave(wakes: false))
        #expect(state.driver == .nobody)
    }

    @Test func concurrentCallersLeaveTransfersToTheLoop() throws {
        var state = waitingState()
        _ = state.start(try transfer())
        _ = state.nextOfCaller(round: 1, deadline: nil, needsWake: false)

        let second = state.start(try transfer())
        let third = state.start(try transfer())

        #expect([second, third] == [.left(wakes: true), .left(wakes: false)])
        let hasTurn = state.wake()
        #expect(hasTurn)
        #expect(state.nextOfLoop(deadline: nil, now: now).commandCount == 2)
    }

    @Test func callerDrivesAgainAfterSeveralSingleStarts() throws {
        var state = waitingState()
        for _ in 0..<2 { _ = state.start(try transfer()) }
        state.noteEnded(2)
        _ = state.wake()
        while state.nextOfLoop(deadline: nil, now: now).commandCount != nil {}

        var submissions: [LoopState.Submission] = []
        for _ in 0..<LoopState.loneStartsOfCallers {
            submissions.append(state.start(try transfer()))
            state.noteEnded(1)
            if submissions.last != .drive {
                _ = state.wake()
                while state.nextOfLoop(deadline: nil, now: now).commandCount != nil {}
            }
        }

        #expect(submissions.dropLast().allSatisfy { $0 == .left(wakes: true) })
        #expect(submissions.last == .drive)
    }

    @Test func wokenLoopTakesOverAfterTheCaller() throws {
        var state = waitingState()
        _ = state.start(try transfer())

        let hasTurn = state.wake()

        #expect(!hasTurn)
        #expect(state.nextOfCaller(round: 1, deadline: nil, needsWake: false) == .handOver)
        #expect(state.driver == .loop)
    }

    @Test func callerRunsNewWorkForLimitedRounds() throws {
        var state = waitingState()
        _ = state.start(try transfer())
        for round in 1..<LoopState.roundsOfCallers {
            #expect(state.post(.cancel(try transfer())) == .left(wakes: false))
            #expect(state.nextOfCaller(round: round, deadline: nil, needsWake: false) == .work(1))
        }
        _ = state.post(.cancel(try transfer()))

        let step = state.nextOfCaller(round: LoopState.roundsOfCallers, deadline: nil, needsWake: false)

        #expect(step == .leave(wakes: true))
    }

    @Test(
        arguments: [
            (nil, nil, false, false), (nil, 6, false, true), (7, 6, false, true), (6, 7, false, false),
            (6, nil, false, false),
            (nil, nil, true, true),
        ] as [(UInt64?, UInt64?, Bool, Bool)])
    func theLoopIsWokenForAnEarlierDeadline(wakesAt: UInt64?, deadline: UInt64?, needsWake: Bool, wakes: Bool) throws {
        var state = waitingState(until: wakesAt.map { Instant(nanoseconds: $0) })
        _ = state.start(try transfer())

        let step = state.nextOfCaller(
            round: 1, deadline: deadline.map { Instant(nanoseconds: $0) }, needsWake: needsWake)

        #expect(step == .leave(wakes: wakes))
    }

    @Test func singleCallerWaitsUntilWorkArrives() throws {
        var state = waitingState()
        _ = state.start(try transfer())
        var wait = state.beginCallersWait(round: 1)
        #expect(wait == .spinning)
        #expect(state.driver == .waitingCaller)

        // The caller is woken, and so is the loop, which has no turn.
        #expect(state.post(.cancel(try transfer())) == .left(wakes: true))
        #expect(state.post(.cancel(try transfer())) == .left(wakes: false))
        let hasTurn = state.wake()
        #expect(!hasTurn)
        state.endCallersWait(.soon)

        wait = state.beginCallersWait(round: 2)
        #expect(wait == nil)
        #expect(state.nextOfCaller(round: 2, deadline: nil, needsWake: false) == .work(2))
        #expect(state.nextOfCaller(round: 3, deadline: nil, needsWake: false) == .handOver)
    }

    @Test func callerWaitsOnlyAloneAndInEarlyRounds() throws {
        var state = waitingState()
        _ = state.start(try transfer())

        var wait = state.beginCallersWait(round: LoopState.roundsOfCallers)
        #expect(wait == nil)
        _ = state.start(try transfer())
        wait = state.beginCallersWait(round: 1)
        #expect(wait == nil)
    }

    /// The starts at which a thread spins if each spin times out.
    private static let attemptsThatTimedOut = [0, 1, 3, 7, 15, 31, 63, 127]

    @Test(arguments: [
        (SpinWait.End.soon, SpinWait?.some(.spinning)), (.late, .sleeping), (.timedOut, nil),
    ])
    func slowWaitsReduceLaterSpinning(end: SpinWait.End, between: SpinWait?) throws {
        var state = waitingState()
        var waits: [SpinWait?] = []
        for _ in 0..<128 {
            #expect(state.start(try transfer()) == .drive)
            let wait = state.beginCallersWait(round: 1)
            waits.append(wait)
            if wait != nil { state.endCallersWait(end) }
            _ = state.nextOfCaller(round: 1, deadline: nil, needsWake: false)
            state.noteEnded(1)
        }

        let expected = (0..<128).map { Self.attemptsThatTimedOut.contains($0) ? .spinning : between }
        #expect(waits == expected)
    }

    @Test func loopChecksAgainASecondAfterAStart() throws {
        var state = LoopState()
        _ = state.start(try transfer())
        _ = state.nextOfLoop(deadline: nil, now: now)

        #expect(state.nextOfLoop(deadline: nil, now: now).wait == Instant(nanoseconds: 6_000_000_000))
        #expect(state.nextOfLoop(deadline: nil, now: now).wait == .some(nil))
        #expect(state.nextOfLoop(deadline: Instant(nanoseconds: 7), now: now).wait == Instant(nanoseconds: 7))
    }

    @Test func aStopDuringACallersTurnIsLeftToTheLoop() throws {
        var state = waitingState()
        _ = state.start(try transfer())
        _ = state.post(.stop)

        #expect(state.nextOfCaller(round: 1, deadline: nil, needsWake: false) == .leave(wakes: true))
        #expect(state.nextOfLoop(deadline: nil, now: now).commandCount == 1)
    }

    @Test func jobsWakeAWaitingLoop() throws {
        var state = waitingState()

        #expect(state.post(LoopJob {}) == .left(wakes: true))
        #expect(state.post(LoopJob {}) == .left(wakes: false))
        #expect(state.start(try transfer()) == .left(wakes: false))

        _ = state.wake()
        let step = state.nextOfLoop(deadline: nil, now: now)
        #expect((step.commandCount, step.jobCount) == (1, 2))
        #expect(state.post(LoopJob {}) == .left(wakes: false))
        let work = state.takeWork()
        #expect((work.commands.count, work.jobs.count) == (0, 1))
        #expect(state.nextOfLoop(deadline: nil, now: now).spins != nil)
    }

    @Test func aCallerLeavesJobsToTheLoop() throws {
        var state = waitingState()
        _ = state.start(try transfer())

        #expect(state.post(LoopJob {}) == .left(wakes: false))

        let wait = state.beginCallersWait(round: 1)
        #expect(wait == nil)
        #expect(state.nextOfCaller(round: 1, deadline: nil, needsWake: false) == .leave(wakes: true))
    }

    @Test func aCallerThatWaitsIsWokenForAJob() throws {
        var state = waitingState()
        _ = state.start(try transfer())
        _ = state.beginCallersWait(round: 1)

        #expect(state.post(LoopJob {}) == .left(wakes: true))
    }

    @Test func jobsStillRunAfterAStopAndNoneAfterTheEnd() throws {
        var state = waitingState()
        _ = state.post(.stop)
        _ = state.wake()
        _ = state.nextOfLoop(deadline: nil, now: now)

        #expect(state.post(LoopJob {}) == .left(wakes: false))

        #expect(state.end().count == 1)
        #expect(state.post(LoopJob {}) == .refused)
    }

    @Test(arguments: [false, true])
    func loopSpinsUnlessEarlierSpinsTimedOut(timedOut: Bool) throws {
        var state = waitingState()
        var spins: [Bool?] = []
        for _ in 0..<128 {
            _ = state.post(LoopJob {})
            _ = state.wake()
            _ = state.nextOfLoop(deadline: nil, now: now)
            _ = state.start(try transfer())
            _ = state.nextOfLoop(deadline: nil, now: now)
            spins.append(state.nextOfLoop(deadline: nil, now: now).spins)
            if spins.last == true { state.noteSpin(timedOut: timedOut) }
            state.noteEnded(1)
        }

        #expect(spins == (0..<128).map { !timedOut || Self.attemptsThatTimedOut.contains($0) })
    }

    @Test func loopSpinsOncePerJobForASingleResponse() throws {
        var state = waitingState()
        _ = state.post(LoopJob {})
        _ = state.wake()
        _ = state.nextOfLoop(deadline: nil, now: now)
        for _ in 0..<2 { _ = state.start(try transfer()) }
        _ = state.nextOfLoop(deadline: nil, now: now)

        #expect(state.nextOfLoop(deadline: nil, now: now).spins == false)
        state.noteEnded(1)
        #expect(state.nextOfLoop(deadline: nil, now: now).spins == false)
    }

    @Test func stoppedLoopAcceptsNoWork() throws {
        var state = waitingState()

        #expect(state.post(.stop) == .left(wakes: true))
        #expect(state.start(try transfer()) == .refused)
        #expect(state.post(.cancel(try transfer())) == .refused)
        #expect(state.post(.stop) == .refused)
        #expect(state.nextOfLoop(deadline: nil, now: now).commandCount == 1)
    }
}

/// A step, with the number of its commands.
private enum Step: Equatable {
    case work(Int)
    case leave(wakes: Bool)
    case handOver
}

private func == (step: LoopState.CallerStep, expected: Step) -> Bool {
    switch step {
    case .work(let commands): expected == .work(commands.count)
    case .leave(let wakes): expected == .leave(wakes: wakes)
    case .handOver: expected == .handOver
    }
}

extension LoopState.LoopStep {
    /// The number of commands to carry out, or nil if the loop waits.
    fileprivate var commandCount: Int? {
        if case .work(let work) = self { work.commands.count } else { nil }
    }

    /// The time until which the loop waits, or nil if it does not wait.
    fileprivate var wait: Instant?? {
        if case .wait(let moment, _) = self { .some(moment) } else { .none }
    }

    /// Whether the loop spins before it waits, or nil if it does not wait.
    fileprivate var spins: Bool? {
        if case .wait(_, let spins) = self { spins } else { nil }
    }

    /// The number of jobs to run, or nil if the loop waits.
    fileprivate var jobCount: Int? {
        if case .work(let work) = self { work.jobs.count } else { nil }
    }
}

import AbstractHTTP

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let connection = Connection(spec, config: ConnectionConfig(clock: clock)).addPolicy(policy).start()
/// await clock.waitForSleepers()      // the backoff has begun
/// clock.advance(by: .seconds(2))
/// ```
public final class ManualClock: Clock {
    /// An instant, as the time since the clock was created.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public var offset: Duration

        /// Returns the instant that is `duration` later.
        public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        /// Returns the time from this instant to `other`.
        public func duration(to other: Self) -> Duration { other.offset - offset }
        /// Returns whether `left` is earlier.
        public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let isAwake = Promise<Bool>()
    }

    private struct State {
        var now = Instant(offset: .zero)
        var lastID = 0
        var sleepers: [Sleeper] = []
        var waits = ThresholdWaiters()
    }

    private let state = LockedValue(State())

    /// Creates a clock that starts at zero.
    public init() {}

    /// The current time of the clock.
    public var now: Instant { state.withLock(\.now) }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The remaining times of all sleeping tasks, shortest first.
    public var remainingSleeps: [Duration] {
        state.withLock { state in
            state.sleepers.map { state.now.duration(to: $0.deadline) }.sorted()
        }
    }

    /// Waits until `count` tasks sleep, or the task is canceled.
    public func waitForSleepers(_ count: Int = 1) async {
        await state.withLock { $0.waits.wait(for: count, present: $0.sleepers.count) }?.valueUnlessCanceled()
    }

    /// Moves the clock, and wakes the tasks whose time has come, in order.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let woken = state.sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= now }
            return woken
        }
        for sleeper in woken { sleeper.isAwake.fulfill(true) }
    }

    /// Sleeps until the clock is moved to `deadline`. Throws `CancellationError` if the task is canceled.
    ///
    /// A canceled task leaves ``remainingSleeps`` right away. A task that is canceled before it sleeps never enters it.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let sleeper = state.withLock { state in
            state.lastID += 1
            return Sleeper(id: state.lastID, deadline: deadline)
        }
        let isAwake = await withTaskCancellationHandler {
            for promise in fallAsleep(sleeper) { promise.fulfill(()) }
            return await sleeper.isAwake.value()
        } onCancel: {
            sleeper.isAwake.fulfill(false)
            state.withLock { state in state.sleepers.removeAll { $0.id == sleeper.id } }
        }
        if !isAwake { throw CancellationError() }
    }

    /// Adds a sleeper, or wakes it if its time has passed. Returns the waiters whose number of sleepers is reached.
    private func fallAsleep(_ sleeper: Sleeper) -> [Promise<Void>] {
        let reached: [Promise<Void>]? = state.withLock { state in
            guard sleeper.deadline > state.now else { return nil }
            guard sleeper.isAwake.current == nil else { return [] }
            state.sleepers.append(sleeper)
            return state.waits.reached(state.sleepers.count)
        }
        if reached == nil { sleeper.isAwake.fulfill(true) }
        return reached ?? []
    }
}

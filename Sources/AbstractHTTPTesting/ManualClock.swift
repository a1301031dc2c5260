import AbstractHTTP

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let connection = Connection(spec, config: ConnectionConfig(clock: clock)).addRecovery(policy).start()
/// await clock.waitForSleepers()      // the backoff has begun
/// clock.advance(by: .seconds(2))
/// ```
public final class ManualClock: Clock {
    /// A moment, as time since the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var offset: Duration

        /// The moment that is `duration` later.
        public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        /// The time from here to `other`.
        public func duration(to other: Self) -> Duration { other.offset - offset }
        /// Whether `left` is earlier.
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
        var waits = CountWaits()
    }

    private let state = Guarded(State())

    /// Makes a clock that stands at zero.
    public init() {}

    /// The moment at which the clock stands.
    public var now: Instant { state.withLock(\.now) }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How long each of those that sleep still has to sleep, shortest first.
    public var remainingSleeps: [Duration] {
        state.withLock { state in
            state.sleepers.map { state.now.duration(to: $0.deadline) }.sorted()
        }
    }

    /// Waits until `count` sleep.
    public func waitForSleepers(_ count: Int = 1) async {
        await state.withLock { $0.waits.wait(for: count, present: $0.sleepers.count) }?.value()
    }

    /// Moves the clock and wakes those whose time has come, the earliest first.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let woken = state.sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= now }
            return woken
        }
        for sleeper in woken { sleeper.isAwake.fulfil(true) }
    }

    /// Sleeps until the clock was moved to `deadline`. Throws `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        guard let (sleeper, reached) = fallAsleep(until: deadline) else { return }
        for promise in reached { promise.fulfil(()) }
        let isAwake = await withTaskCancellationHandler {
            await sleeper.isAwake.value()
        } onCancel: {
            sleeper.isAwake.fulfil(false)
        }
        state.withLock { state in state.sleepers.removeAll { $0.id == sleeper.id } }
        if !isAwake { throw CancellationError() }
    }

    /// Adds a sleeper; with it those who waited for so many. Nil when the deadline has passed.
    private func fallAsleep(until deadline: Instant) -> (Sleeper, [Promise<Void>])? {
        state.withLock { state in
            guard deadline > state.now else { return nil }
            state.lastID += 1
            let sleeper = Sleeper(id: state.lastID, deadline: deadline)
            state.sleepers.append(sleeper)
            return (sleeper, state.waits.reached(state.sleepers.count))
        }
    }
}

private let origin = ContinuousClock.now

/// Measures the time since it was created, on a clock of any type.
package struct Stopwatch: Sendable {
    private enum Start: Sendable {
        /// The clock of almost all connections. It needs no allocation. An instant has no fixed size, so this is the
        /// time since `origin`.
        case continuous(Duration)
        case other(time: @Sendable () -> Duration, wait: @Sendable (Duration) async throws -> Void)
    }

    private let start: Start

    /// A stopwatch that begins now, on the `ContinuousClock`.
    static var continuous: Stopwatch { Stopwatch(start: .continuous(origin.duration(to: .now))) }

    private init(start: Start) { self.start = start }

    package init(_ clock: some Clock<Duration>) {
        let now = clock.now
        start = .other {
            now.duration(to: clock.now)
        } wait: { time in
            try await clock.sleep(until: now.advanced(by: time), tolerance: .zero)
        }
    }

    /// The time since the watch was created.
    package var now: Duration {
        switch start {
        case .continuous(let start): origin.duration(to: .now) - start
        case .other(let time, _): time()
        }
    }

    /// Suspends the current task until `time`. Throws `CancellationError` if the task is canceled.
    package func sleep(until time: Duration) async throws {
        switch start {
        case .continuous(let start):
            try await ContinuousClock().sleep(until: origin.advanced(by: start + time), tolerance: .zero)
        case .other(_, let wait): try await wait(time)
        }
    }
}

/// Measures the time since it was created, on a clock of any type.
package struct Stopwatch: Sendable {
    private let time: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    package init(_ clock: some Clock<Duration>) {
        let start = clock.now
        time = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: .zero) }
    }

    /// The time since the watch was created.
    package var now: Duration { time() }

    /// Suspends the current task until `time`. Throws `CancellationError` if the task is canceled.
    package func sleep(until time: Duration) async throws { try await wait(time) }
}

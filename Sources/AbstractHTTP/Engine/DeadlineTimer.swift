/// Calls a function once after some time, unless it is stopped first.
final class DeadlineTimer: Sendable {
    private let isStopped: LockedValue<Bool>
    private let task: Task<Void, Never>

    /// Starts the timer. The time counts from this call, even if the task of the timer starts later.
    init(_ limit: Duration, on clock: some Clock<Duration>, onExpiry: @escaping @Sendable () -> Void) {
        let isStopped = LockedValue(false)
        self.isStopped = isStopped
        let deadline = clock.now.advanced(by: limit)
        task = Task {
            let hasExpired = (try? await clock.sleep(until: deadline, tolerance: nil)) != nil
            guard hasExpired, !isStopped.withLock({ $0 }) else { return }
            onExpiry()
        }
    }

    /// Stops the timer. If it expires at the same time, the function may still be called.
    func stop() {
        isStopped.withLock { $0 = true }
        task.cancel()
    }
}

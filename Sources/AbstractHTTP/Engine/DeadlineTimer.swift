/// Calls a function once after some time, unless it was stopped before.
final class DeadlineTimer: Sendable {
    private let isStopped: LockedValue<Bool>
    private let task: Task<Void, Never>

    init(_ limit: Duration, on clock: any Clock<Duration>, onExpiry: @escaping @Sendable () -> Void) {
        let isStopped = LockedValue(false)
        self.isStopped = isStopped
        task = Task {
            guard (try? await clock.sleep(for: limit)) != nil, !isStopped.withLock({ $0 }) else { return }
            onExpiry()
        }
    }

    /// Ends the wait. A call that races with this one may still come.
    func stop() {
        isStopped.withLock { $0 = true }
        task.cancel()
    }
}

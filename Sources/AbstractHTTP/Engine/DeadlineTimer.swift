/// Calls once when a time is over, unless it was stopped before.
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

    /// Ends the wait; nothing is called from now on that had not begun.
    func stop() {
        isStopped.withLock { $0 = true }
        task.cancel()
    }
}

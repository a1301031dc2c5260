/// Calls a function once after some time, unless it is stopped first.
final class DeadlineTimer: Sendable {
    private enum State: Sendable {
        case running
        case stopped
        case expired
    }

    private let state: LockedValue<State>
    private let task: Task<Void, Never>

    /// Starts the timer. The time counts from this call, even if the task of the timer starts later.
    init(_ limit: Duration, on clock: some Clock<Duration>, onExpiry: @escaping @Sendable () -> Void) {
        let state = LockedValue(State.running)
        self.state = state
        let deadline = clock.now.advanced(by: limit)
        task = Task {
            guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
            let isDue = state.withLock { state in
                guard case .running = state else { return false }
                state = .expired
                return true
            }
            if isDue { onExpiry() }
        }
    }

    /// Stops the timer. Returns false if it has expired. The function is then called even if it has not begun yet.
    @discardableResult
    func stop() -> Bool {
        let isStopped = state.withLock { state in
            guard case .expired = state else {
                state = .stopped
                return true
            }
            return false
        }
        task.cancel()
        return isStopped
    }
}

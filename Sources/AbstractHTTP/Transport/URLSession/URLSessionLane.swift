import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session, and the queue on which its tasks are created, resumed, and canceled.
///
/// On Linux, these operations wait for the session's work queue. On a separate queue, they block only each other.
final class URLSessionLane: Sendable {
    private struct State {
        /// Whether any operation has returned.
        var hasServed = false
        var stops = 0
        /// When the first pending cancel was requested, or when the last one returned. Nil if no cancel is pending.
        var stopsSince: ContinuousClock.Instant?
    }

    let session: URLSession
    private let queue = DispatchQueue(label: "AbstractHTTP.tasks")
    private let state = LockedValue(State())

    init(_ configuration: URLSessionConfiguration, _ delegate: URLExchanges) {
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: .ofDelegate)
    }

    /// No exchange uses the session anymore.
    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Whether a cancel has waited for the session for at least `patience`.
    ///
    /// A session that has never run an operation does not count as stuck. It waits for its predecessor, with which it
    /// shares a queue.
    func isStuck(patience: Duration) -> Bool {
        state.withLock { state in
            guard state.hasServed, let since = state.stopsSince else { return false }
            return .now - since >= patience
        }
    }

    /// Runs `operation` soon, in order.
    func perform(_ operation: @escaping @Sendable (URLSession) -> Void) {
        SessionTurns.shared.begin()
        queue.async { [self] in
            operation(session)
            state.withLock { $0.hasServed = true }
            SessionTurns.shared.end()
        }
    }

    /// Runs `operation`, which cancels a task, soon and in order.
    func performStop(_ operation: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.stops += 1
            state.stopsSince = state.stopsSince ?? .now
        }
        perform { [self] _ in
            operation()
            state.withLock { state in
                state.stops -= 1
                state.stopsSince = state.stops > 0 ? .now : nil
            }
        }
    }

    /// Releases the session when its tasks complete. Create no task afterwards.
    func close() {
        perform { $0.finishTasksAndInvalidate() }
    }
}

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session, and the queue on which its tasks are made and told what to do.
///
/// On Linux, making, resuming, and cancelling a task wait for the work queue of the session. On a queue of their own,
/// they hold up only each other.
final class URLSessionLane: Sendable {
    private struct State {
        /// Whether an operation has returned.
        var hasServed = false
        var stops = 0
        /// When the first of the cancels that have not returned was asked for, or when the last one returned.
        var stopsSince: ContinuousClock.Instant?
    }

    private let session: URLSession
    private let queue = DispatchQueue(label: "AbstractHTTP.tasks")
    private let state = Guarded(State())

    init(_ configuration: URLSessionConfiguration, _ delegate: URLExchanges) {
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: .ofDelegate)
    }

    /// Nobody can make a task anymore.
    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Whether the session has been busy with work that nobody wants for as long as `patience`.
    ///
    /// A session that has never served is not stuck: its predecessor is, on a queue that they share.
    func isStuck(patience: Duration) -> Bool {
        state.withLock { state in
            guard state.hasServed, let since = state.stopsSince else { return false }
            return .now - since >= patience
        }
    }

    /// Runs `operation` soon, after those before it.
    func perform(_ operation: @escaping @Sendable (URLSession) -> Void) {
        SessionTurns.shared.begin()
        queue.async { [self] in
            operation(session)
            state.withLock { $0.hasServed = true }
            SessionTurns.shared.end()
        }
    }

    /// Runs `operation`, which ends work that nobody wants, soon, after those before it.
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

    /// Lets the session go when its tasks have completed. Nobody may make another one.
    func close() {
        perform { $0.finishTasksAndInvalidate() }
    }
}

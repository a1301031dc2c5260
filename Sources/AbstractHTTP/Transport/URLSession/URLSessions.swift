import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The session of a connector. A new session replaces one that is stuck.
final class URLSessions: Sendable {
    private let patience: Duration
    private let configuration: URLSessionConfiguration
    private let delegate: URLExchanges
    private let current: LockedValue<URLSessionLane>

    /// - Parameter patience: How long the cancel of a task may take before its session counts as stuck.
    init(
        _ configuration: URLSessionConfiguration, _ delegate: URLExchanges, patience: Duration = .milliseconds(500)
    ) {
        self.patience = patience
        self.configuration = configuration
        self.delegate = delegate
        current = LockedValue(URLSessionLane(configuration, delegate))
    }

    /// The session for the next task.
    ///
    /// A stuck session is released together with its last exchange. Each exchange stays with the session in which it
    /// began.
    func lane() -> URLSessionLane {
        let lane = current.withLock { $0 }
        guard lane.isStuck(patience: patience) else { return lane }
        let fresh = URLSessionLane(configuration, delegate)
        return current.withLock { current in
            if current === lane { current = fresh }
            return current
        }
    }

    /// Creates a session for a single task.
    func makeSessionOfItsOwn() -> URLSession {
        URLSession(configuration: configuration, delegate: delegate, delegateQueue: .ofDelegate)
    }

    /// Releases the session when its tasks complete. Create no task afterwards.
    func close() {
        current.withLock { $0 }.close()
    }
}

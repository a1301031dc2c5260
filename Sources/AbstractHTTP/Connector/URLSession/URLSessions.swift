import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The session of a connector, which a fresh one replaces when it is stuck.
final class URLSessions: Sendable {
    private let patience: Duration
    private let configuration: URLSessionConfiguration
    private let delegate: URLExchanges
    private let current: Guarded<URLSessionLane>

    /// - Parameter patience: How long the cancel of a task may take before its session counts as stuck.
    init(
        _ configuration: URLSessionConfiguration, _ delegate: URLExchanges, patience: Duration = .milliseconds(500)
    ) {
        self.patience = patience
        self.configuration = configuration
        self.delegate = delegate
        current = Guarded(URLSessionLane(configuration, delegate))
    }

    /// The session for the next task.
    ///
    /// A stuck one goes when its exchanges have been released; each exchange stays with the session that it began with.
    func lane() -> URLSessionLane {
        let lane = current.withLock { $0 }
        guard lane.isStuck(patience: patience) else { return lane }
        let fresh = URLSessionLane(configuration, delegate)
        return current.withLock { current in
            if current === lane { current = fresh }
            return current
        }
    }

    /// Makes a session for one task alone.
    func makeSessionOfItsOwn() -> URLSession {
        URLSession(configuration: configuration, delegate: delegate, delegateQueue: .ofDelegate)
    }

    /// Lets the session go when its tasks have completed. Nobody may make another one.
    func close() {
        current.withLock { $0 }.close()
    }
}

/// The listeners, policies, and settings that were added to a connection. Each generation begins with a copy.
struct ConnectionSetup: Sendable {
    typealias OnSuccess = @MainActor @Sendable (ModelBox) -> Void
    typealias OnError = @MainActor @Sendable (ConnectionError) -> Void
    typealias OnEnd = @MainActor @Sendable (Response?, ModelBox?, ConnectionError?) -> Void

    var listeners = Listeners()
    var policies: [any RecoveryPolicy] = []
    var middleware: [any HTTPMiddleware] = []
    /// The policies and the middleware whose user can change.
    var sessionHolders: [any SessionHolder] = []
    var redirects: RedirectPolicy?
    /// Replaces the connector of the config.
    var connector: ChosenConnector?
    var deadlines: Deadlines?
    /// Replaces the URL of the spec.
    var target: (any RequestTarget)?
    var onSuccess: OnSuccess?
    /// Set by `onResult` together with ``onSuccess``.
    var onFailure: OnError?
    var onError: [OnError] = []
    var onEnd: [OnEnd] = []
    var completion: Completion?

    /// The closures to call on the main actor when a generation succeeds, or nil if there are none.
    func callback(of model: ModelBox) -> (@MainActor @Sendable () -> Void)? {
        guard let onSuccess else { return nil }
        return { onSuccess(model) }
    }

    /// The closures to call on the main actor when a generation fails, or nil if there are none.
    func callback(of error: ConnectionError) -> (@MainActor @Sendable () -> Void)? {
        guard onFailure != nil || !onError.isEmpty else { return nil }
        return { [onFailure, onError] in
            onFailure?(error)
            for closure in onError { closure(error) }
        }
    }
}

extension CopyOnWrite<ConnectionSetup> {
    /// The setup of a connection to which nothing was added.
    static let plain = CopyOnWrite(ConnectionSetup())
}

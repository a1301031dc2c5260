/// The listeners, policies, and settings that were added to a connection. Each generation begins with a copy.
struct ConnectionSetup: Sendable {
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
    /// In the order of their calls.
    var completions: [Completion] = []
    var onEnd: [OnEnd] = []
}

extension CopyOnWrite<ConnectionSetup> {
    /// The setup of a connection to which nothing was added.
    static let plain = CopyOnWrite(ConnectionSetup())
}

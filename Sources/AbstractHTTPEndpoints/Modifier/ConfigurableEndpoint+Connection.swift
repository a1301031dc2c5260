import AbstractHTTP

extension ConfigurableEndpoint {
    /// Sets the config, which replaces that of ``Configuration``.
    public func config(_ config: ConnectionConfig) -> Self {
        with { ($0.config, $0.configChanges) = (config, []) }
    }

    /// Changes the config each time a connection is created.
    ///
    /// ```swift
    /// let once = API.friends.config { $0.policies = [] }    // is not retried, though all others are
    /// ```
    public func config(_ change: @escaping @Sendable (inout ConnectionConfig) -> Void) -> Self {
        with { $0.configChanges.append(change) }
    }

    /// Adds a listener of one or more kinds. It is called after earlier listeners.
    public func listener(_ listener: any ConnectionEventListener) -> Self { adding { $0.addListener(listener) } }

    /// Adds a recovery policy. It is asked before the policies of the config.
    public func policy(_ policy: any RecoveryPolicy) -> Self { with { $0.policies.append(policy) } }

    /// Adds a middleware inside the middleware of the config.
    public func middleware(_ middleware: any HTTPMiddleware) -> Self { adding { $0.addMiddleware(middleware) } }

    /// Runs a closure on each new connection, for everything that has no modifier.
    ///
    /// ```swift
    /// static let search = GET<Query, [Hit]>("v1/search").adding { $0.identified(as: "search", replacingOlder: true) }
    /// ```
    public func adding(_ step: @escaping @Sendable (Connection<Output>) -> Void) -> Self {
        with { $0.steps.append(step) }
    }
}

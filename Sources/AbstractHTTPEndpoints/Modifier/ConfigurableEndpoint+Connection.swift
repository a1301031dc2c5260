import AbstractHTTP

extension ConfigurableEndpoint {
    /// Over another config than that of ``Configuration``.
    public func config(_ config: ConnectionConfig) -> Self {
        with { ($0.config, $0.configChanges) = (config, []) }
    }

    /// With some values of the config changed, each time a connection is made.
    ///
    /// ```swift
    /// let once = API.friends.config { $0.recoveries = [] }    // is not retried, though all others are
    /// ```
    public func config(_ change: @escaping @Sendable (inout ConnectionConfig) -> Void) -> Self {
        with { $0.configChanges.append(change) }
    }

    /// With a listener of any kind, or of several kinds at once, called after those that were added before.
    public func listener(_ listener: any ConnectionEventListener) -> Self { adding { $0.addListener(listener) } }

    /// With a recovery policy, asked before those of the config.
    public func recovery(_ policy: any RecoveryPolicy) -> Self { with { $0.recoveries.append(policy) } }

    /// With a middleware, inside of those of the config.
    public func middleware(_ middleware: any HTTPMiddleware) -> Self { adding { $0.addMiddleware(middleware) } }

    /// With whatever else a connection can have, each time one is made.
    ///
    /// ```swift
    /// static let search = GET<Query, [Hit]>("v1/search").adding { $0.identified(as: "search", replacingOlder: true) }
    /// ```
    public func adding(_ step: @escaping @Sendable (Connection<Output>) -> Void) -> Self {
        with { $0.steps.append(step) }
    }
}

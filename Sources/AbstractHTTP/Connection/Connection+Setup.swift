extension Connection {
    /// Adds a listener for the generations that begin from now on.
    @discardableResult
    public func addListener(_ listener: any ConnectionListener) -> Self {
        setUp { $0.setup.listeners.plain.append(listener) }
    }

    /// Adds a response listener for the generations that begin from now on.
    @discardableResult
    public func addResponseListener(_ listener: any ConnectionResponseListener) -> Self {
        setUp { $0.setup.listeners.response.append(listener) }
    }

    /// Adds an error listener for the generations that begin from now on.
    @discardableResult
    public func addErrorListener(_ listener: any ConnectionErrorListener) -> Self {
        setUp { $0.setup.listeners.error.append(listener) }
    }

    /// Adds a recovery policy for the generations that begin from now on; it is asked after those added before.
    @discardableResult
    public func addRecovery(_ policy: any RecoveryPolicy) -> Self {
        setUp { $0.setup.recoveries.append(policy) }
    }

    /// Adds a closure that is called when a generation failed; not for a cancel.
    @discardableResult
    public func addOnError(_ onError: @escaping @MainActor @Sendable (ConnectionError) -> Void) -> Self {
        setUp { $0.setup.onError.append(onError) }
    }

    /// Adds a closure that is called last in every generation, also after a cancel, whose error is `.canceled`.
    @discardableResult
    public func addOnEnd(
        _ onEnd: @escaping @MainActor @Sendable (Response?, ResponseModel?, ConnectionError?) -> Void
    ) -> Self {
        setUp { $0.setup.onEnd.append(onEnd) }
    }

    /// Names the connection, to find and cancel it by.
    @discardableResult
    public func identified(as identifier: String) -> Self {
        setUp { $0.identifier = identifier }
    }

    /// Puts the connection into a group, to cancel it with the others.
    @discardableResult
    public func grouped(in group: String) -> Self {
        setUp { $0.group = group }
    }

    /// The name given by ``identified(as:)``.
    public var identifier: String? { state.withLock(\.identifier) }

    /// The group given by ``grouped(in:)``.
    public var group: String? { state.withLock(\.group) }

    private func setUp(_ change: (inout State) -> Void) -> Self {
        state.withLock(change)
        return self
    }
}

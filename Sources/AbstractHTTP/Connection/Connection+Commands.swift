extension Connection {
    /// The config that it was made with.
    public var config: ConnectionConfig { pipeline.config }

    /// Whether a generation has begun and not ended.
    public var isRunning: Bool { pipeline.state.withLock { $0.lifecycle.phase != .idle } }

    /// Begins a generation; while one runs, the same as ``restart()``.
    @discardableResult
    public func start() -> Self {
        pipeline.begin(.spec, for: self)
        return self
    }

    /// Begins a new attempt with a request that is rebuilt from the spec.
    ///
    /// The attempt that runs is stopped; the generation stays the same, without a second `onStart`. When the outcome is
    /// settled already, a new generation begins after `onEnd`; when none runs, at once.
    public func restart() {
        pipeline.begin(.spec, for: self)
    }

    /// The same as ``restart()`` after a delay on the clock of the config, unless another command comes first.
    ///
    /// Until then the connection is listed by the holder of its config, and a cancel takes the command back. Given from
    /// a listener behind a cancel, also one that was too late for its generation, it does nothing: who cancels hears no
    /// more.
    public func restart(after delay: Duration) {
        pipeline.schedule(after: delay, for: self)
    }

    /// Begins a new attempt with the request of the last one, otherwise as ``restart()``.
    ///
    /// A body that can be sent only once is not sent again: such an attempt fails with
    /// ``InvalidRequest/bodyAlreadySent``.
    public func repeatRequest() {
        pipeline.begin(.lastRequest, for: self)
    }

    /// Ends the generation as canceled, unless its outcome is settled already.
    ///
    /// Returns at once, whatever the connector does. The outcome is settled with this call: no other event than those
    /// of the cancel begins after it returned.
    public func cancel() {
        pipeline.cancel(.caller)
    }

    /// The same, for a reason that the error tells.
    public func cancel(because reason: CancelReason) {
        pipeline.cancel(reason)
    }
}

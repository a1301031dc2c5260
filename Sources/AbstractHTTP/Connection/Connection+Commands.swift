extension Connection {
    /// The config of the connection.
    public var config: ConnectionConfig { pipeline.config }

    /// Whether a generation has begun and not ended.
    public var isRunning: Bool { pipeline.state.withLock { $0.lifecycle.phase != .idle } }

    /// Begins a generation. If one runs, this is the same as ``restart()``.
    @discardableResult
    public func start() -> Self {
        pipeline.begin(.spec, for: self)
        return self
    }

    /// Begins a new attempt, whose request is built again from the spec.
    ///
    /// This stops the attempt that runs. The generation stays the same, without a second `onStart`. If the outcome is
    /// already settled, a new generation begins after `onEnd`. If no generation runs, one begins at once.
    public func restart() {
        pipeline.begin(.spec, for: self)
    }

    /// Calls ``restart()`` after a delay on the clock of the config, unless another command comes first.
    ///
    /// Until then the holder of the config lists the connection, and a cancel revokes the command. If a listener calls
    /// this after a cancel, it does nothing, even if the cancel was too late for its generation.
    public func restart(after delay: Duration) {
        pipeline.schedule(after: delay, for: self)
    }

    /// Begins a new attempt with the request of the last one. Otherwise this is the same as ``restart()``.
    ///
    /// A body that can be sent only once is not sent again: the attempt fails with ``InvalidRequest/bodyAlreadySent``.
    public func repeatRequest() {
        pipeline.begin(.lastRequest, for: self)
    }

    /// Cancels the generation, unless its outcome is already settled.
    ///
    /// Returns at once, whatever the connector does. The call settles the outcome: after it has returned, only the
    /// events of the cancel begin. Also revokes a restart that waits for its time or for the end of the generation.
    public func cancel() {
        pipeline.cancel(.caller)
    }

    /// Cancels the generation for a reason, which becomes the ``ConnectionError/cancelReason``.
    public func cancel(because reason: CancelReason) {
        pipeline.cancel(reason)
    }
}

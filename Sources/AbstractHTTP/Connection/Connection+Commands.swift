extension Connection {
    /// The config of the connection. If it has no base URL, that of the endpoint's style takes its place while the
    /// connection runs.
    public var config: ConnectionConfig {
        pipeline.config.trusting(pipeline.state.withLock { $0.lastRequest?.trusted })
    }

    /// Whether a generation is running.
    public var isRunning: Bool { pipeline.state.withLock { $0.lifecycle.phase != .idle } }

    /// Starts a generation. If one is running, this call is the same as ``restart()``.
    @discardableResult
    public func start() -> Self {
        pipeline.begin(.spec, for: self)
        return self
    }

    /// Starts a new attempt with a request that is built again from the spec.
    ///
    /// The running attempt stops. The generation stays the same, so there is no second `onStart`. If the outcome is
    /// already settled, a new generation starts after `onEnd`. If no generation is running, a new one starts.
    public func restart() {
        pipeline.begin(.spec, for: self)
    }

    /// Calls ``restart()`` after a delay on the clock of the config, unless another command comes first.
    ///
    /// During the delay, the holder of the config lists the connection, and a cancel discards the restart. A listener
    /// that calls this method after a cancel has no effect, even if the cancel was too late for its generation.
    public func restart(after delay: Duration) {
        pipeline.schedule(after: delay, for: self)
    }

    /// Starts a new attempt with the request of the last attempt. Otherwise, this is the same as ``restart()``.
    ///
    /// If the body can be sent only once, the attempt fails with ``InvalidRequest/bodyAlreadySent``.
    public func repeatRequest() {
        pipeline.begin(.lastRequest, for: self)
    }

    /// Cancels the generation, unless its outcome is already settled.
    ///
    /// The call settles the outcome and returns immediately, whatever the connector does. Only the events of the cancel
    /// follow. The call also discards a scheduled or queued restart.
    public func cancel() {
        pipeline.cancel(.caller)
    }

    /// Cancels the generation for a reason, which becomes the ``ConnectionError/cancelReason``.
    public func cancel(because reason: CancelReason) {
        pipeline.cancel(reason)
    }
}

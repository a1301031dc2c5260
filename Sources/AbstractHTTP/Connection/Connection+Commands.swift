extension Connection {
    /// Whether a generation has begun and not ended.
    public var isRunning: Bool { state.withLock { $0.lifecycle.phase != .idle } }

    /// Begins a generation; while one runs, the same as ``restart()``.
    @discardableResult
    public func start() -> Self {
        begin(.spec)
        return self
    }

    /// Begins a new attempt with a request that is rebuilt from the spec.
    ///
    /// The attempt that runs is stopped; the generation stays the same, without a second `onStart`. When the outcome is
    /// settled already, a new generation begins after `onEnd`; when none runs, at once.
    public func restart() {
        begin(.spec)
    }

    /// Begins a new attempt with the request of the last one, otherwise as ``restart()``.
    ///
    /// A body that can be sent only once is not sent again: such an attempt fails with ``InvalidRequest/bodyAlreadySent``.
    public func repeatRequest() {
        begin(.lastRequest)
    }

    /// Ends the generation as cancelled, unless its outcome is settled already.
    ///
    /// Returns at once, whatever the connector does. The outcome is settled with this call: no other event than those of
    /// the cancel begins after it returned.
    public func cancel() {
        cancel(generation: nil)
    }

    /// Cancels the `generation`, or whichever runs.
    func cancel(generation: UInt64?) {
        let work = state.withLock { state in
            state.lifecycle.cancel(generation) ? state.takeWork() : nil
        }
        work?.abandon()
    }

    private func begin(_ source: Lifecycle.Source) {
        let (start, work) = state.withLock { state in
            let start = state.begin(source)
            return (start, start == .replaced ? state.takeWork() : nil)
        }
        work?.abandon()
        if start == .opened { driveInTask() }
    }

    /// Lets a task of its own run the generation that was just opened, and those that follow.
    func driveInTask() {
        config.holder?.add(self)
        Task { await drive() }
    }
}

extension Connection.State {
    mutating func begin(_ source: Lifecycle.Source) -> Lifecycle.Start {
        let start = lifecycle.start(source)
        if start == .opened { beginGeneration() }
        return start
    }

    /// Ends the generation; returns whether the next one has begun.
    mutating func end() -> Bool {
        let isReopened = lifecycle.end()
        if isReopened { beginGeneration() }
        return isReopened
    }

    mutating func takeWork() -> (any Abandonable)? {
        defer { work = nil }
        return work
    }

    private mutating func beginGeneration() {
        generation = setup
        attemptCount = 0
        failedAttempts = []
    }
}

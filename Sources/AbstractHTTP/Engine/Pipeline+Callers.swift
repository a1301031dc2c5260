/// The tasks that call the user's code. The connection waits for that code, so it cannot await the connection.
extension Pipeline {
    /// Notes that the current task runs the generation and calls its listeners.
    func noteDriver() {
        let task = TaskIdentity.current
        state.withLock { $0.generation.driver = task }
    }

    /// Notes that the current task calls the user's code, besides the one that runs the generation.
    func noteHelper() {
        let task = TaskIdentity.current
        state.withLock { state in
            if state.lifecycle.phase != .idle { state.generation.attempt.helpers.append(task) }
        }
    }

    /// Forgets the current task before it ends.
    func forgetHelper() {
        let task = TaskIdentity.current
        state.withLock { $0.generation.attempt.helpers.removeAll { $0 == task } }
    }
}

extension Attempt {
    /// Awaits `operation` like ``awaiting(_:)``. The operation calls the user's code.
    ///
    /// The task references no connection, because code that ignores cancellation may outlive that.
    func calling<Value: Sendable>(
        _ operation: @escaping @Sendable () async -> Value
    ) async throws(Interruption) -> Value {
        try await awaiting { [weak pipeline] in
            pipeline?.noteHelper()
            let value = await operation()
            pipeline?.forgetHelper()
            return value
        }
    }
}

extension Pipeline.GenerationState {
    /// Whether the current task calls the user's code.
    var isCalledByCurrentTask: Bool {
        let task = TaskIdentity.current
        return driver == task || attempt.helpers.contains(task)
    }
}

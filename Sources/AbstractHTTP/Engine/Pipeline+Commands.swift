/// Commands, from any thread.
extension Pipeline {
    /// Begins a generation, or replaces the running attempt.
    ///
    /// - Parameter restart: The scheduled restart that issues the command. If another command came first, nothing
    ///   happens.
    func begin(_ source: Lifecycle.Source, for connection: any ConnectionTask, by restart: ScheduledRestart? = nil) {
        let sessions = restart.map(\.sessions) ?? currentSessions()
        let (start, work, scheduled) = state.withLock {
            state -> (Lifecycle.Start?, (any Abortable)?, ScheduledRestart?) in
            guard restart == nil || state.scheduledRestart === restart else { return (nil, nil, nil) }
            let start = state.begin(source, in: sessions)
            return (start, start == .replaced ? state.takeWork() : nil, state.takeScheduledRestart())
        }
        work?.abort()
        if start == .opened { driveInTask(connection) }
        scheduled?.end()
    }

    /// Cancels the generation for all waiters, and discards scheduled and remembered starts. Does nothing if `isWanted`
    /// returns false for the state.
    func cancel(_ reason: CancelReason, if isWanted: (State) -> Bool = { _ in true }) {
        let (work, scheduled) = state.withLock { state -> ((any Abortable)?, ScheduledRestart?) in
            guard isWanted(state) else { return (nil, nil) }
            let scheduled = state.takeScheduledRestart()
            guard state.cancelForAll() else { return (nil, scheduled) }
            state.generation.cancelReason = reason
            return (state.takeWork(), scheduled)
        }
        work?.abort()
        scheduled?.end()
    }

    /// Does the same for one generation. Does nothing if another generation has begun.
    func cancel(generation: UInt64, _ reason: CancelReason) {
        cancel(reason) { $0.lifecycle.generation == generation }
    }

    /// Cancels the generation if `attempt` is its current attempt. A waiter for the stream of the next generation still
    /// gets that stream.
    func cancel(attempt: Lifecycle.Token, _ reason: CancelReason) {
        let work = state.withLock { state -> (any Abortable)? in
            guard state.lifecycle.cancel(attempt: attempt) else { return nil }
            state.generation.cancelReason = reason
            return state.takeWork()
        }
        work?.abort()
    }
}

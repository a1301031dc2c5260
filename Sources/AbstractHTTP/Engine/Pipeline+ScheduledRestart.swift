/// A restart that waits for its delay and meanwhile keeps its connection alive.
final class ScheduledRestart: Sendable {
    let connection: any ConnectionTask
    /// Holds the connection meanwhile.
    let holder: ConnectionHolder?
    /// The sessions to which the next requests belong.
    let sessions: Sessions?
    private let timer = Promise<DeadlineTimer>()

    init(_ connection: any ConnectionTask, heldBy holder: ConnectionHolder?, in sessions: Sessions?) {
        (self.connection, self.holder, self.sessions) = (connection, holder, sessions)
    }

    func wait(for timer: DeadlineTimer) { self.timer.fulfill(timer) }

    /// Ends the wait, because another command came first or the delay has passed.
    func end() {
        timer.current?.stop()
        holder?.remove(connection, isEnding: false)
    }
}

extension Pipeline {
    /// Restarts the connection after `delay`. Replaces an earlier scheduled restart. Does nothing after a cancel of the
    /// current generation.
    ///
    /// - Parameter continues: Whether the restart belongs to the sessions of the current generation.
    func schedule(after delay: Duration, for connection: any ConnectionTask, continuing continues: Bool = false) {
        let sessions = continues ? state.withLock(\.generation.sessions) : currentSessions()
        let restart = ScheduledRestart(connection, heldBy: holder, in: sessions)
        // Registered first, so that a command that follows immediately can remove it.
        _ = restart.holder?.add(connection, of: self, state.withLock(\.lifecycle.generation))
        let (isBlocked, earlier) = state.withLock { state -> (Bool, ScheduledRestart?) in
            guard !state.isCanceled else { return (true, nil) }
            defer { state.scheduledRestart = restart }
            return (false, state.scheduledRestart)
        }
        (isBlocked ? restart : earlier)?.end()
        guard !isBlocked else { return }
        guard delay > .zero else { return begin(.spec, for: connection, by: restart) }
        let timer = DeadlineTimer(min(delay, .longestWait), on: config.clock) { [self] in
            begin(.spec, for: connection, by: restart)
        }
        restart.wait(for: timer)
        // A command may have come before there was a timer to stop.
        if state.withLock({ $0.scheduledRestart !== restart }) { timer.stop() }
    }
}

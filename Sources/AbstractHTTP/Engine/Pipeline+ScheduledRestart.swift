/// A restart that waits for its time; meanwhile it keeps its connection alive.
final class ScheduledRestart: Sendable {
    let connection: any ConnectionTask
    /// Holds the connection meanwhile.
    let holder: ConnectionHolder?
    private let timer = Promise<DeadlineTimer>()

    init(_ connection: any ConnectionTask, heldBy holder: ConnectionHolder?) {
        self.connection = connection
        self.holder = holder
    }

    func wait(for timer: DeadlineTimer) { self.timer.fulfill(timer) }

    func stop() { timer.current?.stop() }
}

extension Pipeline {
    /// Restarts the connection after `delay`. Replaces an earlier such command, and does nothing after a cancel of the
    /// present generation.
    func schedule(after delay: Duration, for connection: any ConnectionTask) {
        let restart = ScheduledRestart(connection, heldBy: holder)
        // Listed first: a command that comes at once takes it off.
        _ = restart.holder?.add(connection, of: self, state.withLock(\.lifecycle.generation))
        let (isBlocked, earlier) = state.withLock { state -> (Bool, ScheduledRestart?) in
            guard !state.generation.isCanceledForAll else { return (true, nil) }
            defer { state.scheduledRestart = restart }
            return (false, state.scheduledRestart)
        }
        unregister(isBlocked ? restart : earlier)
        guard !isBlocked else { return }
        guard delay > .zero else { return begin(.spec, for: connection, by: restart) }
        let timer = DeadlineTimer(min(delay, .longestWait), on: config.clock) { [self] in
            begin(.spec, for: connection, by: restart)
        }
        restart.wait(for: timer)
        // A command may have come before there was a timer to stop.
        if state.withLock({ $0.scheduledRestart !== restart }) { timer.stop() }
    }

    /// Stops `restart`, because another command has come first, or because its time has come.
    func unregister(_ restart: ScheduledRestart?) {
        guard let restart else { return }
        restart.stop()
        restart.holder?.remove(restart.connection)
    }
}

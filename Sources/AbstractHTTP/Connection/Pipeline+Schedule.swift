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

    func wait(for timer: DeadlineTimer) { self.timer.fulfil(timer) }

    func stop() { timer.current?.stop() }
}

extension Pipeline {
    /// Has the connection restart after `delay`, in place of an earlier such command; not when a cancel came since its generation began.
    func schedule(after delay: Duration, for connection: any ConnectionTask) {
        let restart = ScheduledRestart(connection, heldBy: holder)
        // Listed first: a command that comes at once takes it off.
        _ = restart.holder?.add(connection, of: self, state.withLock(\.lifecycle.generation))
        let (isBarred, earlier) = state.withLock { state -> (Bool, ScheduledRestart?) in
            guard !state.isScheduleBarred else { return (true, nil) }
            defer { state.schedule = restart }
            return (false, state.schedule)
        }
        withdraw(isBarred ? restart : earlier)
        guard !isBarred else { return }
        guard delay > .zero else { return begin(.spec, for: connection, by: restart) }
        let timer = DeadlineTimer(min(delay, .longestWait), on: config.clock) { [self] in
            begin(.spec, for: connection, by: restart)
        }
        restart.wait(for: timer)
        // A command may have come before there was a timer to stop.
        if state.withLock({ $0.schedule !== restart }) { timer.stop() }
    }

    /// A command has come first, or the time.
    func withdraw(_ restart: ScheduledRestart?) {
        guard let restart else { return }
        restart.stop()
        restart.holder?.remove(restart.connection)
    }

}

extension Pipeline.State {
    mutating func takeSchedule() -> ScheduledRestart? {
        defer { schedule = nil }
        return schedule
    }
}

/// Commands, from any thread.
extension Pipeline {
    /// Starts, or replaces the attempt that runs; on behalf of `restart` only as long as no other command has come.
    func begin(_ source: Lifecycle.Source, for connection: any ConnectionTask, by restart: ScheduledRestart? = nil) {
        let (start, work, schedule) = state.withLock {
            state -> (Lifecycle.Start?, (any Abandonable)?, ScheduledRestart?) in
            guard restart == nil || state.schedule === restart else { return (nil, nil, nil) }
            let start = state.begin(source)
            return (start, start == .replaced ? state.takeWork() : nil, state.takeSchedule())
        }
        work?.abandon()
        if start == .opened { driveInTask(connection) }
        withdraw(schedule)
    }

    /// Cancels the generation, for everybody who waits.
    func cancel(_ reason: CancelReason) {
        cancel(reason) { state in state.cancelForAll() }
    }

    /// Cancels this generation, or what is to follow on it, when no other one has begun.
    func cancel(generation: UInt64, _ reason: CancelReason) {
        cancel(reason) { $0.lifecycle.generation == generation && $0.cancelForAll() }
    }

    /// Cancels the generation when `attempt` is its current one; who waits for a stream of the next generation gets it.
    func cancel(attempt: Lifecycle.Token, _ reason: CancelReason) {
        cancel(reason) { $0.lifecycle.cancel(attempt: attempt) }
    }

    /// Cancels when `change` does so in the state.
    func cancel(_ reason: CancelReason, _ change: (inout State) -> Bool) {
        let (work, schedule) = state.withLock { state -> ((any Abandonable)?, ScheduledRestart?) in
            let isCanceled = change(&state)
            if isCanceled { state.cancelReason = reason }
            defer { state.withdrawn = nil }
            return (isCanceled ? state.takeWork() : nil, state.withdrawn)
        }
        work?.abandon()
        withdraw(schedule)
    }
}

extension Pipeline.State {
    mutating func begin(_ source: Lifecycle.Source) -> Lifecycle.Start {
        let start = lifecycle.start(source)
        if start == .replaced { failures.isRecovering = false }
        if start == .opened { beginGeneration() }
        return start
    }

    /// Ends the generation; returns whether the next one has begun.
    mutating func end() -> Bool {
        let isReopened = lifecycle.end()
        isScheduleBarred = false
        // What it began with is released by who ran it, and not under the lock.
        if isReopened { beginGeneration() } else { generation = nil }
        return isReopened
    }

    mutating func nextStep() -> Lifecycle.Step? {
        let step = lifecycle.nextStep()
        if case .attempt = step {
            attemptCount += 1
            redirectCount = 0
            isHandedOver = false
        }
        return step
    }

    /// Cancels the generation for everybody, and what is to follow it; returns whether it was not too late for the generation.
    mutating func cancelForAll() -> Bool {
        withdrawn = takeSchedule()
        isScheduleBarred = lifecycle.phase != .idle
        isCanceledForAll = lifecycle.phase != .idle
        lifecycle.forgetStart()
        return lifecycle.cancel()
    }

    mutating func takeWork() -> (any Abandonable)? {
        defer { work = nil }
        return work
    }

    private mutating func beginGeneration() {
        generation = setup
        attemptCount = 0
        idempotencyKey = nil
        cancelReason = nil
        totalWatch = nil
        isHandedOver = false
        isCanceledForAll = false
    }
}

/// Commands, from any thread.
extension Pipeline {
    /// Starts, or replaces the attempt that runs.
    func begin(_ source: Lifecycle.Source, for connection: any ConnectionTask) {
        let (start, work) = state.withLock { state in
            let start = state.begin(source)
            return (start, start == .replaced ? state.takeWork() : nil)
        }
        work?.abandon()
        if start == .opened { driveInTask(connection) }
    }

    /// Cancels the generation of that number, or whichever runs.
    func cancel(generation: UInt64? = nil) {
        let work = state.withLock { state in
            state.lifecycle.cancel(generation) ? state.takeWork() : nil
        }
        work?.abandon()
    }

    /// Runs a generation, or joins the one that runs, and returns what it comes to.
    func outcome(for connection: any ConnectionTask) async -> Outcome {
        if !isStreamed, let generation = openHere(connection) {
            return await driveHere(connection, generation)
        }
        let (waiter, generation) = join(connection)
        return await withTaskCancellationHandler {
            await waiter.value()
        } onCancel: {
            cancel(generation: generation)
        }
    }

    /// Opens a generation when the connection is idle; returns its number.
    private func openHere(_ connection: any ConnectionTask) -> UInt64? {
        let generation: UInt64? = state.withLock { state in
            guard state.lifecycle.phase == .idle else { return nil }
            _ = state.begin(.spec)
            return state.lifecycle.generation
        }
        if generation != nil { config.holder?.add(connection) }
        return generation
    }

    /// Runs the opened generation in the awaiting task: no task and no hop more than needed.
    private func driveHere(_ connection: any ConnectionTask, _ generation: UInt64) async -> Outcome {
        let end = await withTaskCancellationHandler {
            await GenerationRun(self, connection).run()
        } onCancel: {
            cancel(generation: generation)
        }
        if end.isReopened { Task { await drive(connection) } }
        return end.outcome ?? .failure(canceledError())
    }

    /// Waits for the outcome of the present generation, or of a new one.
    private func join(_ connection: any ConnectionTask) -> (waiter: Promise<Outcome>, generation: UInt64) {
        let waiter = Promise<Outcome>()
        let (isOpened, generation) = state.withLock { state in
            state.waiters.append(waiter)
            let isOpened = state.lifecycle.phase == .idle && state.begin(.spec) == .opened
            return (isOpened, state.lifecycle.generation)
        }
        if isOpened { driveInTask(connection) }
        return (waiter, generation)
    }

    /// Runs generations until the connection is idle.
    private func drive(_ connection: any ConnectionTask) async {
        while await GenerationRun(self, connection).run().isReopened {}
    }

    /// Lets a task of its own run the generation that was just opened, and those that follow.
    private func driveInTask(_ connection: any ConnectionTask) {
        config.holder?.add(connection)
        Task { await drive(connection) }
    }
}

extension Pipeline.State {
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

    mutating func nextStep() -> Lifecycle.Step? {
        let step = lifecycle.nextStep()
        if case .attempt = step { attemptCount += 1 }
        return step
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

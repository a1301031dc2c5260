/// Who runs the generations, and who waits for them.
extension Pipeline {
    /// Runs a generation, or joins the one that runs, and returns what it comes to.
    func outcome(for connection: any ConnectionTask) async -> Outcome {
        if !isStreamed, let generation = openHere(connection) {
            return await driveHere(connection, generation)
        }
        let waiter = join(connection)
        return await withTaskCancellationHandler {
            await waiter.promise.value()
        } onCancel: {
            leave(waiter)
        }
    }

    /// The task of a waiter was cancelled: that cancels the generation for which it waits, or its wait for the next one.
    private func leave(_ waiter: Joiner) {
        let isAlone = state.withLock { state in
            guard state.isHandedOver, let index = state.waiters.firstIndex(where: { $0.id == waiter.id }) else {
                return false
            }
            state.waiters.remove(at: index)
            return true
        }
        if isAlone { waiter.promise.fulfil(.failure(canceledError(.task))) }
        cancel(.task) { state in
            state.waiters.contains { $0.id == waiter.id } && state.cancelForAll()
        }
    }

    /// Opens a generation when the connection is idle; returns its number.
    private func openHere(_ connection: any ConnectionTask) -> UInt64? {
        let (generation, schedule) = state.withLock { state -> (UInt64?, ScheduledRestart?) in
            guard state.lifecycle.phase == .idle else { return (nil, nil) }
            _ = state.begin(.spec)
            return (state.lifecycle.generation, state.takeSchedule())
        }
        if generation != nil { list(connection) }
        withdraw(schedule)
        return generation
    }

    /// Runs the opened generation in the awaiting task: no task and no hop more than needed.
    private func driveHere(_ connection: any ConnectionTask, _ generation: UInt64) async -> Outcome {
        let end = await withTaskCancellationHandler {
            await GenerationRun(self, connection).run()
        } onCancel: {
            cancel(.task) { $0.lifecycle.generation == generation && $0.cancelForAll() }
        }
        if end.isReopened { Task { await drive(connection) } }
        return end.outcome ?? .failure(canceledError())
    }

    /// Waits for the outcome of the present generation, or of a new one.
    private func join(_ connection: any ConnectionTask) -> Joiner {
        let (waiter, isOpened, schedule) = state.withLock { state in
            state.lastWaiterID += 1
            let waiter = Joiner(id: state.lastWaiterID)
            state.waiters.append(waiter)
            let isOpened = state.lifecycle.phase == .idle && state.begin(.spec) == .opened
            return (waiter, isOpened, isOpened ? state.takeSchedule() : nil)
        }
        if isOpened { driveInTask(connection) }
        withdraw(schedule)
        return waiter
    }

    /// Runs generations until the connection is idle.
    private func drive(_ connection: any ConnectionTask) async {
        while await GenerationRun(self, connection).run().isReopened {}
    }

    /// Lets a task of its own run the generation that was just opened, and those that follow.
    func driveInTask(_ connection: any ConnectionTask) {
        list(connection)
        Task { await drive(connection) }
    }

    /// Puts the connection, whose generation has begun, into the holder of the config, in place of older ones if it is to.
    func list(_ connection: any ConnectionTask) {
        guard let holder else { return }
        let (generation, replaced) = state.withLock { state in
            state.holder = holder
            return (state.lifecycle.generation, state.replacesOlder ? state.identifier : nil)
        }
        let older = holder.add(connection, of: self, generation, replacing: replaced)
        for (pipeline, generation) in older { pipeline.cancel(generation: generation, .newerRequest) }
    }
}

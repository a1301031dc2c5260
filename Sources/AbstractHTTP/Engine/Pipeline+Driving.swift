/// Runs generations, and waits for them.
extension Pipeline {
    /// Runs a generation, or joins the running one, and returns its outcome.
    ///
    /// - Parameter sessions: The sessions that the generation continues, or nil for the current ones.
    @inline(__always)
    func outcome(for connection: any ConnectionTask, in sessions: Sessions?) async -> Outcome {
        let caller = Caller(sessions: sessions ?? currentSessions(), isContinuing: sessions != nil)
        if !isStreamed, let generation = openHere(connection, caller.sessions) {
            return await driveHere(connection, generation, for: caller)
        }
        let waiter: OutcomeWaiter
        switch join(connection, caller) {
        case .waiter(let joined): waiter = joined
        case .outcome(let outcome): return outcome
        }
        return await withTaskCancellationHandler {
            await waiter.promise.value()
        } onCancel: {
            stopWaiting(waiter)
        }
    }

    /// Handles the cancellation of a waiting task. Cancels the generation it waits for, or its wait for the next one.
    private func stopWaiting(_ waiter: OutcomeWaiter) {
        let isAlone = state.withLock { state in
            guard state.generation.attempt.isHandedOver,
                let index = state.waiters.firstIndex(where: { $0.id == waiter.id })
            else { return false }
            state.waiters.remove(at: index)
            return true
        }
        if isAlone { waiter.promise.fulfill(.failure(canceledError(.task))) }
        cancel(.task) { state in state.waiters.contains { $0.id == waiter.id } }
    }

    /// Opens a generation if the connection is idle, and returns its number.
    private func openHere(_ connection: any ConnectionTask, _ sessions: Sessions?) -> UInt64? {
        let (generation, schedule) = state.withLock { state -> (UInt64?, ScheduledRestart?) in
            guard state.lifecycle.phase == .idle else { return (nil, nil) }
            _ = state.begin(.spec, in: sessions)
            return (state.lifecycle.generation, state.takeScheduledRestart())
        }
        if generation != nil { register(connection) }
        schedule?.end()
        return generation
    }

    /// Runs the opened generation in the awaiting task, without another task.
    @inline(__always)
    private func driveHere(
        _ connection: any ConnectionTask, _ generation: UInt64, for caller: Caller
    ) async -> Outcome {
        let end = await withTaskCancellationHandler {
            await Generation(self, connection).run()
        } onCancel: {
            cancel(generation: generation, .task)
        }
        if end.isReopened { Task { await drive(connection) } }
        return Self.outcome(end.outcome ?? .failure(canceledError()), of: end.sessions, for: caller)
    }

    /// What a caller gets that joins a connection.
    private enum Joining {
        case waiter(OutcomeWaiter)
        /// The caller waits for nothing.
        case outcome(Outcome)
    }

    /// Adds a waiter for the outcome of the current generation, or of a new one.
    private func join(_ connection: any ConnectionTask, _ caller: Caller) -> Joining {
        let (joining, isOpened, schedule) = state.withLock { state -> (Joining, Bool, ScheduledRestart?) in
            if let outcome = state.outcomeWithoutWaiting(for: caller) { return (.outcome(outcome), false, nil) }
            state.lastWaiterID += 1
            let waiter = OutcomeWaiter(id: state.lastWaiterID, caller: caller)
            state.waiters.append(waiter)
            let isOpened = state.lifecycle.phase == .idle && state.begin(.spec, in: caller.sessions) == .opened
            return (.waiter(waiter), isOpened, isOpened ? state.takeScheduledRestart() : nil)
        }
        if isOpened { driveInTask(connection) }
        schedule?.end()
        return joining
    }

    /// Runs generations until the connection is idle.
    private func drive(_ connection: any ConnectionTask) async {
        while await Generation(self, connection).run().isReopened {}
    }

    /// Runs the generation that was just opened, and those that follow it, in a new task.
    func driveInTask(_ connection: any ConnectionTask) {
        register(connection)
        Task { await drive(connection) }
    }

    /// Adds the connection to its holder when a generation has begun, and cancels the connections that it replaces.
    func register(_ connection: any ConnectionTask) {
        guard let holder else { return }
        let (generation, replaced) = state.withLock { state in
            state.generation.holder = holder
            return (state.lifecycle.generation, state.replacesOlder ? state.identifier : nil)
        }
        let older = holder.add(connection, of: self, generation, replacing: replaced)
        for (pipeline, generation) in older { pipeline.cancel(generation: generation, .newerRequest) }
    }
}

extension Pipeline.State {
    /// The outcome for a caller that must not wait for the current generation. Nil for every other caller.
    fileprivate func outcomeWithoutWaiting(for caller: Pipeline.Caller) -> Outcome? {
        guard lifecycle.phase != .idle else { return nil }
        // The current generation belongs to later sessions than those that the caller continues.
        if caller.isContinuing, let sessions = caller.sessions, sessions.haveEnded(before: generation.sessions) {
            return .failure(Pipeline.signedOut)
        }
        if generation.isCalledByCurrentTask {
            let reason = InvalidRequest.awaitsItself
            return .failure(ConnectionError(type: reason.type, request: request, underlying: reason))
        }
        return overdueOutcome.map { Pipeline.outcome($0, of: generation.sessions, for: caller) }
    }
}

extension Connection {
    /// Runs a generation and returns its model; joins the one that runs, if any.
    ///
    /// Cancelling the awaiting task cancels the connection. Throws when the generation failed, or was cancelled
    /// (``ConnectionErrorType/canceled``); returns or throws after the last `onEnd`, but a ``ResponseStream`` is returned as
    /// soon as its head is accepted. Must not be awaited by a listener of the same connection.
    public func response() async throws(ConnectionError) -> ResponseModel {
        try await outcome().get()
    }

    private func outcome() async -> Outcome {
        if specs.value.response.streamParser == nil, let generation = openHere() {
            return await driveHere(generation)
        }
        let (waiter, generation) = join()
        return await withTaskCancellationHandler {
            await waiter.value()
        } onCancel: {
            cancel(generation: generation)
        }
    }

    /// Opens a generation when the connection is idle; returns its number.
    private func openHere() -> UInt64? {
        let generation: UInt64? = state.withLock { state in
            guard state.lifecycle.phase == .idle else { return nil }
            _ = state.begin(.spec)
            return state.lifecycle.generation
        }
        if generation != nil { config.holder?.add(self) }
        return generation
    }

    /// Runs the opened generation in the awaiting task: no task and no hop more than needed.
    private func driveHere(_ generation: UInt64) async -> Outcome {
        let end = await withTaskCancellationHandler {
            await runGeneration()
        } onCancel: {
            cancel(generation: generation)
        }
        if end.isReopened { Task { await drive() } }
        return end.outcome ?? .failure(canceledError())
    }

    /// Waits for the outcome of the present generation, or of a new one.
    private func join() -> (waiter: Promise<Outcome>, generation: UInt64) {
        let waiter = Promise<Outcome>()
        let (isOpened, generation) = state.withLock { state in
            state.waiters.append(waiter)
            let isOpened = state.lifecycle.phase == .idle && state.begin(.spec) == .opened
            return (isOpened, state.lifecycle.generation)
        }
        if isOpened { driveInTask() }
        return (waiter, generation)
    }
}

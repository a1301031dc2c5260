/// The ends of a generation: success, failure, cancel.
extension Generation {
    /// COMMIT ▸ onSuccess ▸ afterSuccess* ▸ onEnd*
    ///
    /// A model that is a stream has already been handed over. Listeners get the head of the response instead.
    @inline(__always)
    func succeed(_ success: Attempt.Success, _ attempt: Attempt) async throws(Interruption) -> GenerationEnd {
        let outcome = success.model.map { Outcome.success($0) }
        try await commit(attempt, outcome)
        guard !Task.isCancelled else {
            return await withoutCancellation { [self] in await endSuccessful(success, outcome) }
        }
        return await endSuccessful(success, outcome)
    }

    /// afterSuccess* ▸ onEnd*
    @inline(__always)
    private func endSuccessful(_ success: Attempt.Success, _ outcome: Outcome?) async -> GenerationEnd {
        for listener in listeners.response {
            await listener.afterSuccess(
                connection: connection, responseModel: success.model?.value ?? success.response)
        }
        return await end(outcome, response: success.response, model: success.model)
    }

    /// on…Error* ▸ COMMIT ▸ addOnError closures ▸ afterError* ▸ onEnd*
    func fail(_ failure: AttemptFailure, _ attempt: Attempt) async throws(Interruption) -> GenerationEnd {
        pipeline.beginFailing()
        for listener in listeners.error {
            try attempt.checkCurrent()
            await notify(listener, of: failure)
        }
        try await commit(attempt, .failure(failure.error))
        return await withoutCancellation { [self] in await endFailed(failure.error, model: failure.responseModel) }
    }

    private func notify(_ listener: any ConnectionErrorListener, of failure: AttemptFailure) async {
        let error = failure.error
        switch (error.type, error.response) {
        case (.invalidResponse, let response?), (.redirect, let response?), (.authorization, let response?):
            await listener.onResponseError(connection: connection, response: response)
        case (.parse, let response?), (.fileSystem, let response?):
            await listener.onParseError(
                connection: connection, response: response, error: error.underlying ?? error.type)
        case (.validation, let response?):
            // A spec that throws `.validation` while parsing has no model. Listeners get the response instead.
            let model: any Sendable = failure.responseModel?.value ?? response
            await listener.onValidationError(connection: connection, response: response, responseModel: model)
        default:
            await listener.onNetworkError(connection: connection, error: error.underlying ?? error.type)
        }
    }

    /// onCanceled* ▸ afterError* ▸ onEnd*
    func deliverCancel() async -> GenerationEnd {
        for listener in listeners.error { await listener.onCanceled(connection: connection) }
        return await endFailed(pipeline.canceledError(), model: nil)
    }

    /// Calls listeners in a task that is not canceled, so that they can still await something.
    func withoutCancellation<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        guard Task.isCancelled else { return await body() }
        return await Task { [pipeline] in
            pipeline.noteHelper()
            let value = await body()
            pipeline.forgetHelper()
            return value
        }.value
    }

    private func endFailed(_ error: ConnectionError, model: ModelBox?) async -> GenerationEnd {
        for listener in listeners.error {
            await listener.afterError(
                connection: connection, response: error.response, responseModel: model?.value, error: error)
        }
        return await end(.failure(error), response: error.response, model: model)
    }

    /// onEnd* ▸ addOnEnd closures ▸ idle, or the next generation ▸ waiters resume
    ///
    /// - Parameter outcome: Nil if the model was handed over as a stream. Later callers wait for the next generation.
    @inline(__always)
    private func end(_ outcome: Outcome?, response: Response?, model: ModelBox?) async -> GenerationEnd {
        let error = outcome?.failure
        pipeline.config.holder?.beginEnding(connection)
        for listener in listeners.plain {
            let shown: (any Sendable)? = outcome == nil ? response : model?.value
            await listener.onEnd(connection: connection, response: response, responseModel: shown, error: error)
        }
        let onEnd = setup.onEnd
        if !onEnd.isEmpty {
            await MainActor.run { for closure in onEnd { closure(response, model, error) } }
        }
        return close(outcome, error)
    }

    private func close(_ outcome: Outcome?, _ error: ConnectionError?) -> GenerationEnd {
        // Values taken out of the state are released outside the lock.
        var ended = Pipeline.GenerationState()
        let (isReopened, scheduled, waiters, canceled) = pipeline.state.withLock { state in
            let isForNext = state.generation.attempt.isHandedOver && !state.generation.isCanceledForAll
            let waiters = isForNext ? [] : state.waiters
            if !isForNext { state.waiters = [] }
            if !state.waiters.isEmpty && !state.lifecycle.isReopening {
                _ = state.begin(.spec, in: state.waiters.last?.caller.sessions)
            }
            let canceled = waiters.isEmpty ? nil : outcome ?? .failure(state.canceledError())
            let isReopened = state.end(swapping: &ended)
            return (isReopened, isReopened ? state.takeScheduledRestart() : nil, waiters, canceled)
        }
        ended.stopTimers()
        if isReopened { pipeline.register(connection) }
        ended.holder?.remove(connection, isEnding: pipeline.config.holder != nil)
        scheduled?.end()
        if let canceled {
            for waiter in waiters {
                waiter.promise.fulfill(Pipeline.outcome(canceled, of: ended.sessions, for: waiter.caller))
            }
        }
        ended.attempt.waitingStream?.setOutcome(error)
        return GenerationEnd(outcome: outcome, sessions: ended.sessions, isReopened: isReopened)
    }

    /// Settles the outcome, and calls the closures that receive it. The first turn settles it, so that a cancel on the
    /// same serial queue or actor comes before or after both.
    @inline(__always)
    private func commit(_ attempt: Attempt, _ outcome: Outcome?) async throws(Interruption) {
        if let outcome, !setup.completions.isEmpty {
            for turn in setup.completions.turns(for: outcome) {
                try await attempt.call(turn, with: outcome) { attempt.commit(outcome) }
            }
        }
        guard attempt.commit(outcome) else { throw .superseded }
    }
}

extension Attempt {
    /// COMMIT: settles the outcome. Returns whether this attempt has settled it, now or before.
    fileprivate func commit(_ outcome: Outcome?) -> Bool {
        pipeline.state.withLock { state in
            guard state.lifecycle.commit(token) else { return state.lifecycle.allows(token) }
            // Only callers that wait after the total deadline get it from here.
            if state.generation.totalTimer != nil || state.generation.overdue != nil {
                state.generation.settled = outcome
            }
            return true
        }
    }

    /// Calls the closures of a turn, or throws if `isCurrent` returns false in that turn. A command that comes first
    /// does not wait for a queue.
    func call(
        _ turn: [Completion], with outcome: Outcome, if isCurrent: @escaping @Sendable () -> Bool
    ) async throws(Interruption) {
        guard turn.isOnQueue else {
            guard await turn.call(with: outcome, if: isCurrent) else { throw .superseded }
            return
        }
        let work = DetachableOperation<Bool>()
        try track(work)
        let isCalled = await work.value { await turn.call(with: outcome, if: isCurrent) }
        guard isCalled == true else { throw .superseded }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}

/// The ends of a generation: success, failure, cancel.
extension GenerationRun {
    /// COMMIT ▸ onSuccess ▸ afterSuccess* ▸ onEnd*
    func succeed(_ token: Token, _ model: AnyModel, _ response: Response) async -> GenerationEnd? {
        guard await commit(token, .success(model), generation.callback(of: model)) else { return nil }
        for listener in listeners.response {
            await listener.afterSuccess(connection: connection, responseModel: model.value)
        }
        return await end(.success(model), response: response, model: model)
    }

    /// The same for a stream that was read to its end: onSuccess was called with its head, and the head stands for the model.
    func succeed(_ token: Token, _ head: Response) async -> GenerationEnd? {
        guard await commit(token, nil, nil) else { return nil }
        for listener in listeners.response {
            await listener.afterSuccess(connection: connection, responseModel: head)
        }
        return await end(nil, response: head, model: nil)
    }

    /// Asks recovery; when it gives up, the failure stands. A cancel by the connector is no failure.
    func recoverOrFail(_ token: Token, _ request: Request, _ failure: Failure) async -> GenerationEnd? {
        guard allows(token) else { return nil }
        stopAttemptClock()
        guard failure.type != .canceled else {
            pipeline.cancel(attempt: token, .connector)
            return nil
        }
        let failure = pipeline.specs.value.response.explained(failure)
        return await recover(token, failure, record(failure, request))
    }

    /// on…Error* ▸ COMMIT ▸ addOnError closures ▸ afterError* ▸ onEnd*
    func fail(_ token: Token, _ error: ConnectionError, _ failure: Failure) async -> GenerationEnd? {
        pipeline.stopClocks()
        for listener in listeners.error {
            guard allows(token) else { return nil }
            await notify(listener, of: failure)
        }
        guard await commit(token, .failure(error), generation.callback(of: error)) else { return nil }
        return await endFailed(error, model: failure.responseModel)
    }

    private func notify(_ listener: any ConnectionErrorListener, of failure: Failure) async {
        switch (failure.type, failure.response) {
        case (.invalidResponse, let response?), (.redirect, let response?), (.authorization, let response?):
            await listener.onResponseError(connection: connection, response: response)
        case (.parse, let response?), (.fileSystem, let response?):
            let error = failure.underlying ?? failure.type
            await listener.onParseError(connection: connection, response: response, error: error)
        case (.validation, let response?):
            // A spec that throws `.validation` while parsing has no model to show: the response stands for it.
            let model: any Sendable = failure.responseModel?.value ?? response
            await listener.onValidationError(connection: connection, response: response, responseModel: model)
        default:
            await listener.onNetworkError(connection: connection, error: failure.underlying ?? failure.type)
        }
    }

    func deliverCancelApart() async -> GenerationEnd {
        await apart { [self] in await deliverCancel() }
    }

    /// Calls listeners in a task that is not canceled, so that they can still await something.
    func apart<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        Task.isCancelled ? await Task { await body() }.value : await body()
    }

    /// onCanceled* ▸ afterError* ▸ onEnd*
    private func deliverCancel() async -> GenerationEnd {
        for listener in listeners.error { await listener.onCanceled(connection: connection) }
        return await endFailed(pipeline.canceledError(), model: nil)
    }

    private func endFailed(_ error: ConnectionError, model: AnyModel?) async -> GenerationEnd {
        for listener in listeners.error {
            await listener.afterError(
                connection: connection, response: error.response, responseModel: model?.value, error: error)
        }
        return await end(.failure(error), response: error.response, model: model)
    }

    /// onEnd* ▸ addOnEnd closures ▸ idle, or the next generation ▸ waiters resume
    ///
    /// `outcome` is nil after a stream that was read: it had been handed over. Who came later waits for the next one.
    private func end(_ outcome: Outcome?, response: Response?, model: AnyModel?) async -> GenerationEnd {
        let error = outcome?.failure
        for listener in listeners.plain {
            let shown: (any Sendable)? = outcome == nil ? response : model?.value
            await listener.onEnd(connection: connection, response: response, responseModel: shown, error: error)
        }
        let onEnd = generation.onEnd
        if !onEnd.isEmpty {
            await MainActor.run { for closure in onEnd { closure(response, model, error) } }
        }
        return close(outcome, error)
    }

    private func close(_ outcome: Outcome?, _ error: ConnectionError?) -> GenerationEnd {
        // What is taken out of the state is released after the lock is left.
        let (isReopened, schedule, holder, waiters, stream, failures, timers) = pipeline.state.withLock { state in
            let isForNext = state.isHandedOver && !state.isCanceledForAll
            let waiters = isForNext ? [] : state.waiters
            if !isForNext { state.waiters = [] }
            if !state.waiters.isEmpty && !state.lifecycle.isReopening { _ = state.begin(.spec) }
            let (stream, failures, timers) = (state.unsettledStream, state.failures, state.timers)
            (state.work, state.unsettledStream, state.failures) = (nil, nil, Pipeline.Failures())
            if !timers.isEmpty { state.timers = [:] }
            let (isReopened, holder) = (state.end(), state.holder)
            state.holder = nil
            return (isReopened, isReopened ? state.takeSchedule() : nil, holder, waiters, stream, failures, timers)
        }
        for timer in timers.values { timer.stop() }
        if isReopened { pipeline.list(connection) }
        holder?.remove(connection)
        pipeline.withdraw(schedule)
        for waiter in waiters { waiter.promise.fulfil(outcome ?? .failure(pipeline.canceledError())) }
        stream?.settle(error)
        withExtendedLifetime(failures) {}
        return GenerationEnd(outcome: outcome, isReopened: isReopened)
    }

    /// Settles the outcome and runs `callback` in the same turn of the main actor, so that a cancel made there comes
    /// before both or after both; and the same with the completion on its queue, which comes first.
    private func commit(
        _ token: Token, _ outcome: Outcome?, _ callback: (@MainActor @Sendable () -> Void)?
    ) async -> Bool {
        if let outcome, let completion = generation.completion {
            guard await call(completion, with: outcome, token, if: { [self] in settle(token) }) else { return false }
            if let callback { await callback() }
            return true
        }
        guard let callback else { return settle(token) }
        return await MainActor.run {
            guard settle(token) else { return false }
            callback()
            return true
        }
    }

    /// Calls the completion when its queue gets to it; a command that comes first does not wait for that.
    func call(
        _ completion: Completion, with outcome: Outcome, _ token: Token, if isCurrent: @escaping @Sendable () -> Bool
    ) async -> Bool {
        let work = AbandonableWork<Bool>()
        guard adopt(work, token) else { return false }
        return await work.value { await completion.call(with: outcome, if: isCurrent) } ?? false
    }

    private func settle(_ token: Token) -> Bool {
        pipeline.state.withLock { $0.lifecycle.commit(token) }
    }
}

extension ResponseSpec {
    /// The failure with what the server says about it, where that can be read.
    fileprivate func explained(_ failure: Failure) -> Failure {
        guard failure.type == .invalidResponse, failure.failureModel == nil, let response = failure.response else {
            return failure
        }
        var explained = failure
        do {
            explained.failureModel = try parseFailure(response: response)
        } catch {
            explained.underlying = failure.underlying ?? error
        }
        return explained
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}

extension Duration {
    /// Waits are cut to this, so that no clock overflows: ten years.
    package static let longestWait = Duration.seconds(10 * 365 * 86_400)
}

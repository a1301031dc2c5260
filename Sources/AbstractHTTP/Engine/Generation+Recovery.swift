/// What follows a failed attempt.
extension Generation {
    /// Records the failure and asks the policies. If none of them recovers, the failure stands.
    ///
    /// A cancel by the connector is not a failure. It cancels the generation.
    func recoverOrFail(_ failure: AttemptFailure, _ attempt: Attempt) async throws(Interruption) -> GenerationEnd {
        try attempt.beginFailing()
        guard failure.error.type != .canceled else { throw cancel(attempt, .connector) }
        var failure = failure
        if let rejected = failure.rejected {
            failure.error.response = try await attempt.beginning(of: rejected.response)
            failure.rejected = nil
        }
        let explained = pipeline.specs.value.response.explained(failure, isStreamed: pipeline.isStreamed)
        if failure.isFinal { return try await fail(record(explained), attempt) }
        return try await fail(recover(record(explained), attempt), attempt)
    }

    /// Asks the policies in order. The first that recovers begins another attempt, which supersedes this one. If none
    /// does, or if a policy decides how to fail, returns the failure.
    private func recover(_ failure: AttemptFailure, _ attempt: Attempt) async throws(Interruption) -> AttemptFailure {
        var failure = failure
        for policy in policies {
            switch try await ask(policy, about: failure.error, attempt) {
            case .giveUp: continue
            case .restart(let delay): try await restart(.spec, after: delay, attempt)
            case .repeat(let delay): try await restart(.lastRequest, after: delay, attempt)
            case .fail(.canceled, _): throw cancel(attempt, .policy)
            case .decline(let reason): failure.error.notRetriedReason = failure.error.notRetriedReason ?? reason
            case .fail(let type, let reason):
                (failure.error.type, failure.error.underlying) = (type, reason)
                failure.error.takeAnswer(ofLoginIn: reason)
                failure.responseModel = nil
                return failure
            }
        }
        return failure
    }

    private func cancel(_ attempt: Attempt, _ reason: CancelReason) -> Interruption {
        pipeline.cancel(attempt: attempt.token, reason)
        return .superseded
    }

    private func ask(
        _ policy: any RecoveryPolicy, about error: ConnectionError, _ attempt: Attempt
    ) async throws(Interruption) -> Recovery {
        let context = recoveryContext(of: error)
        guard policy.waitsForUser else { return try await attempt.calling { await policy.recovery(from: context) } }
        var told: [any ConnectionListener] = []
        let recovery: Result<Recovery, Interruption>
        do throws(Interruption) {
            for listener in listeners.plain {
                try attempt.checkCurrent()
                told.append(listener)
                await listener.onWaitForUser(connection: connection)
            }
            recovery = .success(try await attempt.calling { await policy.recovery(from: context) })
        } catch {
            recovery = .failure(error)
        }
        await withoutCancellation { [connection, told] in
            for listener in told { await listener.afterWaitForUser(connection: connection) }
        }
        return try recovery.get()
    }

    private func recoveryContext(of error: ConnectionError) -> RecoveryContext {
        let (number, redirects, built, adapted) = pipeline.state.withLock { state in
            let generation = state.generation
            return (
                generation.attemptCount, generation.attempt.redirectCount, state.lastRequest?.request,
                generation.attempt.adaptedRequest
            )
        }
        return RecoveryContext(
            connection: connection, attempt: number, error: error, request: built, adapted: adapted,
            redirects: redirects)
    }

    /// Begins another attempt after a wait, which supersedes this one.
    private func restart(
        _ source: Lifecycle.Source, after delay: Duration, _ attempt: Attempt
    ) async throws(Interruption) -> Never {
        if delay > .zero {
            let (clock, wait) = (pipeline.config.clock, min(delay, .longestWait))
            try await attempt.awaiting { try? await clock.sleep(for: wait) }
        }
        pipeline.state.withLock { state in
            state.generation.failures.isRecovering = state.lifecycle.recover(attempt.token, source)
        }
        throw .superseded
    }

    /// Adds the failure to the record of the generation, unless it is there already.
    func record(_ failure: AttemptFailure) -> AttemptFailure {
        guard failure.error.attempts.isEmpty else { return failure }
        var recorded = failure
        let error = failure.error
        recorded.error.cancelReason = (error.underlying as? DeadlineExceeded).map { .deadline($0.clock) }
        // Release the previous failure outside the lock.
        var last: Pipeline.Failures.Last?
        pipeline.state.withLock { state in
            // The total deadline may expire before the first attempt.
            if state.generation.attemptCount > 0 {
                let record = AttemptRecord(
                    number: state.generation.attemptCount, request: error.request,
                    statusCode: error.response?.statusCode, type: error.type, underlying: error.underlying)
                state.generation.failures.records.append(record)
            }
            recorded.error.attempts = state.generation.failures.records
            last = Pipeline.Failures.Last(recorded)
            swap(&state.generation.failures.last, &last)
        }
        return recorded
    }
}

extension ResponseSpec {
    /// The failure with the server's explanation, if the spec can parse it.
    fileprivate func explained(_ failure: AttemptFailure, isStreamed: Bool) -> AttemptFailure {
        guard failure.error.failureModel == nil, let response = failure.error.response else { return failure }
        var explained = failure
        switch failure.error.type {
        case .invalidResponse:
            do {
                explained.error.failureModel = try parseFailure(response: response)
            } catch {
                explained.error.underlying = failure.error.underlying ?? error
            }
        case .parse where isStreamed:
            // Only the failure of an element is final. Any other one means that the response is no stream.
            guard let model = try? parseFailure(response: response),
                !failure.isFinal || response.hasMember(for: type(of: model))
            else { return failure }
            (explained.error.type, explained.error.failureModel) = (.invalidResponse, model)
        default: break
        }
        return explained
    }
}

extension Response {
    /// Whether a failure model that was read from this element of a stream has read one of its members. A model that
    /// can be read from anything does not show that the element is an error.
    fileprivate func hasMember(for model: any Sendable.Type) -> Bool {
        guard let model = model as? any Decodable.Type else { return true }
        return (try? decoded(as: HTTPContent.self))?.members?.reading(by: model) == .members
    }
}

/// What follows a failed attempt.
extension GenerationRun {
    /// Asks the policies in order; the first that recovers wins, and when none does, the failure stands.
    func recover(_ token: Token, _ failure: Failure, _ error: ConnectionError) async -> GenerationEnd? {
        var error = error
        for policy in policies {
            let asked = attemptFailure(error)
            switch await ask(policy, about: asked, token) {
            case nil: return nil
            case .giveUp: continue
            case .restart(let delay): return await begin(token, .spec, after: delay)
            case .repeat(let delay): return await begin(token, .lastRequest, after: delay)
            case .refuse(let reason): error.refusal = error.refusal ?? reason
            case .fail(let type, let reason):
                (error.type, error.underlying) = (type, reason)
                return await fail(token, error, Failure(type: type, response: failure.response, underlying: reason))
            }
        }
        return await fail(token, error, failure)
    }

    /// Nil when the attempt is not current any more.
    private func ask(_ policy: any RecoveryPolicy, about failure: AttemptFailure, _ token: Token) async -> Recovery? {
        guard policy.waitsForUser else { return await work(token) { await policy.recovery(from: failure) } }
        for listener in listeners.plain { await listener.onWaitForUser(connection: connection) }
        let recovery = await work(token) { await policy.recovery(from: failure) }
        await apart { [self] in
            for listener in listeners.plain { await listener.afterWaitForUser(connection: connection) }
        }
        return recovery
    }

    private func attemptFailure(_ error: ConnectionError) -> AttemptFailure {
        let (number, redirects, draft, prepared) = pipeline.state.withLock { state in
            (state.attemptCount, state.redirectCount, state.lastDraft?.request, state.preparedRequest)
        }
        return AttemptFailure(
            connection: connection, attempt: number, error: error, request: draft, prepared: prepared,
            redirects: redirects)
    }

    /// Another attempt, after a wait.
    private func begin(_ token: Token, _ source: Lifecycle.Source, after delay: Duration) async -> GenerationEnd? {
        if delay > .zero {
            let (clock, wait) = (pipeline.config.clock, min(delay, .longestWait))
            guard await work(token, { try? await clock.sleep(for: wait) }) != nil else { return nil }
        }
        pipeline.state.withLock { state in
            state.failures.isRecovering = state.lifecycle.recover(token, source)
        }
        return nil
    }

    /// The failure of which a policy wanted to recover stands when the next request has a body that was sent, and cannot be again.
    func failInsteadOfSendingTwice(_ token: Token, _ problem: RequestDraft.Problem) async -> GenerationEnd?? {
        guard problem.underlying as? InvalidRequest == .bodyAlreadySent,
            let last = pipeline.state.withLock({ $0.failures.isRecovering ? $0.failures.last : nil })
        else { return nil }
        var error = last.error
        error.refusal = error.refusal ?? RetryRefusal.bodyAlreadySent
        return .some(await fail(token, error, last.failure))
    }

    /// Adds the failed attempt to the record of the generation.
    func record(_ failure: Failure, _ request: Request) -> ConnectionError {
        pipeline.state.withLock { state in
            let attempt = Attempt(
                number: state.attemptCount, request: request, statusCode: failure.response?.statusCode,
                type: failure.type, underlying: failure.underlying)
            state.failures.attempts.append(attempt)
            var error = ConnectionError(
                type: failure.type, request: request, response: failure.response,
                failureModel: failure.failureModel, underlying: failure.underlying, attempts: state.failures.attempts)
            error.cancelReason = (failure.underlying as? DeadlineExceeded).map { .deadline($0.clock) }
            state.failures.last = Pipeline.Failed(failure, error)
            return error
        }
    }
}

extension Pipeline {
    /// A failed attempt; not a value, since most generations have none and their state is copied.
    final class Failed: Sendable {
        let failure: Failure
        let error: ConnectionError

        init(_ failure: Failure, _ error: ConnectionError) {
            (self.failure, self.error) = (failure, error)
        }
    }

    /// What has failed in a generation so far.
    struct Failures: Sendable {
        var attempts: [Attempt] = []
        var last: Failed?
        /// Whether the present attempt is to recover from the last failure.
        var isRecovering = false
    }
}

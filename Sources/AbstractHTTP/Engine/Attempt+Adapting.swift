/// Turns the spec into the request that is sent.
extension Attempt {
    /// willEncode* ▸ the request of the spec, or the last request ▸ didEncode*
    ///
    /// An attempt builds its request once: for `onStart`, or when it begins. `onStart` gets a request even if the
    /// attempt is superseded meanwhile. Observers do not.
    @inline(__always)
    func build(_ source: Lifecycle.Source) async -> BuiltRequest {
        let known = pipeline.state.withLock { state in
            KnownRequest(
                isBuilt: state.generation.attempt.isBuilt, isFirst: state.generation.attemptCount == 0,
                last: state.lastRequest, sessions: state.generation.sessions)
        }
        if known.isBuilt, let built = known.last { return built }
        guard listeners.observers.isEmpty else { return await buildObserved(source, known) }
        return makeRequest(source, known)
    }

    /// What is known when an attempt builds its request.
    private struct KnownRequest {
        /// Whether ``last`` is the request of this attempt.
        let isBuilt: Bool
        /// Whether the attempt is the first one of its generation.
        let isFirst: Bool
        let last: BuiltRequest?
        let sessions: Sessions?
    }

    @inline(never)
    private func buildObserved(_ source: Lifecycle.Source, _ known: KnownRequest) async -> BuiltRequest {
        for observer in listeners.observers where isRunning { await observer.willEncode(connection: connection) }
        // A superseded attempt ends with its next step, so it does not read the spec.
        if !known.isFirst, let last = known.last, !isRunning { return last }
        let built = makeRequest(source, known)
        for observer in listeners.observers where isRunning {
            await observer.didEncode(connection: connection, request: built.request)
        }
        return built
    }

    @inline(never)
    private func makeRequest(_ source: Lifecycle.Source, _ known: KnownRequest) -> BuiltRequest {
        let repeated = source == .lastRequest ? known.last?.again(in: known.sessions) : nil
        // Each request of a generation has the key of the first one that had one.
        let key = known.isFirst ? nil : known.last?.idempotencyKey
        let built = repeated ?? BuiltRequest(specs, pipeline.config, known.sessions, idempotencyKey: key)
        // The previous request is released outside the lock.
        var previous: BuiltRequest? = built
        pipeline.state.withLock { state in
            swap(&state.lastRequest, &previous)
            state.generation.attempt.isBuilt = true
        }
        return built
    }

    /// Passes the request through the policies that adapt requests. Throws if it cannot be sent.
    @inline(__always)
    func adapt(_ built: BuiltRequest, _ config: ConnectionConfig) async throws(Interruption) -> Request {
        if let problem = built.problem { throw interruption(by: problem, of: built.request) }
        guard generation.policies.isEmpty, generation.setup.target == nil else {
            return try await applyPolicies(to: built.request, config)
        }
        return built.request
    }

    @inline(never)
    private func applyPolicies(to request: Request, _ config: ConnectionConfig) async throws(Interruption) -> Request {
        var adapted = try aim(request, config)
        let number = pipeline.state.withLock { state in
            state.generation.attempt.isAdapting = true
            return state.generation.attemptCount
        }
        for policy in generation.policies {
            try checkCurrent()
            policy.willAttempt(adapted, attempt: number)
            guard let adapter = policy.requestAdapter else { continue }
            let result = try await calling { [connection, adapted] in
                await Result(of: {
                    let request = try await adapter.adapt(adapted, connection: connection, attempt: number)
                    try request.validate()
                    return request
                })
            }
            switch result {
            case .success(let request): adapted = request
            case .failure(let error):
                var failure = ConnectionError(type: .ofAdapting(error), request: request, underlying: error)
                failure.takeAnswer(ofLoginIn: error)
                throw .failed(AttemptFailure(error: failure))
            }
        }
        if let target = generation.setup.target { adapted = target.secure(adapted, config) }
        // Kept for the policies that are asked about a failure.
        var kept: Request? = adapted
        try update { state in
            state.generation.attempt.isAdapting = false
            swap(&state.generation.attempt.adaptedRequest, &kept)
        }
        return adapted
    }

    private func aim(_ request: Request, _ config: ConnectionConfig) throws(Interruption) -> Request {
        guard let target = generation.setup.target else { return request }
        do {
            return try target.aim(request, config)
        } catch {
            throw .failed(.ofAdapting(error), request, because: error)
        }
    }

    /// Returns the failure of a request that cannot be sent. If it is a retry whose body cannot be sent again, the
    /// previous failure stands instead.
    private func interruption(by problem: BuiltRequest.Problem, of request: Request) -> Interruption {
        if problem.underlying as? InvalidRequest == .bodyAlreadySent,
            let last = pipeline.state.withLock({ state in
                state.generation.failures.isRecovering ? state.generation.failures.last : nil
            })
        {
            var failure = last.failure
            failure.error.notRetriedReason = failure.error.notRetriedReason ?? NotRetriedReason.bodyAlreadySent
            failure.isFinal = true
            return .failed(failure)
        }
        return .failed(problem.type, request, because: problem.underlying)
    }
}

extension ConnectionErrorType {
    /// The type of an error that a request adapter throws.
    fileprivate static func ofAdapting(_ error: any Error) -> Self {
        switch error {
        case let type as Self where type != .canceled: type
        case let error as any ClassifiedError: error.connectionErrorType
        default: .invalidRequest
        }
    }
}

/// Turns the spec into the request that is sent.
extension Attempt {
    /// willEncode* ▸ the request of the spec, or the last request ▸ didEncode*
    @inline(__always)
    func build(_ source: Lifecycle.Source) async throws(Interruption) -> BuiltRequest {
        try await observe { await $0.willEncode(connection: connection) }
        let built = makeRequest(source)
        try await observe { await $0.didEncode(connection: connection, request: built.request) }
        return built
    }

    /// Builds the request for `onStart`, which gets one even if the attempt is superseded meanwhile. Observers do not.
    @inline(__always)
    func buildFirst(_ source: Lifecycle.Source) async -> BuiltRequest {
        guard listeners.observers.isEmpty else { return await buildObserved(source) }
        return makeFirstRequest(source)
    }

    @inline(never)
    private func buildObserved(_ source: Lifecycle.Source) async -> BuiltRequest {
        for observer in listeners.observers where isRunning { await observer.willEncode(connection: connection) }
        let built = makeFirstRequest(source)
        for observer in listeners.observers where isRunning {
            await observer.didEncode(connection: connection, request: built.request)
        }
        return built
    }

    @inline(never)
    private func makeFirstRequest(_ source: Lifecycle.Source) -> BuiltRequest {
        source == .spec ? remember(BuiltRequest(specs, pipeline.config, generation.sessions)) : makeRequest(source)
    }

    @inline(never)
    private func makeRequest(_ source: Lifecycle.Source) -> BuiltRequest {
        let (last, sessions) = pipeline.state.withLock { ($0.lastRequest, $0.generation.sessions) }
        let repeated = source == .lastRequest ? last?.again(in: sessions) : nil
        // Each request of a generation has the key of the first one that had one.
        return remember(
            repeated ?? BuiltRequest(specs, pipeline.config, sessions, idempotencyKey: last?.idempotencyKey))
    }

    @inline(__always)
    private func remember(_ built: BuiltRequest) -> BuiltRequest {
        // Release the previous request outside the lock.
        var previous: BuiltRequest? = built
        pipeline.state.withLock { swap(&$0.lastRequest, &previous) }
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
        let number = pipeline.state.withLock(\.generation.attemptCount)
        for policy in generation.policies {
            try checkCurrent()
            policy.willAttempt(adapted, attempt: number)
            guard let adapter = policy.requestAdapter else { continue }
            let result = try await awaiting { [connection, adapted] in
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
        try update { swap(&$0.generation.attempt.adaptedRequest, &kept) }
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

import Dispatch

extension Connection {
    /// Adds a listener of one or more kinds, which takes effect with the next generation. It is called after the
    /// listeners of the config and of the holder, and after earlier listeners of the connection.
    @discardableResult
    public func addListener(_ listener: any ConnectionEventListener) -> Self {
        setUp { $0.listeners.add(listener) }
    }

    /// Adds a closure that receives the progress of the request body and the response body. See
    /// ``ConnectionProgressListener``.
    @discardableResult
    public func addOnProgress(_ onProgress: @escaping @MainActor @Sendable (TransferProgress) -> Void) -> Self {
        addListener(ProgressClosure(onProgress))
    }

    /// Adds a recovery policy, which takes effect with the next generation. It is asked after policies added earlier.
    @discardableResult
    public func addPolicy(_ policy: any RecoveryPolicy) -> Self {
        let holder = SessionHolders.holder(policy)
        return setUp { setup in
            setup.policies.append(policy)
            if let holder { setup.sessionHolders.append(holder) }
        }
    }

    /// Replaces the URL of the spec in all later generations. Nil restores the URL of the spec.
    package func setTarget(_ target: (any RequestTarget)?) { setUp { $0.target = target } }

    /// Adds a middleware, which takes effect with the next generation. The config's middleware and middleware added
    /// earlier surround it.
    @discardableResult
    public func addMiddleware(_ middleware: any HTTPMiddleware) -> Self {
        let holder = SessionHolders.holder(middleware)
        return setUp { setup in
            setup.middleware.append(middleware)
            if let holder { setup.sessionHolders.append(holder) }
        }
    }

    /// Sets the connector that sends the requests. It replaces the connector of the config.
    @discardableResult
    public func connector(_ connector: any HTTPConnector) -> Self {
        // The previous one is released outside the lock.
        var other: ChosenConnector? = ChosenConnector(connector)
        return setUp { swap(&$0.connector, &other) }
    }

    /// Sets which redirects are followed. This overrides the spec and the config.
    @discardableResult
    public func redirects(_ policy: RedirectPolicy) -> Self {
        // The previous one is released outside the lock.
        var other: RedirectPolicy? = policy
        return setUp { swap(&$0.redirects, &other) }
    }

    /// Sets how long a generation may take. Each deadline that is set here overrides an earlier one, and that of the
    /// spec and the config.
    @discardableResult
    public func deadlines(_ deadlines: Deadlines) -> Self {
        setUp { $0.deadlines = deadlines.within($0.deadlines ?? Deadlines()) }
    }

    /// Adds a closure that is called when a generation fails. It is not called for a cancel.
    @discardableResult
    public func addOnError(_ onError: @escaping @MainActor @Sendable (ConnectionError) -> Void) -> Self {
        let completion = Completion(.failure) { if case .failure(let error) = $0 { onError(error) } }
        return setUp { $0.completions.append(completion) }
    }

    /// Adds a closure that is called at the end of every generation. After a cancel, its error has the type
    /// `.canceled`.
    @discardableResult
    public func addOnEnd(
        _ onEnd: @escaping @MainActor @Sendable (Response?, ResponseModel?, ConnectionError?) -> Void
    ) -> Self {
        setUp { setup in
            setup.onEnd.append { response, model, error in
                onEnd(response, model.flatMap { $0.value as? ResponseModel }, error)
            }
        }
    }

    /// Sets a closure that is called on `queue` when a generation succeeds or fails. It is not called for a cancel. On
    /// a serial queue, it is not called after a `cancel()` that was made on that queue. For a stream, it receives the
    /// head, and later a failure if the body breaks off.
    ///
    /// The call settles the outcome. Closures on the main actor run later, and a `cancel()` made on the main actor
    /// before then is too late. On servers, use this method to deliver callbacks on your own queue.
    @discardableResult
    public func onResult(
        on queue: DispatchQueue, _ onResult: @escaping @Sendable (Result<ResponseModel, ConnectionError>) -> Void
    ) -> Self {
        setCompletion(Completion(on: queue) { if let result = Self.result(of: $0) { onResult(result) } })
    }

    /// Sets a closure that is called on the main actor when a generation succeeds or fails. It replaces the `onSuccess`
    /// of the initializer and any closure set before. It is not called for a cancel, or after a `cancel()` on the main
    /// actor.
    @discardableResult
    public func onResult(
        _ onResult: @escaping @MainActor @Sendable (Result<ResponseModel, ConnectionError>) -> Void
    ) -> Self {
        setCompletion(Completion(.both) { if let result = Self.result(of: $0) { onResult(result) } })
    }

    /// Gives the connection an identifier. Use it to find and cancel the connection.
    ///
    /// - Parameters:
    ///   - identifier: The identifier. It does not have to be unique.
    ///   - replacingOlder: Whether the start of a generation cancels all other connections with that identifier in the
    ///     same holder (or, without a holder, all others without one). A search field uses this to keep only its newest
    ///     request.
    @discardableResult
    public func identified(as identifier: String, replacingOlder: Bool = false) -> Self {
        pipeline.state.withLock { ($0.identifier, $0.replacesOlder) = (identifier, replacingOlder) }
        return self
    }

    /// Adds the connection to a group, whose connections can be canceled together.
    @discardableResult
    public func grouped(in group: String) -> Self {
        pipeline.state.withLock { $0.group = group }
        return self
    }

    /// The identifier that ``identified(as:replacingOlder:)`` set.
    public var identifier: String? { pipeline.state.withLock(\.identifier) }

    /// The group that ``grouped(in:)`` set.
    public var group: String? { pipeline.state.withLock(\.group) }

    /// Adds a closure that receives models, in place of the previous one on a queue or on the main actor.
    @discardableResult
    func setCompletion(_ completion: Completion) -> Self {
        // The previous one is released outside the lock.
        var completion: Completion? = completion
        return setUp { $0.completions.insert(swapping: &completion) }
    }

    /// What a typed closure receives of an outcome. Nil if the model has another type.
    static func result(of outcome: Outcome) -> Result<ResponseModel, ConnectionError>? {
        switch outcome {
        case .success(let model): (model.value as? ResponseModel).map { .success($0) }
        case .failure(let error): .failure(error)
        }
    }

    @discardableResult
    func setUp(_ change: (inout ConnectionSetup) -> Void) -> Self {
        pipeline.state.withLock { state in
            var setup = state.setup.take() ?? .plain
            change(&setup.value)
            state.setup = setup
        }
        return self
    }
}

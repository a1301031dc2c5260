import Dispatch

extension Connection {
    /// Adds a listener of any kind, or of several kinds at once, for the generations that begin from now on. It is
    /// called after the listeners of the config and of the holder, and after those added before.
    @discardableResult
    public func addListener(_ listener: any ConnectionEventListener) -> Self {
        setUp { $0.listeners.add(listener) }
    }

    /// Adds a closure that is told how far the bodies have come; see ``ConnectionProgressListener``.
    @discardableResult
    public func addOnProgress(_ onProgress: @escaping @MainActor @Sendable (TransferProgress) -> Void) -> Self {
        addListener(ProgressClosure(onProgress))
    }

    /// Adds a recovery policy for the generations that begin from now on; it is asked after those added before.
    @discardableResult
    public func addRecovery(_ policy: any RecoveryPolicy) -> Self {
        setUp { $0.recoveries.append(policy) }
    }

    /// Replaces the URL of the spec in all later generations. Nil restores the URL of the spec.
    package func setTarget(_ target: (any RequestTarget)?) { setUp { $0.target = target } }

    /// Adds a middleware for the generations that begin from now on; inside of those of the config and those added
    /// before.
    @discardableResult
    public func addMiddleware(_ middleware: any HTTPMiddleware) -> Self {
        setUp { $0.middleware.append(middleware) }
    }

    /// Sets what carries the requests, in place of the connector of the config.
    @discardableResult
    public func connector(_ connector: any HTTPConnector) -> Self {
        // The one before is released when the lock is left.
        var other: (any HTTPConnector, abortable: (any AbortableConnector)?)? = (
            connector, connector as? any AbortableConnector
        )
        return setUp { swap(&$0.connector, &other) }
    }

    /// Sets which redirects are followed, in place of what the spec and the config say.
    @discardableResult
    public func redirects(_ policy: RedirectPolicy) -> Self {
        // The one before is released when the lock is left.
        var other: RedirectPolicy? = policy
        return setUp { swap(&$0.redirects, &other) }
    }

    /// Sets how long a generation may take, in place of what the spec and the config say, clock by clock.
    @discardableResult
    public func deadlines(_ deadlines: Deadlines) -> Self {
        setUp { $0.deadlines = deadlines }
    }

    /// Adds a closure that is called when a generation failed; not for a cancel.
    @discardableResult
    public func addOnError(_ onError: @escaping @MainActor @Sendable (ConnectionError) -> Void) -> Self {
        setUp { $0.onError.append(onError) }
    }

    /// Adds a closure that is called last in every generation, also after a cancel, whose error is `.canceled`.
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

    /// Sets what is called on `queue` when a generation has succeeded or failed; not for a cancel, nor after a
    /// `cancel()` that was made on `queue`, where that is serial. Of a stream it gets the head, and then a failure,
    /// when the body breaks off.
    ///
    /// It settles the generation: closures of the main actor follow, and a `cancel()` that is made there in between is
    /// too late for them. A server whose main actor does other things, or nothing, has a queue of its own for its
    /// callbacks.
    @discardableResult
    public func onResult(
        on queue: DispatchQueue, _ onResult: @escaping @Sendable (Result<ResponseModel, ConnectionError>) -> Void
    ) -> Self {
        var completion: Completion? = Completion(queue: queue) { outcome in
            switch outcome {
            case .success(let model): if let model = model.value as? ResponseModel { onResult(.success(model)) }
            case .failure(let error): onResult(.failure(error))
            }
        }
        // The one before is released when the lock is left.
        return setUp { swap(&$0.completion, &completion) }
    }

    /// Sets what is called on the main actor when a generation has succeeded or failed. It replaces the `onSuccess` of
    /// the initializer and an earlier closure. It is not called for a cancel, nor after a `cancel()` on the main actor.
    @discardableResult
    public func onResult(
        _ onResult: @escaping @MainActor @Sendable (Result<ResponseModel, ConnectionError>) -> Void
    ) -> Self {
        // Those before are released when the lock is left.
        var onSuccess: ConnectionSetup.OnSuccess? = { model in
            if let model = model.value as? ResponseModel { onResult(.success(model)) }
        }
        var onFailure: ConnectionSetup.OnError? = { onResult(.failure($0)) }
        return setUp {
            swap(&$0.onSuccess, &onSuccess)
            swap(&$0.onFailure, &onFailure)
        }
    }

    /// Names the connection, to find and cancel it by.
    ///
    /// - Parameter replacingOlder: Whether the beginning of a generation cancels what else of that name the holder of
    ///   the config has, or, where the config has none, all others without one: of a search that follows the typing,
    ///   only the newest one is of use.
    @discardableResult
    public func identified(as identifier: String, replacingOlder: Bool = false) -> Self {
        pipeline.state.withLock { ($0.identifier, $0.replacesOlder) = (identifier, replacingOlder) }
        return self
    }

    /// Puts the connection into a group, to cancel it with the others.
    @discardableResult
    public func grouped(in group: String) -> Self {
        pipeline.state.withLock { $0.group = group }
        return self
    }

    /// The name given by ``identified(as:)``.
    public var identifier: String? { pipeline.state.withLock(\.identifier) }

    /// The group given by ``grouped(in:)``.
    public var group: String? { pipeline.state.withLock(\.group) }

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

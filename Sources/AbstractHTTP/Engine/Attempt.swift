/// One attempt: one try to get a model, with the redirects that it follows.
///
/// An attempt is a context. It knows its generation and its token, so that no step takes them as parameters. Before a
/// step calls a listener or a policy, it asks whether the attempt is still current, and throws
/// ``Interruption/superseded`` if it is not.
struct Attempt: Sendable {
    /// The result of an attempt that has succeeded.
    struct Success: Sendable {
        /// Nil if the model is a stream, which has already been handed over. Listeners get the response instead.
        let model: ModelBox?
        let response: Response
    }

    let generation: Generation
    let token: Lifecycle.Token
    /// The deadlines of the generation. Nil if there are none. The first request can add its own.
    var limits: CopyOnWrite<Deadlines>?

    init(_ generation: Generation, _ token: Lifecycle.Token, _ limits: CopyOnWrite<Deadlines>?) {
        self.generation = generation
        self.token = token
        self.limits = limits
    }

    /// Performs the attempt in the order of `Documentation/Connections.md`.
    ///
    /// - Parameter source: Where the request comes from, unless `onStart` has already received it.
    @inline(__always)
    func perform(_ source: Lifecycle.Source) async throws(Interruption) -> Success {
        let built = await build(source)
        let config = pipeline.config.trusting(built.trusted)
        let request = try await adapt(built, config)
        // Sends the request, and follows redirects.
        var response = try await send(request, of: built, config)
        // onReceived*
        try await acceptResponse(response)
        // isValidResponse
        let substitute = try await validate(response)
        // parseResponse
        let model = if let substitute { substitute } else { try await parse(&response) }
        // onReceivedModel*
        try await acceptModel(model, of: response)
        return try await deliver(consume model, of: response)
    }
}

extension Attempt {
    /// The deadlines of the generation. Nil if there are none.
    var deadlines: Deadlines? { limits?.value }

    var pipeline: Pipeline { generation.pipeline }
    var connection: any ConnectionTask { generation.connection }
    var listeners: Listeners { generation.listeners }
    var specs: Pipeline.Specs { generation.pipeline.specs.value }

    /// Whether the attempt may continue.
    var isCurrent: Bool { pipeline.state.withLock { $0.lifecycle.allows(token) } }

    /// Whether the attempt may continue, and its outcome is still open.
    var isRunning: Bool { pipeline.state.withLock { $0.lifecycle.isRunning(token) } }

    func checkCurrent() throws(Interruption) {
        guard isCurrent else { throw .superseded }
    }

    /// Awaits `operation`. Stops waiting as soon as a command supersedes the attempt.
    @inline(__always)
    func awaiting<Value: Sendable>(
        _ operation: @escaping @Sendable () async -> Value
    ) async throws(Interruption) -> Value {
        let work = DetachableOperation<Value>()
        try track(work)
        let value = await work.value(of: operation)
        try untrack()
        guard let value else { throw .superseded }
        return value
    }

    /// Sets `work` as the operation that a command aborts.
    func track(_ work: any Abortable) throws(Interruption) {
        var work: (any Abortable)? = work
        try update { swap(&$0.generation.attempt.work, &work) }
    }

    /// Clears the operation that a command aborts.
    func untrack() throws(Interruption) {
        var work: (any Abortable)?
        try update { swap(&$0.generation.attempt.work, &work) }
    }

    /// Changes the state of the connection while the attempt is current and its outcome is open.
    ///
    /// What `change` takes out of the state, it must return, or swap with a variable outside. The objects of users are
    /// then released outside the lock.
    @inline(__always)
    func update<Value>(_ change: (inout Pipeline.State) -> Value) throws(Interruption) -> Value {
        let value: Value? = pipeline.state.withLock { state in
            state.lifecycle.isRunning(token) ? change(&state) : nil
        }
        guard let value else { throw .superseded }
        return value
    }
}

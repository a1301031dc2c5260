/// Sends the request of a spec and turns the response into the spec's model. A connection can be started any number of
/// times.
///
/// Use a connection with callbacks or with `async`. Both use the same pipeline. `Documentation/Connections.md` lists
/// its events in order. A generation is everything from `onStart` to `onEnd`, and an attempt is one request inside it.
/// A running connection keeps itself alive. If a connection with callbacks is released before it is started, a debug
/// build logs that. Listeners, policies, and middleware that you add take effect with the next generation.
///
/// ```swift
/// let text = try await Connection(SimplestSpec()).response()
///
/// Connection(SimplestSpec()) { text in print(text) }
///     .addOnError { error in print(error) }
///     .start()
/// ```
public final class Connection<ResponseModel: Sendable>: ConnectionTask, PipelineOwner {
    let pipeline: Pipeline

    /// Creates a connection from a spec. It does nothing until you start or await it.
    ///
    /// - Parameters:
    ///   - spec: The spec of the endpoint.
    ///   - config: The config of the connection.
    ///   - onSuccess: Called with the model of each generation that succeeds, but not after a `cancel()` on the main
    ///     actor.
    public convenience init<Spec: ConnectionSpec>(
        _ spec: sending Spec, config: ConnectionConfig = .shared,
        onSuccess: (@MainActor @Sendable (ResponseModel) -> Void)? = nil
    ) where Spec.ResponseModel == ResponseModel {
        self.init(Pipeline.Specs(request: spec, response: spec), config, onSuccess)
    }

    /// Creates a connection from a request spec and a response spec.
    public convenience init(
        requestSpec: sending some RequestSpec, responseSpec: sending some ResponseSpec<ResponseModel>,
        config: ConnectionConfig = .shared, onSuccess: (@MainActor @Sendable (ResponseModel) -> Void)? = nil
    ) {
        self.init(Pipeline.Specs(request: requestSpec, response: responseSpec), config, onSuccess)
    }

    init(
        _ specs: sending Pipeline.Specs, _ config: ConnectionConfig,
        _ onSuccess: (@MainActor @Sendable (ResponseModel) -> Void)?
    ) {
        pipeline = Pipeline(specs, config)
        guard let onSuccess else { return }
        setCompletion(
            Completion(.success) { outcome in
                if case .success(let model)? = Self.result(of: outcome) { onSuccess(model) }
            })
    }

    #if DEBUG
        deinit { pipeline.reportIfNeverStarted() }
    #endif

    /// Runs a generation and returns its model. If a generation is already running, this call waits for that one.
    ///
    /// Canceling the task that waits cancels the connection. The call throws if the generation fails or is canceled
    /// (``ConnectionErrorType/canceled``). It returns or throws after the last `onEnd`. A ``ResponseStream`` is
    /// returned earlier, as soon as its head is accepted. If the total deadline passes during the call of a listener, a
    /// caller that has joined a running generation does not wait for that listener.
    ///
    /// A listener, a policy, or middleware cannot await the connection that calls it. The call throws
    /// ``InvalidRequest/awaitsItself`` as the underlying error.
    @concurrent
    public func response() async throws(ConnectionError) -> ResponseModel { try await response(in: nil) }

    /// Does the same as ``response()``, as a part of sessions that began earlier, or of the current ones.
    @concurrent
    @inline(__always)
    package func response(in sessions: Sessions?) async throws(ConnectionError) -> ResponseModel {
        try await pipeline.outcome(for: self, in: sessions).get().model(of: pipeline.lastRequest)
    }

    /// Runs a generation and returns its model with the response: the status, the header fields, and the redirects.
    ///
    /// ```swift
    /// let (user, response) = try await Connection(GetUser(id: 7)).exchange()
    /// print(response.headers["ETag"] ?? "no tag")
    /// ```
    ///
    /// If the model reads the body, as a ``ResponseStream`` does, the response has no body.
    @concurrent
    public func exchange() async throws(ConnectionError) -> (model: ResponseModel, response: Response) {
        try await exchange(in: nil)
    }

    /// Does the same as ``exchange()``, as a part of sessions that began earlier, or of the current ones.
    @concurrent
    @inline(__always)
    package func exchange(
        in sessions: Sessions?
    ) async throws(ConnectionError) -> (model: ResponseModel, response: Response) {
        let box = try await pipeline.outcome(for: self, in: sessions).get()
        return (try box.model(of: pipeline.lastRequest), box.response)
    }

    /// The current sessions. A sequence of requests, such as polls, keeps the sessions of its first request.
    package func currentSessions() -> Sessions? { pipeline.currentSessions() }

    /// The number of callers of `response()` that wait for a request that another caller began.
    package var waiterCount: Int { pipeline.state.withLock(\.waiters.count) }

    /// The error of a cancel of this connection.
    package func canceledError(because reason: CancelReason) -> ConnectionError { pipeline.canceledError(reason) }
}

import AbstractHTTP

/// Sends requests, and tells observers of them.
///
/// ```swift
/// BaseClient.shared.add(requestObserver: MyLog())
/// BaseClient.shared.add(requestRewriter: MyStage())
/// let client = BaseClient(config: ConnectionConfig(connector: mock))    // one of its own, for a test
/// ```
public final class BaseClient: Sendable {
    /// What sends the requests that name no other.
    public static let shared = BaseClient()

    private struct State {
        /// Nil for the shared one.
        var config: ConnectionConfig?
        var requestObservers: [any HTTPRequestObserver] = []
        var responseObservers: [any HTTPResponseObserver] = []
        var requestRewriters: [any HTTPRequestRewriter] = []
        var responseRewriters: [any HTTPResponseRewriter] = []
    }

    private let state: LockedValue<State>

    /// Makes a client.
    ///
    /// - Parameter config: What its connections are made with; nil (the default) for `ConnectionConfig.shared`, as it
    ///   is then.
    public init(config: ConnectionConfig? = nil) {
        state = LockedValue(State(config: config))
    }

    /// What connections are made with from now on.
    public var config: ConnectionConfig {
        get { state.withLock(\.config) ?? .shared }
        set {
            // What was there before is released when the lock is left.
            var config: ConnectionConfig? = newValue
            state.withLock { swap(&$0.config, &config) }
        }
    }

    /// Sends a request as it is now. Only observers are told of the response; ``connection(to:)`` is for who wants it.
    @discardableResult
    public func send(_ request: some IDLRequest) -> RequestFuture<HTTPResponse> { connection(to: request).start() }

    /// A connection that is not started yet, of a request as it is now. Its model is the response as it comes.
    public func connection(to request: some IDLRequest) -> Connection<HTTPResponse> {
        connection(SentRequest(request), RawResponseSpec(), onSuccess: nil)
    }

    /// A connection that is not started yet, of a request as it is now. Its model is made of the content of the
    /// response.
    public func connection<Response: IDLResponse>(
        to request: some IDLRequest, as type: Response.Type
    ) -> Connection<Response> {
        connection(SentRequest(request), IDLResponseSpec(configuration: request.configuration), onSuccess: nil)
    }
}

extension BaseClient {
    /// Adds an observer for the connections that are made from now on, after those that there are.
    public func add(requestObserver: any HTTPRequestObserver) {
        state.change { $0.requestObservers.append(requestObserver) }
    }

    /// Adds an observer for the connections that are made from now on, after those that there are.
    public func add(responseObserver: any HTTPResponseObserver) {
        state.change { $0.responseObservers.append(responseObserver) }
    }

    /// Adds a rewriter for the connections that are made from now on, after those that there are.
    public func add(requestRewriter: any HTTPRequestRewriter) {
        state.change { $0.requestRewriters.append(requestRewriter) }
    }

    /// Adds a rewriter for the connections that are made from now on, after those that there are.
    public func add(responseRewriter: any HTTPResponseRewriter) {
        state.change { $0.responseRewriters.append(responseRewriter) }
    }

    /// Takes an observer back.
    public func remove(requestObserver: any HTTPRequestObserver) {
        state.change { $0.requestObservers.removeAll { $0 === requestObserver } }
    }

    /// Takes an observer back.
    public func remove(responseObserver: any HTTPResponseObserver) {
        state.change { $0.responseObservers.removeAll { $0 === responseObserver } }
    }
}

extension BaseClient {
    /// A connection that is not started yet, with what the client adds to it.
    func connection<Spec: ResponseSpec & Sendable>(
        _ request: SentRequest, _ response: Spec, onSuccess: (@MainActor @Sendable (Spec.ResponseModel) -> Void)?
    ) -> Connection<Spec.ResponseModel> {
        let state = state.withLock { $0 }
        var config = state.config ?? .shared
        config = config.forFrontEnd { FrontEnd(baseURL: request.url, headers: request.configuredHeaders) }
        // The first one rewrites first: it stands next to the connector.
        for rewriter in state.responseRewriters.reversed() { config.addRewriter(rewriter) }
        for rewriter in state.requestRewriters { config.addRewriter(rewriter) }
        let connection = Connection(requestSpec: request, responseSpec: response, config: config, onSuccess: onSuccess)
        if !state.requestObservers.isEmpty || !state.responseObservers.isEmpty {
            // Of a request that cannot be made there is nothing to be shown, and an error to be told.
            let snapshot = try? request.snapshot.get()
            let observing = ClientObserving(snapshot, state.requestObservers, state.responseObservers)
            connection.addListener(observing)
        }
        return connection
    }
}

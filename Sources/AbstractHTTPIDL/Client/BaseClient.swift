import AbstractHTTP

/// Sends requests, and calls observers and rewriters.
///
/// ```swift
/// BaseClient.shared.add(requestObserver: MyLog())
/// BaseClient.shared.add(requestRewriter: MyStage())
/// let client = BaseClient(config: ConnectionConfig(connector: mock))    // a separate client, for a test
/// ```
public final class BaseClient: Sendable {
    /// The client of requests that do not set another one.
    public static let shared = BaseClient()

    private struct State {
        /// The config, or nil for the shared one.
        var config: ConnectionConfig?
        var requestObservers: [any HTTPRequestObserver] = []
        var responseObservers: [any HTTPResponseObserver] = []
        var requestRewriters: [any HTTPRequestRewriter] = []
        var responseRewriters: [any HTTPResponseRewriter] = []
    }

    private let state: LockedValue<State>

    /// Creates a client.
    ///
    /// - Parameter config: The config of new connections, or nil (the default) for the current
    ///   `ConnectionConfig.shared`.
    public init(config: ConnectionConfig? = nil) {
        state = LockedValue(State(config: config))
    }

    /// The config of connections that are created from now on.
    public var config: ConnectionConfig {
        get { state.withLock(\.config) ?? .shared }
        set {
            // Release the previous config outside the lock.
            var config: ConnectionConfig? = newValue
            state.withLock { swap(&$0.config, &config) }
        }
    }

    /// Sends the current state of a request. Only observers receive the response. To receive it yourself, use
    /// ``connection(to:)``.
    @discardableResult
    public func send(_ request: some IDLRequest) -> Connection<HTTPResponse> { connection(to: request).start() }

    /// Returns a connection that is not started yet for the current state of a request. Its model is the response.
    public func connection(to request: some IDLRequest) -> Connection<HTTPResponse> {
        connection(request, RawResponseSpec(), onSuccess: nil)
    }

    /// Returns a connection that is not started yet for the current state of a request. Its model is created from the
    /// content of the response.
    public func connection<Response: IDLResponse>(
        to request: some IDLRequest, as type: Response.Type
    ) -> Connection<Response> {
        connection(request, IDLResponseSpec(configuration: request.configuration), onSuccess: nil)
    }
}

extension BaseClient {
    /// Adds an observer for new connections, after the existing ones.
    public func add(requestObserver: any HTTPRequestObserver) {
        state.change { $0.requestObservers.append(requestObserver) }
    }

    /// Adds an observer for new connections, after the existing ones.
    public func add(responseObserver: any HTTPResponseObserver) {
        state.change { $0.responseObservers.append(responseObserver) }
    }

    /// Adds a rewriter for new connections, after the existing ones.
    public func add(requestRewriter: any HTTPRequestRewriter) {
        state.change { $0.requestRewriters.append(requestRewriter) }
    }

    /// Adds a rewriter for new connections, after the existing ones.
    public func add(responseRewriter: any HTTPResponseRewriter) {
        state.change { $0.responseRewriters.append(responseRewriter) }
    }

    /// Removes an observer.
    public func remove(requestObserver: any HTTPRequestObserver) {
        state.change { $0.requestObservers.removeAll { $0 === requestObserver } }
    }

    /// Removes an observer.
    public func remove(responseObserver: any HTTPResponseObserver) {
        state.change { $0.responseObservers.removeAll { $0 === responseObserver } }
    }
}

extension BaseClient {
    /// Returns a connection that is not started yet, with the observers and rewriters of the client.
    func connection<Spec: ResponseSpec & Sendable>(
        _ request: some IDLRequest, _ response: Spec, onSuccess: (@MainActor @Sendable (Spec.ResponseModel) -> Void)?
    ) -> Connection<Spec.ResponseModel> {
        let state = state.withLock { $0 }
        var config = state.config ?? .shared
        // The first response rewriter is next to the connector, so it rewrites first.
        for rewriter in state.responseRewriters.reversed() { config.addRewriter(rewriter) }
        for rewriter in state.requestRewriters { config.addRewriter(rewriter) }
        let sent = Result { try request.request }
        let connection = Connection(
            requestSpec: sent.request(of: request), responseSpec: response, config: config, onSuccess: onSuccess)
        if !state.requestObservers.isEmpty || !state.responseObservers.isEmpty {
            // If the request cannot be created, only its error is observed.
            let observed = (try? sent.get()).map { ObservedRequest(request, sentAs: $0) }
            let observing = ClientObserving(observed, state.requestObservers, state.responseObservers)
            connection.addListener(observing)
        }
        return connection
    }
}

extension Result<HTTP, any Error> {
    /// The request, or one that fails with the error.
    fileprivate func request(of request: some IDLRequest) -> HTTP {
        switch self {
        case .success(let http): http
        case .failure(let error):
            HTTP(request.configuration.baseURLString).method(HTTPMethod(rawValue: request.method))
                .failing(because: error)
        }
    }
}

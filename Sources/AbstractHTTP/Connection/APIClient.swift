/// Sends specs with one config. Pass the client around instead of a config and a connection for each request.
///
/// ```swift
/// let client = APIClient(baseURL: "https://api.example.com") { config in
///     config.headers = ["User-Agent": "MyApp/1.0"]
///     config.policies = [Retry()]
/// }
/// let users = try await client.send(FindUsers(name: "Ada"))
/// ```
public struct APIClient: Sendable {
    /// The config of every connection that the client creates.
    public var config: ConnectionConfig

    /// Creates a client with a config.
    public init(config: ConnectionConfig) { self.config = config }

    /// Creates a client with a base URL and a copy of ``ConnectionConfig/shared``.
    ///
    /// - Parameter baseURL: See ``ConnectionConfig/baseURL``.
    public init(baseURL: String? = nil) { self.init(baseURL: baseURL) { _ in } }

    /// Creates a client with a base URL, and lets you change its copy of ``ConnectionConfig/shared``.
    ///
    /// - Parameters:
    ///   - baseURL: See ``ConnectionConfig/baseURL``.
    ///   - configure: Changes the config before the client takes it. The initializer throws what it throws.
    public init(baseURL: String? = nil, configure: (inout ConnectionConfig) throws -> Void) rethrows {
        config = .shared
        if let baseURL { config.baseURL = baseURL }
        try configure(&config)
    }

    /// Returns a connection that is not started yet. Add listeners and policies to it, then start or await it.
    ///
    /// - Parameters:
    ///   - spec: The spec of the connection.
    ///   - onSuccess: Called on the main actor with the model of each generation that succeeds.
    public func connection<Spec: ConnectionSpec>(
        for spec: sending Spec, onSuccess: (@MainActor @Sendable (Spec.ResponseModel) -> Void)? = nil
    ) -> Connection<Spec.ResponseModel> {
        Connection(spec, config: config, onSuccess: onSuccess)
    }

    /// Sends a spec and returns its model. Canceling the task cancels the connection.
    ///
    /// Throws if the generation fails or is canceled.
    @concurrent
    public func send<Spec: ConnectionSpec>(
        _ spec: sending Spec
    ) async throws(ConnectionError) -> Spec.ResponseModel {
        try await Connection(spec, config: config).response()
    }

    /// Sends a request, and returns a model that is decoded from the body of the response.
    ///
    /// ```swift
    /// let user = try await client.send(HTTP("/users/7"), as: User.self)
    /// ```
    @concurrent
    public func send<Model: Decodable & Sendable>(
        _ request: HTTP, as type: Model.Type
    ) async throws(ConnectionError) -> Model {
        try await request.asDecodable(type, config: config).response()
    }

    /// Sends a spec and returns its model with the response. See ``Connection/exchange()``.
    @concurrent
    public func exchange<Spec: ConnectionSpec>(
        _ spec: sending Spec
    ) async throws(ConnectionError) -> (model: Spec.ResponseModel, response: Response) {
        try await Connection(spec, config: config).exchange()
    }
}

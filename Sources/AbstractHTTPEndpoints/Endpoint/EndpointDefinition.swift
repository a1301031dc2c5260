import AbstractHTTP

/// The definition of an endpoint: its method, its URL, and the changes of all modifiers.
///
/// The type of a method, such as ``GET``, stores a definition. See ``MethodEndpoint``. A type with its own initializers
/// creates the definition itself:
///
/// ```swift
/// struct REPORT<Input: Encodable & Sendable, Output: Decodable & Sendable>: Endpoint {
///     var definition: EndpointDefinition<Input, Output>
///
///     init(_ path: String) { definition = EndpointDefinition(method: "REPORT", path) }
/// }
/// ```
public struct EndpointDefinition<Input: Encodable & Sendable, Output: Sendable>: Sendable {
    typealias Step = @Sendable (Connection<Output>) -> Void
    typealias Parser = @Sendable (Response, (any ContentDecoder)?) throws -> Output

    let method: HTTPMethod
    var address: EndpointAddress
    /// The values of path variables. They take precedence over the input.
    var parameters: [String: any Encodable & Sendable] = [:]
    /// The places of members of the input, by their names.
    var places: [String: ParameterLocation] = [:]
    /// The header fields by name. Nil removes the field of the configuration.
    var headers: [HTTPHeaderName: String?] = [:]
    var authorization: (@Sendable () throws -> Authorization)?
    var carriesIdempotencyKey = false
    var encoder: (any ContentEncoder)?
    var deadlines = Deadlines()
    var redirects: RedirectPolicy?
    var reading: ResponseReading<Output>
    /// Returns the output of a mocked endpoint. This is a closure so that a definition has a fixed size, and is copied
    /// without looking up the type of the output.
    var mockedOutput: (@Sendable () -> Output)?
    var tokenRefresh: TokenRefresh?
    var policies: [any RecoveryPolicy] = []
    var config: ConnectionConfig?
    /// The changes to the config, applied in this order.
    var configChanges: [@Sendable (inout ConnectionConfig) -> Void] = []
    /// The steps that run on each connection, in this order.
    var steps: [Step] = []

    /// Creates the definition of an endpoint whose output is decoded from the body.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - path: An absolute URL, or a path after the base URL. Members of the input replace variables such as `{id}`
    ///     in `users/{id}`.
    ///   - base: The base URL, evaluated for each attempt. If it is nil, ``Configuration`` provides it.
    public init(
        method: HTTPMethod, _ path: String, base: @escaping @Sendable () -> String? = { nil }
    ) where Output: Decodable {
        self.init(method, path, base) { response, decoder in try response.output(by: decoder) }
    }

    /// Creates the definition of an endpoint whose output reads the body while it arrives.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - path: An absolute URL, or a path after the base URL.
    ///   - base: The base URL, evaluated for each attempt. If it is nil, ``Configuration`` provides it.
    public init(
        method: HTTPMethod, _ path: String, base: @escaping @Sendable () -> String? = { nil }
    ) where Output: StreamedModel {
        self.init(method, path, base) { response, _ in try Output(ResponseStream(response)) }
        reading.streamParser = { try Output($0) }
    }

    init(
        _ method: HTTPMethod, _ path: String, _ base: @escaping @Sendable () -> String?, parser: @escaping Parser
    ) {
        self.method = method
        address = EndpointAddress(path: path, base: base)
        reading = ResponseReading(isOfHead: method == .head, parser: parser)
    }

    /// Returns a connection that has not started, with the endpoint's own config or the config of the configuration.
    func connection(
        _ input: Input, onSuccess: (@MainActor @Sendable (Output) -> Void)? = nil
    ) -> Connection<Output> {
        connection(of: .success(input), onSuccess: onSuccess)
    }

    /// Returns a connection for an input that may be an error. Each attempt then fails with this error.
    func connection(
        of input: Result<Input, HTTPContentError>, onSuccess: (@MainActor @Sendable (Output) -> Void)? = nil
    ) -> Connection<Output> {
        let (settings, scope) = (Configuration.current, Configuration.scoped)
        let values = settings.values
        let outer = config ?? values.connectionConfig ?? .shared
        var config = outer
        for change in configChanges { change(&config) }
        // The timeout of the endpoint's own config takes precedence over that of the global configuration.
        let isOwn = self.config != nil || config.deadlines.attempt != outer.deadlines.attempt
        let spec = EndpointCall(
            definition: self, input: input.map { $0 }, settings: settings, scope: scope,
            configTimeout: isOwn ? config.deadlines.attempt : nil)
        if mockedOutput != nil {
            config.connector = EmptyConnector()
            config.policies = []
        }
        let connection = Connection(spec, config: config, onSuccess: onSuccess)
        for monitor in values.eventMonitors { connection.addListener(monitor) }
        for policy in usedPolicies { connection.addPolicy(policy) }
        for step in steps { step(connection) }
        return connection
    }

    /// Returns the URL whose server gets tokens and the header fields of the configuration: the mock, the base of the
    /// configuration, or the base of the endpoint, in this order.
    func trustedBase(_ base: String?, own: String?) -> String? {
        address.mockBase ?? base ?? address.writtenBase(own)
    }

    /// The recovery policies. A mocked endpoint sends nothing, so it needs no recovery and no token.
    private var usedPolicies: [any RecoveryPolicy] {
        mockedOutput == nil ? [tokenRefresh].compactMap(\.self) + policies : []
    }
}

extension EndpointDefinition: CustomStringConvertible, CustomReflectable {
    /// The method and the path, without parts that may be secret.
    public var description: String { "\(method) \(address.text.templateWithoutSecrets)" }

    /// A mirror without members, because header fields may be secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Returns empty responses, because the output of a mocked endpoint already exists.
private struct EmptyConnector: HTTPConnector {
    func execute(_ request: Request) async throws -> ResponseStream {
        ResponseStream(Response(statusCode: 200, url: request.url))
    }
}

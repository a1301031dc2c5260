import Foundation

/// A request without its own spec type, for small cases.
///
/// ```swift
/// let user = try await HTTP("https://api.example.com/users")
///     .httpMethod(.post)
///     .headers(["Accept": "application/json"])
///     .asDecodable(User.self)
///     .response()
///
/// HTTP("https://api.example.com/users/7").asDecodable(User.self) { user in print(user) }
///     .addOnError { error in print(error) }
///     .start()
/// ```
public struct HTTP: RequestSpec, Sendable {
    /// The URL.
    public let url: String
    /// The method.
    public private(set) var httpMethod = HTTPMethod.get
    /// The header fields.
    public private(set) var headers: [String: String] = [:]
    /// The pairs for the query.
    public private(set) var urlQuery: URLQuery?
    /// Which redirects are followed. If it is nil, the config decides.
    public private(set) var redirects: RedirectPolicy?
    /// How long the connection can take. If it is nil, the config decides.
    public private(set) var deadlines: Deadlines?
    /// Whether the request has a random `Idempotency-Key`. See ``RequestSpec/carriesIdempotencyKey``.
    public private(set) var carriesIdempotencyKey = false
    /// The content to encode.
    public var content: (any Encodable)? { sentContent }
    /// The encoder of the content. If it is nil, the config decides.
    public private(set) var contentEncoder: (any ContentEncoder)?
    private var sentContent: (any Encodable & Sendable)?
    private var body: RequestBody?
    private var config: ConnectionConfig?

    /// Creates a GET request for an absolute URL, or for a path after the base URL of the config.
    public init(_ url: String) {
        self.url = url
    }

    /// Creates a GET request for a URL.
    public init(_ url: URL) {
        self.init(url.absoluteString)
    }

    /// Returns the body that ``body(_:)-(RequestBody?)`` set.
    public func makeBody() -> RequestBody? { body }

    /// Sets the method.
    public func httpMethod(_ method: HTTPMethod) -> Self { with { $0.httpMethod = method } }

    /// Adds header fields. A new value replaces an earlier one with the same name.
    public func headers(_ headers: [String: String]) -> Self {
        with { http in
            // Names are not case-sensitive (RFC 9110, section 5.1).
            let newer = Set(headers.keys.map { $0.lowercased() })
            http.headers = http.headers.filter { !newer.contains($0.key.lowercased()) }
            http.headers.merge(headers) { _, new in new }
        }
    }

    /// Adds a header field. A new value replaces an earlier one with the same name.
    public func header(_ name: String, _ value: String) -> Self { headers([name: value]) }

    /// Adds a pair to the query. A nil value adds a key without a value.
    public func query(_ key: String, _ value: (any LosslessStringConvertible)?) -> Self {
        with { http in
            var query = http.urlQuery ?? URLQuery()
            query.add(key, value?.description)
            http.urlQuery = query
        }
    }

    /// Sets how long the connection can take, including all attempts and the waits between them.
    public func timeout(_ total: Duration) -> Self {
        with { http in
            var deadlines = http.deadlines ?? Deadlines()
            deadlines.total = total
            http.deadlines = deadlines
        }
    }

    /// Sets the query.
    public func urlQuery(_ query: URLQuery?) -> Self { with { $0.urlQuery = query } }

    /// Sets the content as a value. If `encoder` is nil, the config chooses the encoder by the method.
    public func content(_ value: some Encodable & Sendable, encoder: (any ContentEncoder)? = nil) -> Self {
        with {
            $0.sentContent = value
            $0.contentEncoder = encoder
        }
    }

    /// Sets the content as a tree. If `encoder` is nil, the config chooses the encoder by the method.
    public func content(_ content: RequestContent, encoder: (any ContentEncoder)? = nil) -> Self {
        with {
            $0.sentContent = content
            $0.contentEncoder = encoder
        }
    }

    /// Sets the body.
    public func body(_ body: RequestBody?) -> Self { with { $0.body = body } }

    /// Sets the body to bytes in memory.
    public func body(_ data: Data) -> Self { body(.data(data)) }

    /// Sets the body to a form, and the Content-Type to the form's media type.
    public func multipart(_ form: MultipartForm) -> Self {
        headers(["Content-Type": form.contentType.rawValue]).body(form.body)
    }

    /// Sets which redirects are followed. This overrides the config.
    public func redirects(_ policy: RedirectPolicy) -> Self { with { $0.redirects = policy } }

    /// Sets how long the connection can take. Each deadline that is set here overrides an earlier one and the deadline
    /// of the config.
    public func deadlines(_ deadlines: Deadlines) -> Self {
        with { $0.deadlines = deadlines.within($0.deadlines ?? Deadlines()) }
    }

    /// Adds a random `Idempotency-Key`, so that the request can be retried whatever its method.
    public func idempotencyKey() -> Self { with { $0.carriesIdempotencyKey = true } }

    /// Sets the config, which replaces ``ConnectionConfig/shared``.
    public func config(_ config: ConnectionConfig) -> Self {
        with { $0.config = config }
    }

    /// Creates a connection whose model is decoded from the body. The body is read as JSON unless it has another media
    /// type.
    public func asDecodable<Model: Decodable & Sendable>(
        _ type: Model.Type, onSuccess: (@MainActor @Sendable (Model) -> Void)? = nil
    ) -> Connection<Model> {
        connection(DecodableResponse<Model, Never>(), onSuccess: onSuccess)
    }

    /// Creates a connection whose model is decoded from the body. The body of a failure is decoded as the
    /// ``ConnectionError/failureModel``.
    public func asDecodable<Model: Decodable & Sendable, Failure: Decodable & Sendable>(
        _ type: Model.Type, failure: Failure.Type, onSuccess: (@MainActor @Sendable (Model) -> Void)? = nil
    ) -> Connection<Model> {
        connection(DecodableResponse<Model, Failure>(), onSuccess: onSuccess)
    }

    /// Creates a connection whose model is the text of the body.
    public func asString(onSuccess: (@MainActor @Sendable (String) -> Void)? = nil) -> Connection<String> {
        asDecodable(String.self, onSuccess: onSuccess)
    }

    /// Creates a connection whose model is the bytes of the body.
    public func asData(onSuccess: (@MainActor @Sendable (Data) -> Void)? = nil) -> Connection<Data> {
        asDecodable(Data.self, onSuccess: onSuccess)
    }

    /// Creates a connection that ignores the body.
    public func asVoid(onSuccess: (@MainActor @Sendable () -> Void)? = nil) -> Connection<Void> {
        guard let onSuccess else { return connection(VoidResponse()) }
        return connection(VoidResponse()) { _ in onSuccess() }
    }

    /// Creates a connection whose model is the whole response. Every status is a success.
    public func asResponse(onSuccess: (@MainActor @Sendable (Response) -> Void)? = nil) -> Connection<Response> {
        connection(AnyResponse(), onSuccess: onSuccess)
    }

    /// Creates a connection whose model is a response whose body you read while it arrives.
    public func asStream(
        onSuccess: (@MainActor @Sendable (ResponseStream) -> Void)? = nil
    ) -> Connection<ResponseStream> {
        connection(StreamResponse(), onSuccess: onSuccess)
    }

    /// The config of the request, or the shared one.
    var usedConfig: ConnectionConfig { config ?? .shared }

    private func connection<Model: Sendable>(
        _ spec: some ResponseSpec<Model> & Sendable, onSuccess: (@MainActor @Sendable (Model) -> Void)? = nil
    ) -> Connection<Model> {
        Connection(Pipeline.Specs(request: self, response: spec), usedConfig, onSuccess)
    }

    private func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

private struct DecodableResponse<Model: Decodable & Sendable, Failure: Decodable & Sendable>: ResponseSpec, Sendable {
    typealias ResponseModel = Model
    typealias FailureModel = Failure
}

private struct VoidResponse: ResponseSpec, Sendable {
    typealias ResponseModel = Void
}

private struct AnyResponse: ResponseSpec, Sendable {
    typealias ResponseModel = Response
    func isValidResponse(response: Response) -> Bool { true }
}

private struct StreamResponse: ResponseSpec, Sendable {
    typealias ResponseModel = ResponseStream
}

extension RequestSpec {
    /// The config of an ``HTTP``, or the shared one.
    package var usedConfig: ConnectionConfig { (self as? HTTP)?.usedConfig ?? .shared }
}

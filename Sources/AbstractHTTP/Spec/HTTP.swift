import Foundation

/// A request without a spec of its own, for the small cases.
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
    /// Which redirects are followed; nil for what the config says.
    public private(set) var redirects: RedirectPolicy?
    /// How long it may take; nil for what the config says.
    public private(set) var deadlines: Deadlines?
    /// Whether it gets a random `Idempotency-Key`; see ``RequestSpec/carriesIdempotencyKey``.
    public private(set) var carriesIdempotencyKey = false
    /// The value to be encoded.
    public var content: (any Encodable)? { sentContent }
    /// Writes the content; nil for what the config says.
    public private(set) var contentEncoder: (any ContentEncoder)?
    private var sentContent: (any Encodable & Sendable)?
    private var body: RequestBody?
    private var config: ConnectionConfig?

    /// Describes a GET of `url`, which is absolute, or a path on the base URL of the config.
    public init(_ url: String) {
        self.url = url
    }

    /// Describes a GET of `url`.
    public init(_ url: URL) {
        self.init(url.absoluteString)
    }

    /// The body given by ``body(_:)-(RequestBody?)``.
    public func makeBody() -> RequestBody? { body }

    /// With another method.
    public func httpMethod(_ method: HTTPMethod) -> Self { with { $0.httpMethod = method } }

    /// With these header fields added; the newer value of a name wins.
    public func headers(_ headers: [String: String]) -> Self {
        with { http in
            // A name is the same in any case (RFC 9110, section 5.1).
            let newer = Set(headers.keys.map { $0.lowercased() })
            http.headers = http.headers.filter { !newer.contains($0.key.lowercased()) }
            http.headers.merge(headers) { _, new in new }
        }
    }

    /// With this header field; the newer value of a name wins.
    public func header(_ name: String, _ value: String) -> Self { headers([name: value]) }

    /// With this pair added to the query; nil for a key without a value.
    public func query(_ key: String, _ value: (any LosslessStringConvertible)?) -> Self {
        with { http in
            var query = http.urlQuery ?? URLQuery()
            query.add(key, value?.description)
            http.urlQuery = query
        }
    }

    /// With a limit for the whole time: all attempts, and the waits between them.
    public func timeout(_ total: Duration) -> Self {
        with { http in
            var deadlines = http.deadlines ?? Deadlines()
            deadlines.total = total
            http.deadlines = deadlines
        }
    }

    /// With this query.
    public func urlQuery(_ query: URLQuery?) -> Self { with { $0.urlQuery = query } }

    /// With this value, written by `encoder`, or by the one that the config chooses for the method.
    public func content(_ value: some Encodable & Sendable, encoder: (any ContentEncoder)? = nil) -> Self {
        with {
            $0.sentContent = value
            $0.contentEncoder = encoder
        }
    }

    /// With this tree, written by `encoder`, or by the one that the config chooses for the method.
    public func content(_ content: RequestContent, encoder: (any ContentEncoder)? = nil) -> Self {
        with {
            $0.sentContent = content
            $0.contentEncoder = encoder
        }
    }

    /// With this body.
    public func body(_ body: RequestBody?) -> Self { with { $0.body = body } }

    /// With these bytes as the body.
    public func body(_ data: Data) -> Self { body(.data(data)) }

    /// With this form as the body, and its media type.
    public func multipart(_ form: MultipartForm) -> Self {
        headers(["Content-Type": form.contentType.rawValue]).body(form.body)
    }

    /// With another policy for redirects than that of the config.
    public func redirects(_ policy: RedirectPolicy) -> Self { with { $0.redirects = policy } }

    /// With other deadlines than those of the config, clock by clock.
    public func deadlines(_ deadlines: Deadlines) -> Self { with { $0.deadlines = deadlines } }

    /// With a random `Idempotency-Key`, so that it may be retried, whatever its method.
    public func idempotencyKey() -> Self { with { $0.carriesIdempotencyKey = true } }

    /// Over another config than the shared one.
    public func config(_ config: ConnectionConfig) -> Self {
        with { $0.config = config }
    }

    /// A connection whose model is decoded from the body, from JSON unless its media type says otherwise.
    public func asDecodable<Model: Decodable & Sendable>(
        _ type: Model.Type, onSuccess: (@MainActor @Sendable (Model) -> Void)? = nil
    ) -> Connection<Model> {
        connection(DecodableResponse<Model, Never>(), onSuccess: onSuccess)
    }

    /// The same, where a failure has a model, too: the ``ConnectionError/failureModel``.
    public func asDecodable<Model: Decodable & Sendable, Failure: Decodable & Sendable>(
        _ type: Model.Type, failure: Failure.Type, onSuccess: (@MainActor @Sendable (Model) -> Void)? = nil
    ) -> Connection<Model> {
        connection(DecodableResponse<Model, Failure>(), onSuccess: onSuccess)
    }

    /// A connection whose model is the text of the body.
    public func asString(onSuccess: (@MainActor @Sendable (String) -> Void)? = nil) -> Connection<String> {
        asDecodable(String.self, onSuccess: onSuccess)
    }

    /// A connection whose model is the bytes of the body.
    public func asData(onSuccess: (@MainActor @Sendable (Data) -> Void)? = nil) -> Connection<Data> {
        asDecodable(Data.self, onSuccess: onSuccess)
    }

    /// A connection without a model: the body is ignored.
    public func asVoid(onSuccess: (@MainActor @Sendable () -> Void)? = nil) -> Connection<Void> {
        guard let onSuccess else { return connection(VoidResponse()) }
        return connection(VoidResponse()) { _ in onSuccess() }
    }

    /// A connection whose model is the whole response; every status is a success.
    public func asResponse(onSuccess: (@MainActor @Sendable (Response) -> Void)? = nil) -> Connection<Response> {
        connection(AnyResponse(), onSuccess: onSuccess)
    }

    /// A connection whose model is the live response, its body read while it arrives.
    public func asStream(
        onSuccess: (@MainActor @Sendable (ResponseStream) -> Void)? = nil
    ) -> Connection<ResponseStream> {
        connection(StreamResponse(), onSuccess: onSuccess)
    }

    /// That of the request, or the shared one.
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

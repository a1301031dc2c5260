import Foundation

/// A request as a value: the address, the header fields, the query, the body, and how the request is sent.
///
/// A spec returns one to describe its request. You can also send one without a spec:
///
/// ```swift
/// struct AddUser: ConnectionSpec {
///     typealias ResponseModel = User
///     let user: NewUser
///     var request: HTTP { HTTP("/users").method(.post).content(user) }
/// }
///
/// let user = try await HTTP("https://api.example.com/users/7").asDecodable(User.self).response()
/// ```
///
/// Each method returns a changed copy. The value is cheap to copy and to build.
public struct HTTP: RequestSpec, Sendable {
    /// Copied as one reference, because each method of the builder and each step of the pipeline passes it on.
    struct Storage: Sendable {
        var url: String
        var method = HTTPMethod.get
        var headers = HTTPHeaders()
        var query = URLQuery()
        var body: RequestBody?
        var content: Content?
        var carriesIdempotencyKey = false
        var options: CopyOnWrite<Options>?
        /// Why the request cannot be sent.
        var problem: (any Error)?
        /// How the request uses the members of its spec, such as ``RequestSpec/headers``.
        var members = MemberUse.unknown
    }

    /// How a request uses the members of its spec.
    package enum MemberUse: Sendable {
        /// Debug builds compare them with the request.
        case unknown
        /// The request was made of them.
        case read
        /// They only have the same names, such as the fields of a generated request.
        case unrelated
    }

    /// A value to encode, and its encoder. If that is nil, the config decides.
    final class Content: Sendable {
        let value: any Encodable & Sendable
        let encoder: (any ContentEncoder)?
        /// Whether the config chooses the encoder of a body, whatever the method is.
        let isBody: Bool

        init(_ value: any Encodable & Sendable, _ encoder: (any ContentEncoder)?, isBody: Bool = false) {
            (self.value, self.encoder, self.isBody) = (value, encoder, isBody)
        }
    }

    /// Settings that few requests have. The pipeline keeps them for the attempt.
    struct Options: Sendable {
        var redirects: RedirectPolicy?
        var deadlines: Deadlines?
        var trusted: TrustedServer?
        var parameters: CopyOnWrite<PlacedParameters>?
    }

    var storage: CopyOnWrite<Storage>

    init(_ storage: consuming Storage) { self.storage = CopyOnWrite(storage) }

    /// Creates a GET request for an absolute URL, or for a path after the base URL of the config. If `url` is empty, it
    /// is the base URL itself.
    public init(_ url: String) {
        self.init(Storage(url: url))
    }

    /// Creates a GET request for a URL.
    public init(_ url: URL) {
        self.init(url.absoluteString)
    }

    /// Sets the method.
    public consuming func method(_ method: HTTPMethod) -> HTTP {
        storage.value.method = method
        return self
    }

    /// Sets a header field. A new value replaces an earlier one with the same name. Nil changes nothing.
    public consuming func header(_ name: String, _ value: String?) -> HTTP {
        if let value { storage.value.headers[HTTPHeaderName(rawValue: name)] = value }
        return self
    }

    /// Sets header fields, sorted by name. A new value replaces an earlier one with the same name.
    public consuming func headers(_ headers: [String: String]) -> HTTP {
        storage.value.headers = storage.value.headers.replaced(by: HTTPHeaders(headers))
        return self
    }

    /// Sets header fields, in their order. The new values of a name replace the earlier ones.
    public consuming func headers(_ headers: HTTPHeaders) -> HTTP {
        storage.value.headers = storage.value.headers.replaced(by: headers)
        return self
    }

    /// Adds a pair to the query. If the value is nil, nothing is added.
    public consuming func query(_ key: String, _ value: (any LosslessStringConvertible)?) -> HTTP {
        storage.value.query.add(key, value?.description)
        return self
    }

    /// Says how a date becomes a text.
    @available(
        *, unavailable,
        message: "write parameter(\"since\", date, .query(dates: .iso8601)), which says how a date is written"
    )
    public consuming func query(_ key: String, _ value: Date?) -> HTTP { self }

    /// Says how a value of an enumeration becomes a text.
    @available(*, unavailable, message: "write the raw value, as in sort.rawValue")
    public consuming func query<Value: RawRepresentable>(_ key: String, _ value: Value?) -> HTTP { self }

    /// Says how several values become a query.
    @available(
        *, unavailable,
        message: "write parameter(\"ids\", ids, .query(arrays: .repeated)), which says how a list is written"
    )
    public consuming func query<Value>(_ key: String, _ values: [Value]?) -> HTTP { self }

    /// Adds a key without a value: `key`, not `key=`.
    public consuming func flag(_ key: String) -> HTTP {
        storage.value.query.addFlag(key)
        return self
    }

    /// Adds the pairs of a query. Nil adds none.
    public consuming func query(_ query: URLQuery?) -> HTTP {
        if let query { storage.value.query.keyValues += query.keyValues }
        return self
    }

    /// Sets the content to a value, which the encoder writes to the body or to the query. If `encoder` is nil,
    /// ``ConnectionConfig/encoderStrategy`` chooses it by the method. A value that is nil is no content.
    ///
    /// A request can have content and a ``body(_:)-(RequestBody?)`` only if the content goes into the query.
    public consuming func content(
        _ value: some Encodable & Sendable, encoder: (any ContentEncoder)? = nil
    ) -> HTTP {
        storage.value.content = isNil(value) ? nil : Content(value, encoder)
        return self
    }

    /// Sets the content to a tree. See ``content(_:encoder:)``.
    public consuming func content(_ content: RequestContent, encoder: (any ContentEncoder)? = nil) -> HTTP {
        storage.value.content = Content(content, encoder)
        return self
    }

    /// Sets the content to a dictionary of any values, so that a literal can contain variables: `["id": id]`.
    ///
    /// Each value is `Encodable`, or an array or a dictionary of such values. The members are sorted by key. Nil is
    /// null in JSON, and left out of a query or a form. For any other value, the request fails with an
    /// ``HTTPContentError`` that names its place.
    @_disfavoredOverload
    public consuming func content(_ members: [String: Any?], encoder: (any ContentEncoder)? = nil) -> HTTP {
        do {
            return content(try RequestContent(untyped: members), encoder: encoder)
        } catch {
            return failing(because: error)
        }
    }

    /// Sets the body. Nil removes it.
    public consuming func body(_ body: RequestBody?) -> HTTP {
        storage.value.body = body
        return self
    }

    /// Sets the body to bytes in memory. Nil removes it.
    @_disfavoredOverload
    public consuming func body(_ data: Data?) -> HTTP {
        storage.value.body = data.map(RequestBody.data)
        return self
    }

    /// Sets the body to a form, and the Content-Type to the form's media type.
    public consuming func multipart(_ form: MultipartForm) -> HTTP {
        header("Content-Type", form.contentType.rawValue).body(form.body)
    }

    /// Sets which redirects are followed. This overrides the config.
    public consuming func redirects(_ policy: RedirectPolicy) -> HTTP {
        storage.value.change { $0.redirects = policy }
        return self
    }

    /// Sets how long a connection can take. Each deadline that is set here overrides an earlier one and the deadline of
    /// the config. The first request of a generation decides.
    public consuming func deadlines(_ deadlines: Deadlines) -> HTTP {
        storage.value.change { $0.deadlines = $0.deadlines.map { deadlines.within($0) } ?? deadlines }
        return self
    }

    /// Sets how long a connection can take, including all attempts and the waits between them.
    public consuming func timeout(_ total: Duration) -> HTTP { deadlines(Deadlines(total: total)) }

    /// Adds a random `Idempotency-Key`, by which the server recognizes a request that is sent again.
    ///
    /// The key is the same for every attempt of a generation. A request with a key can be retried, whatever its method.
    public consuming func idempotencyKey() -> HTTP {
        storage.value.carriesIdempotencyKey = true
        return self
    }

    /// The request itself.
    public var request: HTTP { self }
    /// The URL.
    public var url: String { storage.value.url }
    /// The method.
    public var httpMethod: HTTPMethod { storage.value.method }
    /// The header fields. Several values of a name are joined (RFC 9110, section 5.3).
    public var headers: [String: String] {
        Dictionary(storage.value.headers.map { ($0.name.rawValue, $0.value) }) { $0 + ", " + $1 }
    }
    /// The pairs of the query, or nil if there are none. Those of ``parameter(_:_:_:)`` are not among them.
    public var urlQuery: URLQuery? { storage.value.query.keyValues.isEmpty ? nil : storage.value.query }
}

extension HTTP.Storage {
    fileprivate mutating func change(_ change: (inout HTTP.Options) -> Void) {
        var changed = options ?? CopyOnWrite(HTTP.Options())
        // One reference, so that it is changed in place.
        options = nil
        change(&changed.value)
        options = changed
    }
}

extension HTTP.Storage {
    /// Changes the parameters in their place, because a copy for each one would take quadratic time.
    mutating func changeParameters(
        _ change: (inout PlacedParameters) throws(HTTPContentError) -> Void
    ) throws(HTTPContentError) {
        var changed = options ?? CopyOnWrite(HTTP.Options())
        var parameters = changed.value.parameters ?? CopyOnWrite(PlacedParameters())
        // One reference to each, so that both are changed in place.
        options = nil
        changed.value.parameters = nil
        defer {
            changed.value.parameters = parameters
            options = changed
        }
        try change(&parameters.value)
    }
}

extension HTTP {
    /// Sets the server of the style, and the header fields that only this server gets.
    package consuming func trusting(_ server: TrustedServer?) -> HTTP {
        storage.value.change { $0.trusted = server }
        return self
    }

    /// Sets the parameters in the path, the query, and the form.
    package consuming func placing(_ parameters: PlacedParameters) -> HTTP {
        guard !parameters.isEmpty else { return self }
        storage.value.change { $0.parameters = CopyOnWrite(parameters) }
        return self
    }

    /// Sets the content to a value that is the body for any method. The Content-Type is that of a header field, or
    /// `contentType`, or that of the encoder, in this order.
    package consuming func wholeBody(
        _ value: any Encodable & Sendable, encoder: (any ContentEncoder)?, contentType: String?
    ) -> HTTP {
        storage.value.content = Content(value, value.isRawBody ? .binary : encoder, isBody: true)
        return storage.value.headers[.contentType] == nil ? header("Content-Type", contentType) : self
    }

    /// Records how the request uses the members of its spec.
    package consuming func members(_ use: MemberUse) -> HTTP {
        storage.value.members = use
        return self
    }

    /// The content, if it is a tree.
    package var contentTree: RequestContent? { storage.value.content?.value as? RequestContent }

    /// Makes the request fail before it is sent. Listeners get its address and its method.
    package consuming func failing(because problem: any Error) -> HTTP {
        storage.value.problem = storage.value.problem ?? problem
        return self
    }
}

extension HTTPHeaders {
    /// These fields, in which those of `others` replace the ones with the same names.
    func replaced(by others: HTTPHeaders) -> HTTPHeaders {
        guard !isEmpty else { return others }
        guard !others.isEmpty else { return self }
        var (result, replaced) = (self, Set<HTTPHeaderName>())
        for field in others.fields {
            if replaced.insert(field.name).inserted { result[field.name] = field.value } else { result.add(field) }
        }
        return result
    }
}

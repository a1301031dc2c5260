import Foundation

/// Describes the request of one endpoint.
///
/// Conform a struct or a class. Only ``url`` is required:
///
/// ```swift
/// struct SearchUsers: RequestSpec {
///     var name: String
///     var url: String { "https://api.example.com/users" }
///     var urlQuery: URLQuery? { ["name": name] }
/// }
/// ```
///
/// ### The types of its members
///
/// A member can have any type that describes the same thing. For example, `headers` can be a dictionary,
/// ``HTTPHeaders``, or an optional of these. The type of each member is therefore an associated type, which the
/// compiler infers. A type that cannot be sent ends the attempt with ``ConnectionErrorType/invalidRequest``, and
/// ``InvalidRequest/member(_:type:expected:)`` lists the possible types.
///
/// ### When a spec is read
///
/// The connection reads the spec again for each attempt that does not repeat a request. Computed properties, such as a
/// timestamp, can therefore change between attempts. The connection reads one requirement at a time, on no particular
/// thread. A spec does not have to be `Sendable`, because the connection takes ownership of it.
///
/// ### What a spec must not do
///
/// A spec must not wait. It has no `async` requirement. To fetch a token or to ask the user, use a ``RequestAdapter``
/// or a ``RecoveryPolicy``.
public protocol RequestSpec: SendableMetatype {
    /// The type of ``httpMethod``: ``HTTPMethod`` (the default), `String`, or an optional of these.
    associatedtype MethodValue = HTTPMethod
    /// The type of ``headers``: `[String: String]` (the default), ``HTTPHeaders``, pairs of strings, or an optional of
    /// these.
    associatedtype HeadersValue = [String: String]
    /// The type of ``urlQuery``: ``URLQuery``, a dictionary, pairs of strings, any `Encodable` with keys, or an
    /// optional of these. Default: `URLQuery?`.
    associatedtype QueryValue = URLQuery?
    /// The type of ``content``: any `Encodable`, `[String: Any]`, or an optional of these. Default: `(any Encodable)?`.
    associatedtype ContentValue = (any Encodable)?
    /// The type of ``contentEncoder``: a ``ContentEncoder``, or an optional of one, which is the default.
    associatedtype EncoderValue = (any ContentEncoder)?
    /// What ``makePostData()`` returns: `Data`, or an optional of it, which is the default.
    associatedtype PostDataValue = Data?
    /// What ``makeBody()`` returns: ``RequestBody``, `Data`, `String`, or an optional of these. Default:
    /// `RequestBody?`.
    associatedtype BodyValue = RequestBody?
    /// The type of ``redirects``: ``RedirectPolicy``, or an optional of it, which is the default.
    associatedtype RedirectsValue = RedirectPolicy?
    /// The type of ``deadlines``: ``Deadlines``, or an optional of it, which is the default.
    associatedtype DeadlinesValue = Deadlines?

    /// Returns the spec of one attempt's request. Default: nil (this spec describes the request itself).
    ///
    /// Implement it if the spec gets its values from elsewhere, such as a template or a configuration that may change,
    /// so that all values of a request come from the same time. It is called first. ``redirects`` and ``deadlines`` are
    /// still those of this spec.
    ///
    /// An ``InvalidRequest`` about a URL, and a ``URITemplateError``, end the attempt with
    /// ``ConnectionErrorType/invalidURL``. Any other error ends it with ``ConnectionErrorType/invalidRequest``.
    func resolved() throws -> (any RequestSpec)?
    /// The absolute URL, or a path after the ``ConnectionConfig/baseURL``. If it has a query, ``urlQuery`` is appended.
    var url: String { get }
    /// The method. Default: `.get`.
    var httpMethod: MethodValue { get }
    /// The header fields. Default: none.
    var headers: HeadersValue { get }
    /// The pairs of the query, which the connection percent-encodes. A dictionary is sorted by key. Default: nil.
    var urlQuery: QueryValue { get }
    /// The content to encode: any `Encodable`, or an ``HTTPContent``. Default: nil.
    var content: ContentValue { get }
    /// The encoder of ``content``, which writes it to the body or to the query. Default: nil
    /// (``ConnectionConfig/encoderStrategy`` decides).
    var contentEncoder: EncoderValue { get }
    /// Returns the body as bytes in memory. Default: nil.
    ///
    /// An error ends the attempt with ``ConnectionErrorType/invalidRequest``.
    func makePostData() throws -> PostDataValue
    /// Returns the body. Default: the bytes of ``makePostData()``.
    ///
    /// A request can have this body and ``content`` only if the content goes into the query. An error ends the attempt
    /// with ``ConnectionErrorType/invalidRequest``.
    func makeBody() throws -> BodyValue
    /// Which redirects are followed. Default: nil (the config decides).
    var redirects: RedirectsValue { get }
    /// How long a connection can take. Default: nil (the config decides).
    var deadlines: DeadlinesValue { get }
    /// Whether the request has an `Idempotency-Key`, by which the server recognizes a request that is sent again.
    /// Default: false.
    ///
    /// The key is random and the same for every attempt of a generation. A request with a key can be retried, whatever
    /// its method.
    var carriesIdempotencyKey: Bool { get }

    /// The type of ``method``.
    associatedtype MethodNearMiss = Never?
    /// Not the method of the request, which is ``httpMethod``. Do not implement this. If a spec has an ``HTTPMethod``
    /// here, its requests fail with ``InvalidRequest/nearMiss(_:use:)``, because the connection would ignore it.
    var method: MethodNearMiss { get }
}

extension RequestSpec {
    /// Returns nil. This spec describes the request itself.
    public func resolved() throws -> (any RequestSpec)? { nil }
    /// False.
    public var carriesIdempotencyKey: Bool { false }
}

extension RequestSpec where MethodValue == HTTPMethod {
    /// `.get`
    public var httpMethod: HTTPMethod { .get }
}

extension RequestSpec where HeadersValue == [String: String] {
    /// None.
    public var headers: [String: String] { [:] }
}

extension RequestSpec where QueryValue == URLQuery? {
    /// None.
    public var urlQuery: URLQuery? { nil }
}

extension RequestSpec where ContentValue == (any Encodable)? {
    /// None.
    public var content: (any Encodable)? { nil }
}

extension RequestSpec where EncoderValue == (any ContentEncoder)? {
    /// Nil. The config decides.
    public var contentEncoder: (any ContentEncoder)? { nil }
}

extension RequestSpec where PostDataValue == Data? {
    /// None.
    public func makePostData() -> Data? { nil }
}

extension RequestSpec where BodyValue == RequestBody? {
    /// The bytes of ``makePostData()``.
    public func makeBody() throws -> RequestBody? { try postDataValue().map(RequestBody.data) }
}

extension RequestSpec where RedirectsValue == RedirectPolicy? {
    /// Nil. The config decides.
    public var redirects: RedirectPolicy? { nil }
}

extension RequestSpec where DeadlinesValue == Deadlines? {
    /// Nil. The config decides.
    public var deadlines: Deadlines? { nil }
}

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
/// ### When a spec is read
///
/// The connection reads the spec again for each attempt that does not repeat a request, so computed properties may
/// change between attempts: a timestamp, for example. It reads one requirement at a time, on no particular thread. A
/// spec does not have to be `Sendable`, because the connection takes it over.
///
/// ### What a spec must not do
///
/// A spec must not wait: it has no `async` requirement. To fetch a token or to ask the user, use a ``RequestAdapter``
/// or a ``RecoveryPolicy``.
public protocol RequestSpec: SendableMetatype {
    /// Returns the spec of one attempt's request. Default: nil, this spec describes the request itself.
    ///
    /// Implement it if the spec gets its values from elsewhere, such as a template or a configuration that may change,
    /// so that all values of a request come from the same time. It is called first. ``redirects`` and ``deadlines`` are
    /// still those of this spec.
    ///
    /// An ``InvalidRequest`` about a URL, and a ``URITemplateError``, end the attempt with
    /// ``ConnectionErrorType/invalidURL``. Any other error ends it with ``ConnectionErrorType/invalidRequest``.
    func resolved() throws -> (any RequestSpec)?
    /// The absolute URL. If it has a query, ``urlQuery`` is appended to that.
    var url: String { get }
    /// The method. Default: `.get`.
    var httpMethod: HTTPMethod { get }
    /// The header fields. Default: none.
    var headers: [String: String] { get }
    /// The pairs of the query, which the connection percent-encodes. Default: nil.
    var urlQuery: URLQuery? { get }
    /// The value to encode: any `Encodable`, or an ``HTTPContent``. Default: nil.
    var content: (any Encodable)? { get }
    /// Writes ``content`` to the body or to the query. Default: nil, ``ConnectionConfig/encoderStrategy`` decides.
    var contentEncoder: (any ContentEncoder)? { get }
    /// Returns the body as bytes in memory. Default: nil.
    func makePostData() -> Data?
    /// Returns the body. Default: the bytes of ``makePostData()``.
    ///
    /// A request can have this body and ``content`` only if the content goes into the query. An error ends the attempt
    /// with ``ConnectionErrorType/invalidRequest``.
    func makeBody() throws -> RequestBody?
    /// The redirects to follow. Default: nil, the config decides.
    var redirects: RedirectPolicy? { get }
    /// How long a connection may take. Default: nil, the config decides.
    var deadlines: Deadlines? { get }
    /// Whether the request has an `Idempotency-Key`, by which the server recognizes a request that is sent again.
    /// Default: false.
    ///
    /// The key is random, and the same for every attempt of a generation. Such a request may be retried, whatever its
    /// method is.
    var carriesIdempotencyKey: Bool { get }
}

extension RequestSpec {
    /// Returns nil: this spec describes the request itself.
    public func resolved() throws -> (any RequestSpec)? { nil }
    /// `.get`
    public var httpMethod: HTTPMethod { .get }
    /// None.
    public var headers: [String: String] { [:] }
    /// None.
    public var urlQuery: URLQuery? { nil }
    /// None.
    public var content: (any Encodable)? { nil }
    /// Nil: the config decides.
    public var contentEncoder: (any ContentEncoder)? { nil }
    /// None.
    public func makePostData() -> Data? { nil }
    /// The bytes of ``makePostData()``.
    public func makeBody() throws -> RequestBody? { makePostData().map(RequestBody.data) }
    /// Nil: the config decides.
    public var redirects: RedirectPolicy? { nil }
    /// Nil: the config decides.
    public var deadlines: Deadlines? { nil }
    /// False.
    public var carriesIdempotencyKey: Bool { false }
}

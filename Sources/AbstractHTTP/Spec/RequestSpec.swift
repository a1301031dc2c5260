import Foundation

/// What one endpoint's request looks like.
///
/// A class or a struct; only `url` is required. The connection reads a spec anew for every attempt, so computed
/// properties may change between attempts (a timestamp, a token). A spec need not be `Sendable`: it is handed over to
/// the connection, which reads it on no particular thread, one read at a time.
///
/// ```swift
/// struct SearchUsers: RequestSpec {
///     var name: String
///     var url: String { "https://api.example.com/users" }
///     var urlQuery: URLQuery? { ["name": name] }
/// }
/// ```
public protocol RequestSpec: SendableMetatype {
    /// The spec of one attempt's request, asked for before anything of that is read; nil (the default) for this one.
    /// ``redirects`` and ``deadlines`` are those of this one.
    ///
    /// For specs that take what they describe from elsewhere: a template and its values, a configuration that may
    /// change. Everything of a request then comes from one moment, and what cannot be described is thrown: a URL that
    /// cannot be made (an ``InvalidRequest`` that says so, a ``URITemplateError``) ends the attempt with
    /// ``ConnectionErrorType/invalidURL``, anything else with ``ConnectionErrorType/invalidRequest``.
    func resolved() throws -> (any RequestSpec)?
    /// The absolute URL. A query that it has is kept, and ``urlQuery`` is appended to it.
    var url: String { get }
    /// The method. Default: `.get`.
    var httpMethod: HTTPMethod { get }
    /// Header fields. Default: none.
    var headers: [String: String] { get }
    /// Pairs for the query, not encoded. Default: nil.
    var urlQuery: URLQuery? { get }
    /// A value to be encoded, any `Encodable` or an ``HTTPContent``; nil (the default) for none.
    var content: (any Encodable)? { get }
    /// Writes ``content`` as the body or into the query. Default: nil, ``ConnectionConfig/encoderStrategy`` says.
    var contentEncoder: (any ContentEncoder)? { get }
    /// The body as bytes in memory. Default: nil.
    func makePostData() -> Data?
    /// The body, beside ``content`` only where that goes into the query. Default: ``makePostData()`` as data. What it
    /// throws ends the attempt with ``ConnectionErrorType/invalidRequest``.
    func makeBody() throws -> RequestBody?
    /// Which redirects are followed. Default: nil, the config says.
    var redirects: RedirectPolicy? { get }
    /// How long a connection may take. Default: nil, the config says.
    var deadlines: Deadlines? { get }
    /// Whether the server can tell a request that is sent again by its `Idempotency-Key`, a random one that is the same
    /// for every attempt of a generation. Such a request may be retried, whatever its method. Default: false.
    var carriesIdempotencyKey: Bool { get }
}

extension RequestSpec {
    /// This spec.
    public func resolved() throws -> (any RequestSpec)? { nil }
    /// `.get`
    public var httpMethod: HTTPMethod { .get }
    /// None.
    public var headers: [String: String] { [:] }
    /// None.
    public var urlQuery: URLQuery? { nil }
    /// None.
    public var content: (any Encodable)? { nil }
    /// What the config says.
    public var contentEncoder: (any ContentEncoder)? { nil }
    /// None.
    public func makePostData() -> Data? { nil }
    /// The bytes of ``makePostData()``.
    public func makeBody() throws -> RequestBody? { makePostData().map(RequestBody.data) }
    /// What the config says.
    public var redirects: RedirectPolicy? { nil }
    /// What the config says.
    public var deadlines: Deadlines? { nil }
    /// False.
    public var carriesIdempotencyKey: Bool { false }
}

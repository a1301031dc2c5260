import Foundation

/// Describes the request of one endpoint.
///
/// A struct describes its request as a value:
///
/// ```swift
/// struct SearchUsers: RequestSpec {
///     var name: String?
///     var request: HTTP { HTTP("https://api.example.com/users").query("name", name) }
/// }
/// ```
///
/// A class can do the same, or implement the other members: the default of ``request`` reads them. In a struct, nothing
/// reads them, so a struct without ``request`` does not compile.
///
/// ### When a spec is read
///
/// The connection reads ``request`` once for each attempt that does not repeat a request. A timestamp can therefore
/// change between attempts. It is read on no particular thread. A spec does not have to be `Sendable`, because the
/// connection takes ownership of it.
///
/// ### What a spec must not do
///
/// A spec must not wait. It has no `async` requirement. To fetch a token or to ask the user, use a ``RequestAdapter``
/// or a ``RecoveryPolicy``.
public protocol RequestSpec: SendableMetatype {
    /// The request of the next attempt. Default in a class: the request that the other members describe.
    ///
    /// If it throws an ``InvalidRequest`` about a URL or a ``URITemplateError``, the attempt ends with
    /// ``ConnectionErrorType/invalidURL``. Any other error ends it with ``ConnectionErrorType/invalidRequest``. The
    /// request that `onStart` gets then shows the type of the spec.
    var request: HTTP { get throws }
    /// The absolute URL, or a path after the ``ConnectionConfig/baseURL``. If it has a query, ``urlQuery`` is appended.
    /// Default: empty, which is the base URL itself. Without a base URL, the request fails with
    /// ``InvalidRequest/missingURL(_:)``.
    var url: String { get }
    /// The method. Default: `.get`.
    var httpMethod: HTTPMethod { get }
    /// The header fields. Default: none.
    var headers: [String: String] { get }
    /// The pairs of the query, which the connection percent-encodes. Default: nil.
    var urlQuery: URLQuery? { get }
    /// Returns the body as bytes in memory. Default: what ``body()`` returns.
    ///
    /// An error ends the attempt with ``ConnectionErrorType/invalidRequest``.
    func makePostData() throws -> Data?
    /// Returns the body as bytes in memory. Default: nil.
    func body() -> Data?
}

extension RequestSpec {
    /// Empty: the base URL of the config.
    public var url: String { "" }
    /// `.get`
    public var httpMethod: HTTPMethod { .get }
    /// None.
    public var headers: [String: String] { [:] }
    /// None.
    public var urlQuery: URLQuery? { nil }
    /// The bytes of ``body()``.
    public func makePostData() throws -> Data? { body() }
    /// None.
    public func body() -> Data? { nil }

    /// Not available. The compiler shows how a struct describes its request.
    @available(
        *, unavailable,
        message: """
            a struct describes its request as a value: var request: HTTP { HTTP("/users").method(.post).content(user) }; url, \
            headers, and similar members are only for classes
            """
    )
    public var request: HTTP { get throws { throw InvalidRequest.missingURL("\(Self.self)") } }
}

extension RequestSpec where Self: AnyObject {
    /// The request that the members describe.
    public var request: HTTP { get throws { try requestOfMembers() } }
}

extension RequestSpec {
    /// The request that the members describe.
    func requestOfMembers() throws -> HTTP {
        let (query, data) = (urlQuery, try makePostData())
        return HTTP(
            HTTP.Storage(
                url: url, method: httpMethod, headers: HTTPHeaders(headers), query: query ?? URLQuery(),
                body: data.map(RequestBody.data), members: .read))
    }
}

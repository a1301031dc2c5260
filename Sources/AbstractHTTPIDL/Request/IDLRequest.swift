import AbstractHTTP

/// A request that consists of a method, a URI, and content. Requests of `.http` files conform, and you can write one by
/// hand.
///
/// The protocol refines `RequestSpec`, whose requirements it implements.
///
/// ```swift
/// final class FindFriends: IDLRequest {
///     let method = "GET"
///     let uri = "/friends"
///     var configuration = BaseConfiguration.shared
///     var name: String?
///     var content: RequestContent? { ["name": name.asRequestContent()] }
/// }
///
/// let request = FindFriends()
/// request.name = "Ada"
/// let response = try await BaseClient.shared.connection(to: request).response()
/// ```
public protocol IDLRequest: RequestSpec {
    /// The method, in uppercase.
    var method: String { get }
    /// The configuration of the request.
    var configuration: BaseConfiguration { get set }
    /// The client that sends the request. Default: ``BaseClient/shared``.
    var client: BaseClient { get }
    /// The text after the base URL: a path, which can have a query.
    var uri: String { get }
    /// The content, or nil for none.
    var content: RequestContent? { get }
    /// Returns the URI. An error ends the attempt, as in `RequestSpec.request`. Default: returns ``uri``.
    func makeURI() throws -> String
    /// Returns the content. An error ends the attempt. Default: returns ``content``.
    func makeContent() throws -> RequestContent?
}

extension IDLRequest {
    /// The shared client.
    public var client: BaseClient { .shared }
    /// ``uri``
    public func makeURI() throws -> String { uri }
    /// ``content``
    public func makeContent() throws -> RequestContent? { content }
}

extension IDLRequest {
    /// The request of ``makeRequest()``, with the header fields, the query, and the body of the members that
    /// `RequestSpec` declares.
    ///
    /// To change more of it, implement `request` and call ``makeRequest()``:
    ///
    /// ```swift
    /// var request: HTTP { get throws { try makeRequest().redirects(.off) } }
    /// ```
    public var request: HTTP {
        get throws { try makeRequest().headers(headers).query(urlQuery).body(makePostData()).members(.read) }
    }

    /// The URL of ``makeRequest()``, or the base URL if there is none.
    public var url: String { (try? makeRequest().url) ?? configuration.baseURLString }
    /// The method as an `HTTPMethod`.
    public var httpMethod: HTTPMethod { HTTPMethod(rawValue: method) }

    /// Returns the request in its current state: the method, the URI after the base URL, the header fields of the
    /// configuration, and the content. Throws what ``makeURI()`` and ``makeContent()`` throw.
    public func makeRequest() throws -> HTTP {
        let http = try makeBareRequest()
        guard let made = try makeContent() else { return http }
        let content = made.written(configuration.dates, .refused)
        return http.content(content, encoder: configuration.encoder(of: self, content))
    }

    /// The request without its content.
    ///
    /// - Parameter credentials: Header fields that only the server of the base URL gets.
    func makeBareRequest(_ credentials: HTTPHeaders = [:]) throws -> HTTP {
        var (defaults, uri) = (configuration.defaults, try makeURI())
        for field in credentials { defaults.headers[field.name] = field.value }
        return HTTP(try defaults.url(of: uri)).method(HTTPMethod(rawValue: method)).trusting(defaults.server)
    }
}

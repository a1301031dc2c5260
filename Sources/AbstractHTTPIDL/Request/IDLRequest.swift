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
    /// Returns the URI. An error ends the attempt, as in `RequestSpec.resolved()`. Default: returns ``uri``.
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
    /// Returns the current state of the request for one attempt.
    public func resolved() throws -> (any RequestSpec)? { try RequestSnapshot(self) }
    /// The base URL and the URI, or only the base URL if there is no URI.
    public var url: String { (try? RequestSnapshot(self).url) ?? configuration.baseURLString }
    /// The method as an `HTTPMethod`.
    public var httpMethod: HTTPMethod { HTTPMethod(rawValue: method) }
    /// The header fields of the configuration.
    public var headers: [String: String] { configuration.headers }
    /// The content in the form that encoders take.
    public var content: (any Encodable)? { (try? makeContent()) ?? nil }
    /// The encoder of the configuration.
    public var contentEncoder: (any ContentEncoder)? { try? RequestSnapshot(self).contentEncoder }
}

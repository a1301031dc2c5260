import AbstractHTTP

/// A request that says what it is by its method, its URI and its content: one of a `.http` file, or one that is written
/// by hand.
///
/// It is a `RequestSpec`; what that asks for is made of what is said here.
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
    /// The method, in capitals.
    var method: String { get }
    /// Where it is sent, and how.
    var configuration: BaseConfiguration { get set }
    /// What sends it. Default: ``BaseClient/shared``.
    var client: BaseClient { get }
    /// What follows the base URL: a path, and maybe a query.
    var uri: String { get }
    /// What is sent; nil for nothing.
    var content: RequestContent? { get }
    /// The URI, or why there is none: what it throws ends the attempt, as in `RequestSpec.resolved()`. Default:
    /// ``uri``.
    func makeURI() throws -> String
    /// The content, or why there is none: what it throws ends the attempt. Default: ``content``.
    func makeContent() throws -> RequestContent?
}

extension IDLRequest {
    /// The one that all share.
    public var client: BaseClient { .shared }
    /// ``uri``
    public func makeURI() throws -> String { uri }
    /// ``content``
    public func makeContent() throws -> RequestContent? { content }
}

extension IDLRequest {
    /// The request as it is now, for one attempt.
    public func resolved() throws -> (any RequestSpec)? { try RequestSnapshot(self) }
    /// The base URL and the URI; the base alone where there is none.
    public var url: String { (try? RequestSnapshot(self).url) ?? configuration.baseURLString }
    /// ``method``
    public var httpMethod: HTTPMethod { HTTPMethod(rawValue: method) }
    /// Those of the configuration.
    public var headers: [String: String] { configuration.headers }
    /// The content, for an encoder.
    public var content: (any Encodable)? { (try? makeContent()) ?? nil }
    /// That of the configuration.
    public var contentEncoder: (any ContentEncoder)? { try? RequestSnapshot(self).contentEncoder }
}

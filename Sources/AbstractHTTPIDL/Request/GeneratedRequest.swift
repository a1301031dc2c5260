import AbstractHTTP

/// A request of a `.http` file. It is a `ConnectionSpec`, so its connections support listeners, recovery policies, and
/// all other features.
///
/// ```swift
/// let request = GetFriendsRequest()
/// request.page = 2
/// let response = try await request.send()
/// ```
public protocol GeneratedRequest: IDLRequest, ConnectionSpec, LiveResponseSpec, AnyObject
where
    ResponseModel: GeneratedResponse, FailureModel == Never
{
    /// The method, in uppercase.
    static var method: String { get }
    /// The configuration of the request.
    var configuration: BaseConfiguration { get set }
    /// The client that sends the request.
    var client: BaseClient { get set }
}

extension GeneratedRequest {
    /// The request of ``IDLRequest/makeRequest()``. A field with the name of a member, such as `headers`, is content.
    public var request: HTTP { get throws { try makeRequest().members(.unrelated) } }
    /// The method of the class.
    public var method: String { Self.method }
    /// The text after the base URL. It is empty if a parameter cannot be a part of a path.
    public var uri: String { (try? makeURI()) ?? "" }
    /// The content of the request, or nil if a required value is missing.
    public var content: RequestContent? { (try? makeContent()) ?? nil }
    /// Returns nil.
    public func makeContent() throws -> RequestContent? { nil }
    /// The decoder of the configuration.
    public var contentDecoder: (any ContentDecoder)? { configuration.decoder }
    /// Reads the content of a response.
    public func parseResponse(response: HTTPResponse) throws -> ResponseModel {
        try ResponseModel(rawResponse: response, configuration: configuration)
    }
}

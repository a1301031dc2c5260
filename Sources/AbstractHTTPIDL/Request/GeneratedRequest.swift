import AbstractHTTP

/// A request of a `.http` file. It is a `ConnectionSpec`: a connection of it has listeners, recovery and everything
/// else.
public protocol GeneratedRequest: IDLRequest, ConnectionSpec, AnyObject
where ResponseModel: GeneratedResponse, FailureModel == Never {
    /// The method, in capitals.
    static var method: String { get }
    /// Where it is sent, and how.
    var configuration: BaseConfiguration { get set }
    /// What sends it.
    var client: BaseClient { get set }
}

extension GeneratedRequest {
    /// The method of the class.
    public var method: String { Self.method }
    /// What follows the base URL; empty where a parameter cannot stand in a path.
    public var uri: String { (try? makeURI()) ?? "" }
    /// What is sent; nil where a value is missing that has to be there.
    public var content: RequestContent? { (try? makeContent()) ?? nil }
    /// Nothing.
    public func makeContent() throws -> RequestContent? { nil }
    /// That of the configuration.
    public var contentDecoder: (any ContentDecoder)? { configuration.decoder }
    /// Reads the content of a response.
    public func parseResponse(response: HTTPResponse) throws -> ResponseModel {
        try ResponseModel(rawResponse: response, configuration: configuration)
    }
}

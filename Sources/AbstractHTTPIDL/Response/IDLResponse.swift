import AbstractHTTP

/// What is made of the content of a response: by a struct of a `.http` file, or by one that is written by hand.
///
/// ```swift
/// struct FoundFriends: IDLResponse {
///     let names: [String]?
///     let rawResponse: HTTPResponse
///
///     init(content: ResponseContent?, rawResponse: HTTPResponse) throws {
///         names = [String](content: content?["names"])
///         self.rawResponse = rawResponse
///     }
/// }
///
/// let found = try await BaseClient.shared.connection(to: request, as: FoundFriends.self).response()
/// ```
public protocol IDLResponse: Sendable {
    /// Makes the response of its content, nil for none, and of what was received. What it throws ends the attempt with
    /// `ConnectionErrorType.parse`.
    init(content: ResponseContent?, rawResponse: HTTPResponse) throws
    /// Makes the response of what was received. Default: its content is read by the decoder of the configuration, or by
    /// that which the Content-Type chooses, and handed over.
    init(rawResponse: HTTPResponse, configuration: BaseConfiguration) throws
}

extension IDLResponse {
    /// Makes the response of the content that the decoder reads.
    public init(rawResponse: HTTPResponse, configuration: BaseConfiguration) throws {
        let content = try rawResponse.content(by: configuration.decoder)
        try self.init(content: content, rawResponse: rawResponse)
    }
}

extension HTTPResponse {
    /// What a decoder reads; nil where there is nothing.
    func content(by decoder: (any ContentDecoder)?) throws -> ResponseContent? {
        do {
            // Not as an optional: who asks for a tree is given that of JSON, also where it is said to be a text.
            return try decoded(as: ResponseContent.self, by: decoder)
        } catch is EmptyResponse {
            return nil
        }
    }
}

import AbstractHTTP
import AbstractHTTPJSON

/// A type that is created from the content of a response. Responses of `.http` files conform, and you can write one by
/// hand.
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
    /// Creates the response from its content (nil for none) and the raw response. An error ends the attempt with
    /// `ConnectionErrorType.parse`.
    init(content: ResponseContent?, rawResponse: HTTPResponse) throws
    /// Creates the response from a raw response. The default reads the content with the decoder of the configuration,
    /// or with the one for the Content-Type.
    init(rawResponse: HTTPResponse, configuration: BaseConfiguration) throws
}

extension IDLResponse {
    /// Creates the response from the content that the decoder reads.
    public init(rawResponse: HTTPResponse, configuration: BaseConfiguration) throws {
        let content = try rawResponse.content(by: configuration.decoder)
        try self.init(content: content, rawResponse: rawResponse)
    }
}

extension HTTPResponse {
    /// Decodes the body as content, or returns nil if it is empty.
    func content(by decoder: (any ContentDecoder)?) throws -> ResponseContent? {
        do {
            // Do not decode an optional: a text decoder parses a tree only if the type is exactly `ResponseContent`.
            return try decoded(as: ResponseContent.self, by: decoder)
        } catch is EmptyResponse {
            return nil
        }
    }

    /// Returns the content. A JSON text is only indexed. Any other decoder creates a tree.
    func contentSource(by decoder: (any ContentDecoder)?) throws -> ContentSource {
        // If the text is not valid, reading it as a tree throws an error with the place.
        if !hasNoContent, bodyDecoder(of: decoder) is JSONContentDecoder, let json = try? IndexedJSON(data) {
            return .json(json, IndexedJSON.root)
        }
        return .tree(try content(by: decoder))
    }
}

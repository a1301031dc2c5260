import Foundation

/// A model that is created from the whole response: its status, its header fields, and its body.
///
/// All styles of endpoints can have such a model, for a success or for a failure:
///
/// ```swift
/// enum Upload: ResponseDecodable {
///     case finished(File)
///     case pending(Job)
///
///     init(response: Response) throws {
///         self = response.statusCode == 202 ? .pending(try response.decoded()) : .finished(try response.decoded())
///     }
/// }
/// ```
///
/// Decode the parts of the model, and not the model itself, which would create itself without end. `init(from:)` has a
/// default that throws, because only a response can be decoded as such a model.
public protocol ResponseDecodable: Decodable {
    /// Creates the model, even from a response without content. ``Response/decoded(as:by:)`` uses the decoder of the
    /// endpoint. It is called on no particular thread. An error ends the attempt with ``ConnectionErrorType/parse``.
    init(response: Response) throws
}

extension ResponseDecodable {
    /// Throws a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: decoder.codingPath,
                debugDescription: "\(Self.self) is created from a whole response; it cannot be a part of another model")
        )
    }
}

extension String: ResponseDecodable {
    /// Returns the text of the body, in the charset of the Content-Type or in UTF-8. Throws ``UnreadableText``.
    public init(response: Response) throws { self = try ModelParser.text(of: response) }
}

extension Data: ResponseDecodable {
    /// Returns the bytes of the body.
    public init(response: Response) throws { self = ModelParser.data(of: response) }
}

extension Optional: ResponseDecodable where Wrapped: Decodable {
    /// Returns nil if there is no content.
    public init(response: Response) throws {
        if response.hasNoContent {
            self = nil
        } else if Wrapped.self is any ResponseDecodable.Type {
            self = try ModelParser.decode(Wrapped.self, from: response)
        } else {
            self = try response.usedDecoder.decode(Self.self, from: response)
        }
    }
}

extension Response {
    /// The decoder of the spec or of the config.
    var usedDecoder: any ContentDecoder { decoder?.value ?? MediaTypeDecoder.standard }

    /// The response with another decoder, unless that is nil.
    func withDecoder(_ decoder: (any ContentDecoder)?) -> Response {
        guard let decoder else { return self }
        var response = self
        response.decoder = SharedDecoder(decoder)
        return response
    }

    /// The model of a failure. Nil if there is no content, unless the model is created from a whole response.
    package func failureModel<Model: Decodable>(
        as type: Model.Type, by decoder: (any ContentDecoder)? = nil
    ) throws -> Model? {
        let isBody = type == String.self || type == Data.self
        guard type is any ResponseDecodable.Type, !isBody else { return try decoded(as: Model?.self, by: decoder) }
        return try decoded(as: type, by: decoder)
    }
}

import Foundation

/// Decodes a property list in any of its notations.
public struct PropertyListContentDecoder: ContentDecoder {
    /// Makes the decoder.
    public init() {}

    /// Decodes the body, whatever its Content-Type; throws `DecodingError`.
    public func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        try PropertyListDecoder().decode(type, from: response.data)
    }
}

import Foundation

/// Decodes a property list, in XML or binary.
///
/// Foundation ends the process on some that are malformed, so what is not clearly well formed is refused before: XML
/// that is not UTF-8 or UTF-16, objects that hold each other or reach beyond the end, and more than 512 arrays and
/// dictionaries within each other.
public struct PropertyListContentDecoder: ContentDecoder {
    /// Makes the decoder.
    public init() {}

    /// Decodes the body, whatever its Content-Type; throws `DecodingError`.
    public func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        try response.data.checkPropertyList()
        return try PropertyListDecoder().decode(type, from: response.data)
    }
}

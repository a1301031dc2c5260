import Foundation

/// Decodes a property list in XML or binary format.
///
/// Foundation ends the process on some malformed property lists. The decoder therefore rejects input that is not
/// clearly well formed: XML that is not UTF-8 or UTF-16, objects that contain each other or reach beyond the end, dates
/// that are not finite or almost a million years away, and more than 128 levels of nesting.
///
/// ```swift
/// struct GetSettings: ConnectionSpec {
///     typealias ResponseModel = Settings
///     var request: HTTP { HTTP("/settings") }
///     var contentDecoder: (any ContentDecoder)? { PropertyListContentDecoder() }
/// }
/// ```
public struct PropertyListContentDecoder: ContentDecoder {
    /// Creates a decoder.
    public init() {}

    /// Decodes the body, whatever its Content-Type. Throws `DecodingError`.
    public func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        try response.data.checkPropertyList()
        return try PropertyListDecoder().decode(type, from: response.data)
    }
}

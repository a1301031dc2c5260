import AbstractHTTP

/// A `Codable` type that you use as the type of a field: `extension Color: CodableContent {}`.
///
/// ```swift
/// struct Color: CodableContent {
///     var red: Int, green: Int, blue: Int
/// }
/// ```
public protocol CodableContent: Codable, HTTPContentConvertible {}

extension CodableContent {
    /// Decodes the content. Dates are ISO 8601.
    public init?(content: ResponseContent?) {
        guard let value = try? Self(reading: ContentReader(content)) else { return nil }
        self = value
    }

    /// Decodes the content with the date strategy of the reader.
    public init(reading reader: ContentReader) throws {
        do {
            self = try (reader.content ?? .null).decoded(dates: reader.dates)
        } catch {
            throw reader.mismatch(Self.self, because: error)
        }
    }

    /// Returns the encoded value as a tree. If its `encode(to:)` throws, the tree contains a number that every encoder
    /// rejects, so that no incomplete request is sent.
    public func asRequestContent() -> RequestContent {
        (try? HTTPContent(encoding: self)) ?? .number(HTTPContent.Number(Double.nan))
    }
}

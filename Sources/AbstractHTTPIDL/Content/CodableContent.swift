import AbstractHTTP

/// A type of your own that is `Codable`, as the type of a field: `extension Color: CodableContent {}`.
public protocol CodableContent: Codable, HTTPContentConvertible {}

extension CodableContent {
    /// Decodes the content; dates are as ISO 8601 has them.
    public init?(content: ResponseContent?) {
        guard let value = try? Self(reading: ContentReader(content)) else { return nil }
        self = value
    }

    /// Decodes the content; dates as the reader reads them.
    public init(reading reader: ContentReader) throws {
        do {
            self = try (reader.content ?? .null).decoded(dates: reader.dates)
        } catch {
            throw reader.mismatch(Self.self, because: error)
        }
    }

    /// The tree of what the value encodes. Where its `encode(to:)` throws, a number that every encoder refuses: nothing
    /// is sent without it.
    public func asRequestContent() -> RequestContent {
        (try? HTTPContent(encoding: self)) ?? .number(HTTPContent.Number(Double.nan))
    }
}

import Foundation

/// Decodes JSON.
///
/// ```swift
/// JSONContentDecoder(dates: .secondsSince1970, keys: .fromSnakeCase)
/// ```
public struct JSONContentDecoder: ContentDecoder {
    /// How the keys of properties are found.
    public enum Keys: Sendable {
        /// As the type has them.
        case unchanged
        /// `home_page_url` is `homePageUrl`, as `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` does it.
        case fromSnakeCase
        /// As the closure says for each key of the JSON.
        case custom(@Sendable (String) -> String)
    }

    /// How dates are read. Default: ``DateCodingStrategy/iso8601``, with and without a fraction.
    public var dates: DateCodingStrategy
    /// How the keys of properties are found. Default: `.unchanged`.
    public var keys: Keys

    /// Makes the decoder.
    public init(dates: DateCodingStrategy = .iso8601, keys: Keys = .unchanged) {
        self.dates = dates
        self.keys = keys
    }

    /// Decodes the body, whatever its Content-Type; throws `DecodingError`.
    public func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        try makeDecoder().decode(type, from: response.data)
    }

    /// The decoder of Foundation that does this.
    package func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { [dates] in try Date(from: $0, as: dates) }
        switch keys {
        case .unchanged: break
        case .fromSnakeCase: decoder.keyDecodingStrategy = .convertFromSnakeCase
        case .custom(let convert):
            decoder.keyDecodingStrategy = .custom { path in ContentKey(convert(path.last?.stringValue ?? "")) }
        }
        return decoder
    }
}

extension Date {
    fileprivate init(from decoder: any Decoder, as format: DateCodingStrategy) throws {
        // Not the tree of it: that would ask for a date, too.
        let content = HTTPContent(plain: try decoder.singleValueContainer())
        guard let content, let date = format.read(content) else {
            let shown = content?.shown ?? "the value"
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(shown) is no date in this format"))
        }
        self = date
    }
}

extension ContentDecoder where Self == JSONContentDecoder {
    /// From JSON.
    public static var json: Self { Self() }
    /// From JSON, with options.
    public static func json(dates: DateCodingStrategy = .iso8601, keys: JSONContentDecoder.Keys = .unchanged) -> Self {
        Self(dates: dates, keys: keys)
    }
}

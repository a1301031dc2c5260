import Foundation

/// Decodes JSON.
///
/// ```swift
/// JSONContentDecoder(dates: .secondsSince1970, keys: .fromSnakeCase)
/// ```
public struct JSONContentDecoder: ContentDecoder {
    /// How the keys of properties are found.
    public enum Keys: Sendable {
        /// The keys stay as they are.
        case unchanged
        /// `home_page_url` becomes `homePageUrl`, as with `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase`.
        case fromSnakeCase
        /// The closure returns the property's key for each key of the JSON.
        case custom(@Sendable (String) -> String)
    }

    /// How dates are read. Default: ``DateCodingStrategy/iso8601``, with and without a fraction.
    public var dates: DateCodingStrategy
    /// How the keys of the JSON become the keys of properties. Default: `.unchanged`.
    public var keys: Keys
    /// How numbers that are infinite or NaN are read. Default: `.refused`.
    public var nonFinite: NonFiniteNumbers

    /// Creates a decoder.
    public init(
        dates: DateCodingStrategy = .iso8601, keys: Keys = .unchanged, nonFinite: NonFiniteNumbers = .refused
    ) {
        self.dates = dates
        self.keys = keys
        self.nonFinite = nonFinite
    }

    /// Decodes the body, whatever its Content-Type. Throws `DecodingError`.
    public func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        try decode(type, from: response.data)
    }

    /// Decodes JSON.
    package func decode<Model: Decodable>(_ type: Model.Type, from data: Data) throws -> Model {
        try decodeDirectly(type, data) ?? makeDecoder().decode(type, from: data)
    }

    /// The model, if its type reads JSON itself. Otherwise, nil.
    package func decodeDirectly<Model>(_ type: Model.Type, _ data: Data) throws -> Model? {
        guard let direct = type as? any DirectDecodable.Type else { return nil }
        return try direct.decode(data, by: self) as? Model
    }

    /// Foundation's decoder with these options.
    package func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { [dates] in try Date(from: $0, as: dates) }
        if nonFinite == .names {
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: NonFiniteNumbers.infinity, negativeInfinity: NonFiniteNumbers.negativeInfinity,
                nan: NonFiniteNumbers.nan)
        }
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
        // Do not decode a tree here, because that would also try to decode a date.
        let content = HTTPContent(plain: try decoder.singleValueContainer())
        guard let content, let date = format.read(content) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: format.mismatchInJSON(content, at: decoder.codingPath)))
        }
        self = date
    }
}

extension DateCodingStrategy {
    /// Says that a value at a path is not a date in this format, and what to do. Nil stands for an array or an object.
    package func mismatchInJSON(_ content: HTTPContent?, at path: [any CodingKey]) -> String {
        mismatch(content, shown: content?.shown(at: path) ?? "the value", advice: Self.jsonAdvice)
    }

    private static func jsonAdvice(_ strategy: String?) -> String {
        guard let strategy else {
            return "set contentDecoder to a JSONContentDecoder with \(DateCodingStrategy.ownFormat)"
        }
        return "set contentDecoder to JSONContentDecoder(dates: \(strategy))"
    }
}

extension ContentDecoder where Self == JSONContentDecoder {
    /// A JSON decoder with the default options.
    public static var json: Self { Self() }
    /// A JSON decoder with options.
    public static func json(
        dates: DateCodingStrategy = .iso8601, keys: JSONContentDecoder.Keys = .unchanged,
        nonFinite: NonFiniteNumbers = .refused
    ) -> Self { Self(dates: dates, keys: keys, nonFinite: nonFinite) }
}

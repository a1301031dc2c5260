import Foundation

/// Writes a value as JSON with sorted keys, so that the same value always gives the same bytes.
///
/// ```swift
/// let encoder = JSONContentEncoder(dates: .secondsSince1970, keys: .snakeCase)
/// ```
public struct JSONContentEncoder: ContentEncoder {
    /// How properties that are nil are written. An explicit null, in a tree or a dictionary or from a type's own
    /// `encode(to:)`, is always sent.
    public enum Nulls: Sendable {
        /// They are left out, as with `JSONEncoder`.
        case omitted
        /// They are sent as `null`.
        case sent
    }

    /// How dates are written.
    public var dates: DateCodingStrategy
    /// How the keys of a type's properties are written.
    public var keys: KeyCodingStrategy
    /// How properties that are nil are written.
    public var nulls: Nulls
    /// How numbers that are infinite or NaN are written.
    public var nonFinite: NonFiniteNumbers

    /// Creates an encoder.
    public init(
        dates: DateCodingStrategy = .iso8601, keys: KeyCodingStrategy = .unchanged, nulls: Nulls = .omitted,
        nonFinite: NonFiniteNumbers = .refused
    ) {
        self.dates = dates
        self.keys = keys
        self.nulls = nulls
        self.nonFinite = nonFinite
    }

    /// Writes `value`. Bytes become Base64 text. Throws ``HTTPContentError`` for files and, unless they are written as
    /// names, for numbers that are not finite.
    public func encode(_ value: any Encodable) throws -> EncodedContent {
        let direct = try (value as? any DirectEncodable)?.encoded(by: self)
        return EncodedContent(mediaType: .json, body: .data(try direct ?? data(of: value)))
    }

    /// The value as JSON, by way of a tree.
    package func data(of value: any Encodable) throws -> Data {
        let written = try HTTPContent(value, keys: keys, omitsNil: nulls == .omitted).forJSON(self)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(written)
    }
}

extension ContentEncoder where Self == JSONContentEncoder {
    /// A JSON encoder with the default options.
    public static var json: Self { Self() }
    /// A JSON encoder with options.
    public static func json(
        dates: DateCodingStrategy = .iso8601, keys: KeyCodingStrategy = .unchanged,
        nulls: JSONContentEncoder.Nulls = .omitted, nonFinite: NonFiniteNumbers = .refused
    ) -> Self { Self(dates: dates, keys: keys, nulls: nulls, nonFinite: nonFinite) }
}

extension HTTPContent {
    /// The tree with its dates and its numbers written. Throws if JSON cannot hold a value.
    fileprivate func forJSON(_ encoder: JSONContentEncoder) throws(HTTPContentError) -> Self {
        switch self {
        case .date(let date):
            // A date that no format can represent is such a number.
            let written = encoder.dates.written(date)
            if case .number(let number) = written, !number.isFinite { throw HTTPContentError(reason: .notFinite) }
            return written
        case .number(let number): return number.isFinite ? self : .string(try encoder.nonFinite.text(of: number))
        case .file: throw HTTPContentError(reason: .file)
        case .array, .dictionary:
            return try mapChildren { child throws(HTTPContentError) in try child.forJSON(encoder) }
        default: return self
        }
    }
}

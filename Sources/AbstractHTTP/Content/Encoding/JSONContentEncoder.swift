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

    /// Creates an encoder.
    public init(dates: DateCodingStrategy = .iso8601, keys: KeyCodingStrategy = .unchanged, nulls: Nulls = .omitted) {
        self.dates = dates
        self.keys = keys
        self.nulls = nulls
    }

    /// Writes `value`. Bytes become Base64 text. Throws ``HTTPContentError`` for files and for numbers that are not
    /// finite.
    public func encode(_ value: any Encodable) throws -> EncodedContent {
        let written = try HTTPContent(value, keys: keys, omitsNil: nulls == .omitted).forJSON(dates)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return EncodedContent(mediaType: .json, body: .data(try encoder.encode(written)))
    }
}

extension ContentEncoder where Self == JSONContentEncoder {
    /// A JSON encoder with the default options.
    public static var json: Self { Self() }
    /// A JSON encoder with options.
    public static func json(
        dates: DateCodingStrategy = .iso8601, keys: KeyCodingStrategy = .unchanged,
        nulls: JSONContentEncoder.Nulls = .omitted
    ) -> Self { Self(dates: dates, keys: keys, nulls: nulls) }
}

extension HTTPContent {
    fileprivate func checkedForJSON() throws(HTTPContentError) -> Self {
        if case .number(let number) = self, !number.isFinite { throw HTTPContentError(reason: .notFinite) }
        return self
    }

    /// The tree with its dates written. Throws if JSON cannot hold a value.
    fileprivate func forJSON(_ dates: DateCodingStrategy) throws(HTTPContentError) -> Self {
        switch self {
        case .date(let date): return try dates.written(date).checkedForJSON()
        case .number: return try checkedForJSON()
        case .file: throw HTTPContentError(reason: .file)
        case .array, .dictionary:
            return try mapChildren { child throws(HTTPContentError) in try child.forJSON(dates) }
        default: return self
        }
    }
}

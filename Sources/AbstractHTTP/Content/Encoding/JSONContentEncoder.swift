import Foundation

/// Writes a value as JSON, the keys sorted, so that the same value always gives the same bytes.
///
/// ```swift
/// let encoder = JSONContentEncoder(dates: .secondsSince1970, keys: .snakeCase)
/// ```
public struct JSONContentEncoder: ContentEncoder {
    /// What becomes of properties that are nil. What is null on purpose is sent in any case: in a tree, in a
    /// dictionary, or where a type encodes it itself.
    public enum Nulls: Sendable {
        /// They are left out, as `JSONEncoder` does it.
        case omitted
        /// They are sent as `null`.
        case sent
    }

    /// How dates are written.
    public var dates: DateCodingStrategy
    /// How the keys of a type's properties are written.
    public var keys: KeyCodingStrategy
    /// What becomes of properties that are nil.
    public var nulls: Nulls

    /// Makes the encoder.
    public init(dates: DateCodingStrategy = .iso8601, keys: KeyCodingStrategy = .unchanged, nulls: Nulls = .omitted) {
        self.dates = dates
        self.keys = keys
        self.nulls = nulls
    }

    /// Writes `value`; throws ``HTTPContentError`` for files and for numbers that are not finite. Bytes become Base64
    /// text.
    public func encode(_ value: any Encodable) throws -> EncodedContent {
        let written = try HTTPContent(value, keys: keys, omitsNil: nulls == .omitted).forJSON(dates)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return EncodedContent(mediaType: .json, body: .data(try encoder.encode(written)))
    }
}

extension ContentEncoder where Self == JSONContentEncoder {
    /// As JSON.
    public static var json: Self { Self() }
    /// As JSON, with options.
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

    /// The tree with dates written, and nothing that JSON cannot hold.
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

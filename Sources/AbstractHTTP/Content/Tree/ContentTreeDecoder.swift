import Foundation

extension HTTPContent {
    /// Decodes a model from the tree. Numbers, Booleans, and dates can be strings, as they are in a form. Throws
    /// `DecodingError`.
    public func decoded<Model: Decodable>(as type: Model.Type = Model.self, dates: DateCodingStrategy = .iso8601) throws
        -> Model
    {
        try ContentTreeDecoder(content: self, dates: dates, path: nil).decode(type)
    }

    /// The same, but a single string may be an array of one element, because a form does not distinguish the two.
    func decodedAsForm<Model: Decodable>(as type: Model.Type, dates: DateCodingStrategy) throws -> Model {
        try ContentTreeDecoder(content: self, dates: dates, path: nil, isForm: true).decode(type)
    }

    /// The value at a path, shortened for a message. The value of a secret key is not shown.
    func shown(at path: [any CodingKey]) -> String { path.isSecret ? "the value" : shown }

    private var shown: String {
        switch self {
        case .string(let text): Redaction().text(String(text.prefix(80))).debugDescription.inOneLine
        case .number(let number): number.description
        case .bool(let value): value.description
        case .null: "null"
        case .date: "a date"
        case .array: "an array"
        case .dictionary: "a dictionary"
        case .data, .file: "data"
        }
    }
}

/// Reads a model from a tree.
struct ContentTreeDecoder: Decoder {
    let content: HTTPContent
    let dates: DateCodingStrategy
    let path: CodingPath?
    /// Whether a single string may be an array of one element. False within that array.
    var isForm = false
    /// Notes which members of this value are read.
    var notes: MemberNotes?

    var codingPath: [any CodingKey] { path?.keys ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .dictionary(let members) = content else { throw mismatch(HTTPContent.Members.self) }
        return KeyedDecodingContainer(ContentKeyedDecoding<Key>(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        switch content {
        case .array(let elements): return ContentUnkeyedDecoding(decoder: self, elements: elements)
        case .string where isForm:
            var decoder = self
            decoder.isForm = false
            return ContentUnkeyedDecoding(decoder: decoder, elements: [content])
        default: throw mismatch([HTTPContent].self)
        }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { ContentSingleDecoding(decoder: self) }

    func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
        guard let special = try special(type) else { return try Model(from: self) }
        guard let model = special as? Model else { throw mismatch(type) }
        return model
    }

    func child(_ content: HTTPContent, _ key: any CodingKey) -> Self {
        Self(content: content, dates: dates, path: CodingPath(key, path), isForm: isForm)
    }

    func mismatch(_ type: Any.Type) -> DecodingError {
        guard content != .null else {
            return .valueNotFound(type, .init(codingPath: codingPath, debugDescription: "null is not of type \(type)"))
        }
        return .typeMismatch(
            type,
            .init(codingPath: codingPath, debugDescription: "\(content.shown(at: codingPath)) is not of type \(type)"))
    }

    /// The value of a type that needs special decoding, or nil for any other type.
    private func special(_ type: any Decodable.Type) throws -> (any Sendable)? {
        let value: (any Sendable)? =
            if type == HTTPContent.self {
                whole
            } else if type == Date.self {
                date
            } else if type == URL.self {
                text.flatMap { URL(string: $0) }
            } else if type == Decimal.self {
                decimal
            } else if type == Data.self {
                data
            } else {
                nil
            }
        guard value == nil, Self.specials.contains(ObjectIdentifier(type)) else { return value }
        throw type == Date.self && content != .null ? dateMismatch : mismatch(type)
    }

    private var whole: HTTPContent {
        notes?.noteAll()
        return content
    }

    private static let specials: Set<ObjectIdentifier> = [
        ObjectIdentifier(Date.self), ObjectIdentifier(URL.self), ObjectIdentifier(Decimal.self),
        ObjectIdentifier(Data.self),
    ]

    private var date: Date? {
        if case .date(let date) = content { date } else { dates.read(content) }
    }

    private var dateMismatch: DecodingError {
        let fault = dates.mismatch(content, shown: content.shown(at: codingPath))
        return .dataCorrupted(.init(codingPath: codingPath, debugDescription: fault))
    }

    /// The text as a number, or nil if only its beginning is a number.
    private var decimal: Decimal? {
        guard let text, text.isDecimalNumber, let decimal = Decimal(string: text), decimal.isFinite else { return nil }
        return decimal
    }

    private var text: String? {
        switch content {
        case .string(let text): text
        case .number(let number): number.description
        default: nil
        }
    }

    private var data: Data? {
        switch content {
        case .data(let data): data.data
        case .string(let text): Data(base64Encoded: text)
        default: nil
        }
    }
}

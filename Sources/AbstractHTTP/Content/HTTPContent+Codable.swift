import Foundation

extension HTTPContent: Encodable {
    /// The key for encoders that have no notation for null.
    static let omitsNulls = CodingUserInfoKey(rawValue: "AbstractHTTP.omitsNulls")

    /// Encodes the tree. Data loses its file name. A file throws `EncodingError`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null: try encoder.encode { try $0.encodeNil() }
        case .bool(let value): try encoder.encode { try $0.encode(value) }
        case .number(let value): try value.encode(to: encoder)
        case .string(let value): try encoder.encode { try $0.encode(value) }
        case .date(let value): try encoder.encode { try $0.encode(value) }
        case .data(let value): try value.encode(to: encoder)
        case .file(let value): try value.encode(to: encoder)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .dictionary(let members):
            var container = encoder.container(keyedBy: ContentKey.self)
            let omitsNulls = Self.omitsNulls.flatMap { encoder.userInfo[$0] } != nil
            for member in members where !(omitsNulls && member.value == .null) {
                try container.encode(member.value, forKey: ContentKey(member.key))
            }
        }
    }
}

extension HTTPContent: Decodable {
    /// Decodes any value. Members are sorted by key, because decoders list them in any order. The key strategy of a
    /// decoder does not change the keys, because they are data.
    public init(from decoder: any Decoder) throws {
        if (try? decoder.container(keyedBy: ContentKey.self)) != nil {
            try decoder.checkDepth()
            self = .dictionary(Members(sorting: try decoder.singleValueContainer().decode([String: Self].self)))
        } else if var container = try? decoder.unkeyedContainer() {
            try decoder.checkDepth()
            var elements: [Self] = []
            while !container.isAtEnd { elements.append(try container.decode(Self.self)) }
            self = .array(elements)
        } else {
            try self.init(single: decoder.singleValueContainer())
        }
    }

    private init(single container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = Self(plain: container) {
            self = value
        } else if let value = try? container.decode(Date.self) {
            self = .date(value)
        } else if let value = try? container.decode(Data.self) {
            self = .data(HTTPData(value))
        } else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: container.codingPath,
                    debugDescription: "this is neither a Boolean, nor a text, nor a number that fits 64 bits"))
        }
    }
}

extension HTTPContent {
    /// Decodes a Boolean, a number, or a string. Returns nil for anything else and for a number that is too large.
    init?(plain container: any SingleValueDecodingContainer) {
        if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .number(Number(value))
        } else if let value = try? container.decode(UInt64.self) {
            self = .number(Number(value))
        } else if let value = try? container.decode(Double.self) {
            self = .number(Number(value, in: container))
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else {
            return nil
        }
    }
}

extension HTTPContent.Number {
    /// The number in `container`, which `Double` reads as `value`. It is a `Decimal` if a `Double` rounds it.
    fileprivate init(_ value: Double, in container: any SingleValueDecodingContainer) {
        if let decimal = try? container.decode(Decimal.self), Double(decimal.description) == value,
            Decimal(string: value.description) != decimal
        {
            self.init(decimal)
        } else {
            self.init(value)
        }
    }
}

/// Any string as a key.
package struct ContentKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(_ text: String, intValue: Int? = nil) { (stringValue, self.intValue) = (text, intValue) }

    package init(index: Int) { self.init("Index \(index)", intValue: index) }

    package init?(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) { self.init(index: intValue) }
}

extension Decoder {
    /// Throws if an array or a dictionary here would be deeper than the limit.
    fileprivate func checkDepth() throws(DecodingError) {
        guard codingPath.count < HTTPContent.deepestLevel else {
            let limit = "the value is nested deeper than \(HTTPContent.deepestLevel) levels"
            throw .dataCorrupted(.init(codingPath: codingPath, debugDescription: limit))
        }
    }
}

extension Encoder {
    fileprivate func encode(_ write: (inout any SingleValueEncodingContainer) throws -> Void) throws {
        var container = singleValueContainer()
        try write(&container)
    }
}

/// A property that a request leaves out, sends as null, or sends with a value, as a JSON merge patch does (RFC 7396).
///
/// ```swift
/// struct UserPatch: Encodable {
///     var name = Nullable<String>.absent
///     var nick = Nullable<String>.absent
/// }
/// var patch = UserPatch()
/// patch.name = .value("Ada")
/// patch.nick = .null
/// HTTP("/users/7").method(.patch).content(patch)    // {"name":"Ada","nick":null}
/// ```
///
/// In a response, it tells a key that is missing from one that is null. Any encoder and any decoder can handle it as a
/// property of a type whose `Codable` conformance the compiler writes. In your own `encode(to:)` and `init(from:)`,
/// call `encode(_:forKey:)` and `decode(_:forKey:)`. Elsewhere, such as in an array, an absent value is null.
public enum Nullable<Value> {
    /// The key is left out.
    case absent
    /// The key has the value null.
    case null
    /// The key has a value.
    case value(Value)

    /// The value, or nil if it is absent or null.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension Nullable: Sendable where Value: Sendable {}
extension Nullable: Equatable where Value: Equatable {}
extension Nullable: Hashable where Value: Hashable {}

extension Nullable: Encodable where Value: Encodable {
    /// Encodes the value, or null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension Nullable: Decodable where Value: Decodable {
    /// Decodes a value, or null.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }
}

extension KeyedEncodingContainer {
    /// Encodes the value or null, or nothing if it is absent.
    public mutating func encode<Value: Encodable>(_ nullable: Nullable<Value>, forKey key: Key) throws {
        switch nullable {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes the value or null. A key that is missing is absent.
    public func decode<Value: Decodable>(
        _ type: Nullable<Value>.Type, forKey key: Key
    ) throws -> Nullable<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(try decode(Value.self, forKey: key))
    }
}

extension Nullable: CustomStringConvertible, CustomReflectable {
    /// The value without secrets, `null`, or `absent`.
    public var description: String {
        switch self {
        case .absent: "absent"
        case .null: "null"
        case .value(let value): RedactedDescription.text(of: value)
        }
    }

    /// The value without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["value": description], displayStyle: .enum) }
}

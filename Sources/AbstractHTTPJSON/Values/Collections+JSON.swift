import AbstractHTTP
import Foundation
import JSONBytes

extension Optional: JSONReadable, DirectDecodable where Wrapped: JSONReadable {
    /// Reads a value, or nil for null.
    public init(json: inout JSONReader) throws { self = try json.readNull() ? nil : json.read(Wrapped.self) }

    /// Nil.
    public static var valueOfMissingKey: Self? { .some(nil) }
}

extension Array: JSONReadable, DirectDecodable where Element: JSONReadable {
    /// Reads the elements of an array.
    @inlinable
    public init(json: inout JSONReader) throws {
        self = []
        guard try json.array() else { return }
        // Most short arrays have two elements at most, such as coordinates.
        reserveCapacity(2)
        let start = json.offset
        repeat {
            if count == capacity { reserveCapacity(json.capacity(after: count, from: start)) }
            append(try json.read(Element.self))
        } while try json.nextElement()
    }
}

extension Set: JSONReadable, DirectDecodable where Element: JSONReadable {
    /// Reads the elements of an array.
    public init(json: inout JSONReader) throws { self = Set(try json.read([Element].self)) }
}

extension Dictionary: JSONReadable, DirectDecodable
where Key: CodingKeyRepresentable & Decodable, Value: JSONReadable {
    /// Reads the members of an object. If a key is there twice, the first one counts, as with Foundation's decoder.
    public init(json: inout JSONReader) throws {
        if let decoder = json.decoder {
            self = try decoder.decode(Self.self)
            return
        }
        self = [:]
        // A strategy does not convert strings that are keys, because they are data.
        let keys = Key.self == String.self ? JSONContentDecoder.Keys.unchanged : json.options.json.keys
        let first = json.offset
        try json.readMembers { name, start, json in
            if count == capacity { reserveCapacity(json.capacity(after: count, from: first)) }
            let name = keys.convert(name)
            guard let key = Key(codingKey: ContentKey(name, intValue: Int(name))) else {
                throw JSONInvalidValue(start: start, description: "the key \(name.debugDescription) is not \(Key.self)")
            }
            // The first of two equal keys counts.
            if self[key] == nil { self[key] = try json.read(Value.self) }
        }
    }
}

extension JSONReader {
    /// Reads the members of an object. What the closure does not read is skipped.
    mutating func readMembers(_ read: (_ key: String, _ start: Int, inout JSONReader) throws -> Void) throws {
        do { guard try bytes.beginObject() else { return } } catch { throw JSONReadingError(error, [String: Any].self) }
        repeat {
            let key = try bytes.memberName()
            _ = bytes.peek()
            let start = bytes.index
            try read(key, start, &self)
            if bytes.index == start { try bytes.skipValue() }
        } while try bytes.nextMember()
    }
}

extension Nullable: JSONReadable, DirectDecodable where Value: JSONReadable {
    /// Reads a value or null.
    public init(json: inout JSONReader) throws { self = try json.readNull() ? .null : .value(json.read(Value.self)) }

    /// Absent.
    public static var valueOfMissingKey: Self? { .absent }
}

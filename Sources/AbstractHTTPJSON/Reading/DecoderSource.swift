import AbstractHTTP

/// Reads another decoder through the functions of ``JSONReader``.
@usableFromInline
final class DecoderSource {
    /// A reader is used after the end of what it reads.
    struct Exhausted: Error {}

    /// Accepts any value.
    private struct Skipped: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// An object or an array that has begun.
    private enum Level {
        case object(KeyedDecodingContainer<ContentKey>, key: ContentKey?)
        case array(any UnkeyedDecodingContainer)
    }

    private let decoder: any Decoder
    private var levels: [Level] = []
    /// The keys that no property has and that are still to be read, by the number of the level.
    private var otherKeys: [Int: [ContentKey]] = [:]
    /// The key of the current member, if no property has it.
    private(set) var unknownKey = ""

    init(_ decoder: any Decoder) { self.decoder = decoder }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        switch levels.popLast() {
        case nil: return try decoder.singleValueContainer().decode(type)
        case .object(let container, let key):
            levels.append(.object(container, key: key))
            guard let key else { throw Exhausted() }
            return try container.decode(type, forKey: key)
        case .array(var container):
            defer { levels.append(.array(container)) }
            return try container.decode(type)
        }
    }

    func readNull() throws -> Bool {
        switch levels.popLast() {
        case nil: return try decoder.singleValueContainer().decodeNil()
        case .object(let container, let key):
            levels.append(.object(container, key: key))
            return try key.map { try container.decodeNil(forKey: $0) } ?? true
        case .array(var container):
            defer { levels.append(.array(container)) }
            return try container.decodeNil()
        }
    }

    /// Passes the value. Only the elements of an array are read in order.
    func skip() throws {
        if case .array = levels.last { _ = try decode(Skipped.self) }
    }
}

// MARK: - Arrays

extension DecoderSource {
    /// Returns whether there is an element.
    func beginArray() throws -> Bool {
        switch levels.popLast() {
        case nil: levels.append(.array(try decoder.unkeyedContainer()))
        case .object(let container, let key):
            levels.append(.object(container, key: key))
            guard let key else { throw Exhausted() }
            levels.append(.array(try container.nestedUnkeyedContainer(forKey: key)))
        case .array(var container):
            let nested = try container.nestedUnkeyedContainer()
            levels += [.array(container), .array(nested)]
        }
        return nextElement()
    }

    /// Returns whether there is another element. Otherwise, the array has ended.
    func nextElement() -> Bool {
        guard case .array(let container) = levels.last, container.isAtEnd else { return true }
        levels.removeLast()
        return false
    }
}

// MARK: - Objects

extension DecoderSource {
    func beginObject() throws {
        switch levels.popLast() {
        case nil: levels.append(.object(try decoder.container(keyedBy: ContentKey.self), key: nil))
        case .object(let container, let key):
            levels.append(.object(container, key: key))
            guard let key else { throw Exhausted() }
            levels.append(.object(try container.nestedContainer(keyedBy: ContentKey.self, forKey: key), key: nil))
        case .array(var container):
            let nested = try container.nestedContainer(keyedBy: ContentKey.self)
            levels += [.array(container), .object(nested, key: nil)]
        }
    }

    /// Moves to the next key that the object has. Returns its index, or nil at the end of the object.
    func next(_ members: inout JSONMembers) throws -> Int? {
        guard case .object(let container, _) = levels.popLast() else { throw Exhausted() }
        let names = members.table.names
        while members.guess < names.count {
            let index = members.guess
            members.guess += 1
            let key = ContentKey(names[index])
            guard container.contains(key) else { continue }
            _ = members.find(index)
            levels.append(.object(container, key: key))
            return index
        }
        guard members.keepsUnknownKeys, let key = nextOtherKey(of: container, besides: names) else { return nil }
        unknownKey = key.stringValue
        levels.append(.object(container, key: key))
        return names.count
    }

    /// The next key that no property has. The level of the object has been removed.
    private func nextOtherKey(
        of container: KeyedDecodingContainer<ContentKey>, besides names: [String]
    ) -> ContentKey? {
        let level = levels.count
        var keys: [ContentKey]
        if let rest = otherKeys[level] {
            keys = rest
        } else {
            let known = Set(names)
            keys = container.allKeys.filter { !known.contains($0.stringValue) }.reversed()
        }
        let key = keys.popLast()
        otherKeys[level] = key == nil ? nil : keys
        return key
    }

    func missing(_ name: String) -> DecodingError {
        .keyNotFound(
            ContentKey(name),
            .init(codingPath: decoder.codingPath, debugDescription: "no value for the key \(name.debugDescription)"))
    }

    func invalid(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
    }
}

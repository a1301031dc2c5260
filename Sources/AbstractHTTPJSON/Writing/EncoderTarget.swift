import AbstractHTTP

/// Writes to another encoder through the functions of ``JSONWriter``.
final class EncoderTarget {
    /// An object or an array that has begun.
    private enum Level {
        case object(KeyedEncodingContainer<ContentKey>)
        case array(any UnkeyedEncodingContainer)
    }

    private let encoder: any Encoder
    private var levels: [Level] = []
    /// The key of the current member of the innermost object.
    var key = ""

    init(_ encoder: any Encoder) { self.encoder = encoder }

    func encode<Value: Encodable>(_ value: Value) throws {
        switch levels.popLast() {
        case nil:
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .object(var container):
            defer { levels.append(.object(container)) }
            try container.encode(value, forKey: ContentKey(key))
        case .array(var container):
            defer { levels.append(.array(container)) }
            try container.encode(value)
        }
    }

    func encodeNil() throws {
        switch levels.popLast() {
        case nil:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .object(var container):
            defer { levels.append(.object(container)) }
            try container.encodeNil(forKey: ContentKey(key))
        case .array(var container):
            defer { levels.append(.array(container)) }
            try container.encodeNil()
        }
    }

    /// Encodes a property that is nil, which most encoders leave out.
    func encodeNilIfPresent() throws {
        guard case .object(var container) = levels.popLast() else { return }
        defer { levels.append(.object(container)) }
        try container.encodeIfPresent(nil as String?, forKey: ContentKey(key))
    }

    func beginObject() {
        switch levels.popLast() {
        case nil: levels.append(.object(encoder.container(keyedBy: ContentKey.self)))
        case .object(var container):
            let nested = container.nestedContainer(keyedBy: ContentKey.self, forKey: ContentKey(key))
            levels += [.object(container), .object(nested)]
        case .array(var container):
            let nested = container.nestedContainer(keyedBy: ContentKey.self)
            levels += [.array(container), .object(nested)]
        }
    }

    func beginArray() {
        switch levels.popLast() {
        case nil: levels.append(.array(encoder.unkeyedContainer()))
        case .object(var container):
            let nested = container.nestedUnkeyedContainer(forKey: ContentKey(key))
            levels += [.object(container), .array(nested)]
        case .array(var container):
            let nested = container.nestedUnkeyedContainer()
            levels += [.array(container), .array(nested)]
        }
    }

    func end() { _ = levels.popLast() }
}

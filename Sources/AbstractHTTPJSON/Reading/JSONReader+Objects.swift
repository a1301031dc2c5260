import AbstractHTTP
import JSONBytes

extension JSONReader {
    /// Begins an object.
    ///
    /// - Parameters:
    ///   - keys: The keys of its members.
    ///   - keepsUnknownKeys: Whether ``next(_:)`` also returns members with other keys. Otherwise, it skips them.
    public mutating func object(_ keys: JSONKeys, keepsUnknownKeys: Bool = false) throws -> JSONMembers {
        if let decoder { try decoder.beginObject() }
        _ = bytes.peek()
        let start = bytes.index
        do throws(JSONSyntaxError) {
            let hasMember = decoder == nil ? try bytes.beginObject() : true
            return JSONMembers(
                table(for: keys), keepsUnknownKeys: keepsUnknownKeys, start: start, hasMember: hasMember)
        } catch { throw JSONReadingError(error, [String: Any].self) }
    }

    private func table(for keys: JSONKeys) -> KeyTable {
        guard options.convertsKeys, case .fromSnakeCase = options.json.keys else { return keys.plain }
        return keys.fromSnakeCase
    }

    /// Moves to the value of the next member, and returns the index of its key. Returns nil at the end of the object.
    ///
    /// A value that is not read is skipped, and so is a key that has been there before. If unknown keys are kept, the
    /// index of such a key is the number of keys, and ``unknownKey`` is its name.
    public mutating func next(_ members: inout JSONMembers) throws -> Int? {
        if let decoder { return try decoder.next(&members) }
        if bytes.index == members.valueStart { try bytes.skipValue() }
        while true {
            switch try nextKey(&members) {
            case .none: return nil
            case .known(let key) where members.find(key):
                members.guess = key + 1
                members.valueStart = bytes.index
                return key
            case .unknown where try members.keepsUnknownKeys && members.find(unknown: unknownKey):
                members.valueStart = bytes.index
                return members.table.count
            case .known, .unknown: try bytes.skipValue()
            }
        }
    }

    /// Reads the key of the next member, and moves to its value.
    @inline(__always)
    private mutating func nextKey(_ members: inout JSONMembers) throws -> JSONByteReader.Key {
        let isFirst = members.isFirst
        members.isFirst = false
        guard !isFirst || members.hasMember else { return .none }
        guard options.convertsKeys else {
            return try bytes.nextKey(
                in: members.table, guess: members.guess, isFirst: isFirst, skipsUnknown: !members.keepsUnknownKeys)
        }
        return try nextConvertedKey(members, isFirst: isFirst)
    }

    private mutating func nextConvertedKey(_ members: JSONMembers, isFirst: Bool) throws -> JSONByteReader.Key {
        if case .custom = options.json.keys {
            if !isFirst, try !bytes.nextMember() { return .none }
            try bytes.passKey()
        } else {
            let key = try bytes.nextKey(in: members.table, guess: members.guess, isFirst: isFirst)
            guard case .unknown = key else { return key }
        }
        return options.index(of: try unknownKey, in: members.table).map { .known($0) } ?? .unknown
    }

    /// The name of the last key that was unknown.
    public var unknownKey: String {
        get throws {
            if let decoder { return decoder.unknownKey }
            guard let key = bytes.unknownKey else { return "" }
            return try bytes.text(of: key)
        }
    }

    /// Returns the error for a property without a value.
    ///
    /// - Parameters:
    ///   - key: The index of its key.
    ///   - members: The members of the object, which has ended.
    public func missing(_ key: Int, _ members: JSONMembers) -> any Error {
        let name = members.table.names.indices.contains(key) ? members.table.names[key] : ""
        return decoder?.missing(name) ?? JSONMissingKey(start: members.start, name: name)
    }

    /// Returns the error for the first of several properties that has no value.
    ///
    /// - Parameters:
    ///   - required: The keys of properties that need a value, as bits.
    ///   - members: The members of the object, which has ended.
    public func missing(required: UInt64, _ members: JSONMembers) -> any Error {
        let key = (0..<64).first { required >> UInt64($0) & 1 == 1 && !members.contains($0) }
        return missing(key ?? 0, members)
    }

    /// Returns the value of a property whose key is missing, or throws if it needs one.
    public func missing<Value: JSONReadable>(
        _ type: Value.Type, _ key: Int, _ members: JSONMembers
    ) throws -> Value {
        guard let value = Value.valueOfMissingKey else { throw missing(key, members) }
        return value
    }

    /// Returns nil for an optional property if its key is missing. Throws for any other property.
    public func missing<Value: Decodable>(_ type: Value.Type, _ key: Int, _ members: JSONMembers) throws -> Value {
        if let readable = type as? any JSONReadable.Type, let value = readable.valueOfMissingKey as? Value {
            return value
        }
        guard let optional = type as? any NilLiteral.Type, let value = optional.nothing as? Value else {
            throw missing(key, members)
        }
        return value
    }
}

extension JSONReader {
    /// Reads the value of a key that is unknown, and adds it.
    public mutating func readUnknown<Value: Decodable>(into members: inout [String: Value]) throws {
        members[try unknownKey] = try read(Value.self)
    }

    /// Skips an object.
    public mutating func readEmptyObject() throws {
        var members = try object(Self.noKeys)
        while try next(&members) != nil {}
    }

    private static let noKeys = JSONKeys()

    /// Returns the error for an object that is not valid.
    ///
    /// - Parameters:
    ///   - members: The members of the object.
    ///   - reason: What is wrong with the object, such as "it has no key".
    public func invalid(_ members: JSONMembers, _ reason: String) -> any Error { invalid(at: members.start, reason) }

    func invalid(at start: Int, _ reason: String) -> any Error {
        decoder?.invalid(reason) ?? JSONInvalidValue(start: start, description: reason)
    }
}

/// An optional.
private protocol NilLiteral {
    static var nothing: Self { get }
}

extension Optional: NilLiteral {
    fileprivate static var nothing: Self { nil }
}

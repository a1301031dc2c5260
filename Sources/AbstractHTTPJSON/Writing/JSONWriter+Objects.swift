import AbstractHTTP
import JSONBytes

/// The members of an object that is being written. ``JSONWriter/object(_:)`` returns it, and ``JSONWriter/end(_:)``
/// takes it.
///
/// ```swift
/// var members = json.object(Self.keys)
/// json.write(id, 0, &members)
/// json.end(members)
/// ```
public struct JSONWrittenMembers {
    fileprivate let table: KeyTable
    /// The index of the first byte of the object.
    fileprivate let start: Int
    /// The place of the last key in the order of all keys, or -1.
    fileprivate var lastPlace = -1
    /// Whether all keys have been written in order.
    fileprivate var isSorted = true
    /// Whether nothing has been written.
    fileprivate var isEmpty = true

    fileprivate init(_ table: KeyTable, start: Int) { (self.table, self.start) = (table, start) }
}

extension JSONWriter {
    /// Begins an object. Members can be written in any order, and are sorted by key.
    public mutating func object(_ keys: JSONKeys) -> JSONWrittenMembers {
        enterLevel()
        guard let encoder else {
            let members = JSONWrittenMembers(options.table(for: keys), start: output.count)
            output.append(UInt8(ascii: "{"))
            return members
        }
        encoder.beginObject()
        return JSONWrittenMembers(keys.plain, start: 0)
    }

    /// Begins an object that is the value of a key.
    public mutating func object(_ keys: JSONKeys, _ key: Int, _ members: inout JSONWrittenMembers) -> JSONWrittenMembers
    {
        write(key: key, &members)
        return object(keys)
    }

    /// Writes the members of a dictionary with their own keys. Those with the key of a property are left out.
    public mutating func write<Value: Encodable>(unknown: [String: Value], _ members: inout JSONWrittenMembers) {
        let known = Set(members.table.names + members.table.spellings)
        for (key, value) in unknown.sorted(by: { $0.key.precedesInUTF8($1.key) }) where !known.contains(key) {
            write(otherKey: key, &members)
            write(value)
        }
    }

    /// Ends an object.
    public mutating func end(_ members: JSONWrittenMembers) {
        leaveLevel()
        guard let encoder else {
            output.append(UInt8(ascii: "}"))
            if !members.isSorted { output.sortMembers(from: members.start) }
            return
        }
        encoder.end()
    }

    /// Writes the integer of a key.
    public mutating func write(_ value: Int, _ key: Int, _ members: inout JSONWrittenMembers) {
        write(key: key, &members)
        write(value)
    }

    /// Writes the number of a key.
    public mutating func write(_ value: Double, _ key: Int, _ members: inout JSONWrittenMembers) {
        write(key: key, &members)
        write(value)
    }

    /// Writes the string of a key.
    public mutating func write(_ value: String, _ key: Int, _ members: inout JSONWrittenMembers) {
        write(key: key, &members)
        write(value)
    }

    /// Writes the Boolean of a key.
    public mutating func write(_ value: Bool, _ key: Int, _ members: inout JSONWrittenMembers) {
        write(key: key, &members)
        write(value)
    }

    /// Writes the value of a key.
    @inlinable
    public mutating func write<Value: JSONWritable>(_ value: Value, _ key: Int, _ members: inout JSONWrittenMembers) {
        write(key: key, &members)
        write(value)
    }

    /// Writes the value of a key, as `JSONContentEncoder` does.
    public mutating func write<Value: Encodable>(_ value: Value, _ key: Int, _ members: inout JSONWrittenMembers) {
        write(key: key, &members)
        write(value)
    }

    /// Writes the value of a key. Nil is left out, or written as null, as the options say.
    @inlinable
    public mutating func write<Value: JSONWritable>(_ value: Value?, _ key: Int, _ members: inout JSONWrittenMembers) {
        if let value { write(value, key, &members) } else { writeNil(key, &members) }
    }

    /// Writes the integer of a key. Nil is left out, or written as null, as the options say.
    public mutating func write(_ value: Int?, _ key: Int, _ members: inout JSONWrittenMembers) {
        if let value { write(value, key, &members) } else { writeNil(key, &members) }
    }

    /// Writes the number of a key. Nil is left out, or written as null, as the options say.
    public mutating func write(_ value: Double?, _ key: Int, _ members: inout JSONWrittenMembers) {
        if let value { write(value, key, &members) } else { writeNil(key, &members) }
    }

    /// Writes the string of a key. Nil is left out, or written as null, as the options say.
    public mutating func write(_ value: String?, _ key: Int, _ members: inout JSONWrittenMembers) {
        if let value { write(value, key, &members) } else { writeNil(key, &members) }
    }

    /// Writes the Boolean of a key. Nil is left out, or written as null, as the options say.
    public mutating func write(_ value: Bool?, _ key: Int, _ members: inout JSONWrittenMembers) {
        if let value { write(value, key, &members) } else { writeNil(key, &members) }
    }

    /// Writes the value of a key. Nil is left out, or written as null, as the options say.
    public mutating func write<Value: Encodable>(_ value: Value?, _ key: Int, _ members: inout JSONWrittenMembers) {
        if let value { write(value, key, &members) } else { writeNil(key, &members) }
    }

    /// Writes the value of a key, null, or nothing if it is absent.
    public mutating func write<Value: Encodable>(
        _ value: Nullable<Value>, _ key: Int, _ members: inout JSONWrittenMembers
    ) {
        if case .absent = value { return }
        write(key: key, &members)
        if let value = value.value { write(value) } else { writeNull() }
    }

    /// Writes the value of a key, null, or nothing if it is absent.
    public mutating func write<Value: JSONWritable>(
        _ value: Nullable<Value>, _ key: Int, _ members: inout JSONWrittenMembers
    ) {
        if case .absent = value { return }
        write(key: key, &members)
        if let value = value.value { write(value) } else { writeNull() }
    }

    @usableFromInline
    mutating func writeNil(_ key: Int, _ members: inout JSONWrittenMembers) {
        if let encoder {
            encoder.key = members.table.names[key]
            do { try encoder.encodeNilIfPresent() } catch { fail(error) }
            return
        }
        guard options.json.nulls == .sent else { return }
        write(key: key, &members)
        output.append("null")
    }

    /// Writes a key that is not in the table.
    private mutating func write(otherKey key: String, _ members: inout JSONWrittenMembers) {
        if let encoder {
            encoder.key = key
            return
        }
        members.isSorted = false
        if members.isEmpty { members.isEmpty = false } else { output.append(UInt8(ascii: ",")) }
        output.append(string: key)
        output.append(UInt8(ascii: ":"))
    }

    @usableFromInline
    mutating func write(key: Int, _ members: inout JSONWrittenMembers) {
        if let encoder {
            encoder.key = members.table.names[key]
            return
        }
        let place = members.table.place(of: key)
        if place < members.lastPlace { members.isSorted = false }
        members.lastPlace = place
        if members.isEmpty { members.isEmpty = false } else { output.append(UInt8(ascii: ",")) }
        members.table.write(key, to: &output)
        output.append(UInt8(ascii: ":"))
    }
}

/// The offsets of the values of a JSON text, so that values can be read in any order.
///
/// One scan creates the index and checks the whole text.
package struct JSONIndex: Sendable {
    /// A value. The entries of the values inside it follow it.
    struct Entry {
        /// The offset of its key, after the quotation mark. 0 for elements, which have no key.
        var key: UInt32 = 0
        /// The offset of its first byte.
        let start: UInt32
        /// The number of the entry after this value.
        var next: UInt32 = 0
    }

    var entries: [Entry] = []
    /// Whether a key has an escape or a character beyond ASCII.
    private(set) var hasUnusualKeys = false

    /// The number of the value of the whole text.
    package static let root = 0

    /// Scans a text of less than 4 GiB.
    ///
    /// - Parameter mostLevels: The maximum depth of arrays and objects.
    package init(_ bytes: ByteView, mostLevels: Int) throws(JSONSyntaxError) {
        guard bytes.count < UInt32.max else { throw JSONSyntaxError(0, .doesNotFit) }
        entries.reserveCapacity(bytes.count / 16)
        var reader = JSONByteReader(bytes)
        try scan(&reader, mostLevels)
        try reader.finish()
    }

    private mutating func scan(_ reader: inout JSONByteReader, _ mostLevels: Int) throws(JSONSyntaxError) {
        let kind = reader.kind
        let number = entries.count
        entries.append(Entry(start: UInt32(reader.index)))
        switch kind {
        case .object, .array:
            guard reader.level < mostLevels else { throw JSONSyntaxError(reader.index, .tooDeep) }
            if kind == .object { try scanObject(&reader, mostLevels) } else { try scanArray(&reader, mostLevels) }
        case .number: try Self.scanNumber(&reader)
        default: try reader.skipValue()
        }
        entries[number].next = UInt32(entries.count)
    }

    private mutating func scanObject(_ reader: inout JSONByteReader, _ mostLevels: Int) throws(JSONSyntaxError) {
        guard try reader.beginObject() else { return }
        repeat {
            let key = try reader.skipKey()
            if key.hasEscapes || !key.isASCII { hasUnusualKeys = true }
            let number = entries.count
            try scan(&reader, mostLevels)
            entries[number].key = UInt32(key.start)
        } while try reader.nextMember()
    }

    private mutating func scanArray(_ reader: inout JSONByteReader, _ mostLevels: Int) throws(JSONSyntaxError) {
        guard try reader.beginArray() else { return }
        repeat { try scan(&reader, mostLevels) } while try reader.nextElement()
    }

    /// Passes a number, and refuses one that is too large for a `Double`.
    private static func scanNumber(_ reader: inout JSONByteReader) throws(JSONSyntaxError) {
        let number = try reader.number()
        if number.count + number.exponent > 300 { _ = try reader.double(of: number) }
    }
}

extension JSONIndex {
    /// The index of the first byte of a value.
    package func start(of value: Int) -> Int { Int(entries[value].start) }

    /// The values in an array or an object.
    package func children(of value: Int) -> Children {
        Children(index: self, value: value + 1, end: Int(entries[value].next))
    }

    /// The numbers of the values in an array or an object.
    package struct Children: Sequence, IteratorProtocol {
        fileprivate let index: JSONIndex
        fileprivate var value: Int
        fileprivate let end: Int

        package mutating func next() -> Int? {
            guard value < end else { return nil }
            defer { value = Int(index.entries[value].next) }
            return value
        }
    }

    /// The key of a member.
    package func key(of member: Int, in bytes: ByteView) -> String {
        // The scan has checked the key.
        guard let key = try? bytes.stringExtent(from: Int(entries[member].key)) else { return "" }
        return (try? key.hasEscapes ? bytes.unescapedText(of: key) : bytes.text(of: key)) ?? ""
    }

    /// The first member of an object with a key, or nil if there is none.
    package func member(_ key: String, of object: Int, in bytes: ByteView) -> Int? {
        var text = key
        return text.withUTF8 { text in
            let end = Int(entries[object].next)
            var member = object + 1
            while member < end {
                if bytes.isString(text, at: Int(entries[member].key)) || isUnusual(key, member, bytes) { return member }
                member = Int(entries[member].next)
            }
            return nil
        }
    }

    /// Whether a key equals the key of a member that has escapes or is normalized differently.
    private func isUnusual(_ key: String, _ member: Int, _ bytes: ByteView) -> Bool {
        hasUnusualKeys && self.key(of: member, in: bytes) == key
    }
}

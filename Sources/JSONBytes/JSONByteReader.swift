/// Reads a JSON text (RFC 8259) from its bytes, one token after the other.
///
/// It checks everything that it passes: the syntax, the depth, the escapes, and the UTF-8 of all strings.
package struct JSONByteReader: ~Copyable, ~Escapable {
    /// The maximum number of nested arrays and objects, as in Foundation's decoder.
    package static let mostLevels = 512

    package let bytes: ByteView
    /// The index of the next byte.
    package var index = 0
    /// The number of arrays and objects around the position.
    package private(set) var level = 0
    /// The last key that was not in its table.
    package private(set) var unknownKey: StringExtent?

    /// Creates a reader. A byte order mark is skipped (section 8.1).
    @_lifetime(copy bytes)
    package init(_ bytes: ByteView) {
        self.bytes = bytes
        if bytes.has("\u{FEFF}", at: 0) { index = 3 }
    }

    /// The next byte that is not white space, or 0 at the end.
    @inline(__always)
    package mutating func peek() -> UInt8 {
        let byte = bytes.byte(at: index)
        return byte > 0x20 ? byte : bytes.firstByte(from: &index)
    }

    /// The kind of the next value, or nil if there is none.
    package var kind: JSONKind? {
        mutating get { JSONKind(peek()) }
    }

    /// Checks that nothing but white space follows.
    package mutating func finish() throws(JSONSyntaxError) {
        guard peek() == 0, index == bytes.count else { throw JSONSyntaxError(index, .trailingContent) }
    }

    /// Says that the next value is missing, or of another kind.
    package func unexpected(_ expected: JSONKind) -> JSONSyntaxError {
        guard index < bytes.count else { return JSONSyntaxError(index, .unexpectedEnd) }
        return JSONSyntaxError(index, isValue ? .otherKind(expected: expected) : .unexpectedByte)
    }

    /// Whether a value begins at the position, as far as its first word shows.
    private var isValue: Bool {
        switch bytes.byte(at: index) {
        case UInt8(ascii: "t"): bytes.has("true", at: index)
        case UInt8(ascii: "f"): bytes.has("false", at: index)
        case UInt8(ascii: "n"): bytes.has("null", at: index)
        case let byte: JSONKind(byte) != nil
        }
    }
}

// MARK: - Arrays and objects

extension JSONByteReader {
    /// Begins an array. Returns whether it has an element.
    package mutating func beginArray() throws(JSONSyntaxError) -> Bool {
        guard peek() == UInt8(ascii: "[") else { throw unexpected(.array) }
        return try begin(UInt8(ascii: "]"))
    }

    /// Begins an object. Returns whether it has a member.
    package mutating func beginObject() throws(JSONSyntaxError) -> Bool {
        guard peek() == UInt8(ascii: "{") else { throw unexpected(.object) }
        return try begin(UInt8(ascii: "}"))
    }

    /// Returns whether another element follows. Otherwise, the array has ended.
    package mutating func nextElement() throws(JSONSyntaxError) -> Bool { try next(UInt8(ascii: "]")) }

    /// Returns whether another member follows. Otherwise, the object has ended.
    @inline(__always)
    package mutating func nextMember() throws(JSONSyntaxError) -> Bool { try next(UInt8(ascii: "}")) }

    private mutating func begin(_ end: UInt8) throws(JSONSyntaxError) -> Bool {
        guard level < Self.mostLevels else { throw JSONSyntaxError(index, .tooDeep) }
        index += 1
        guard peek() != end else {
            index += 1
            return false
        }
        level += 1
        return true
    }

    @inline(__always)
    private mutating func next(_ end: UInt8) throws(JSONSyntaxError) -> Bool {
        let byte = peek()
        guard byte == UInt8(ascii: ",") || byte == end else {
            throw JSONSyntaxError(index, index < bytes.count ? .unexpectedByte : .unexpectedEnd)
        }
        index += 1
        guard byte == end else {
            if peek() == end { throw JSONSyntaxError(index, .trailingComma) }
            return true
        }
        level -= 1
        return false
    }

    /// A key that has been read.
    package enum Key {
        /// The index of the key in a table.
        case known(Int)
        /// The key can be read as ``unknownKey``.
        case unknown
        /// There is none. The object has ended.
        case none
    }

    /// Moves to the value of the next member, if there is one, and returns its key.
    ///
    /// - Parameters:
    ///   - isFirst: Whether the object has just begun and has a member.
    ///   - guess: The index of the key that is tried first.
    ///   - skipsUnknown: Whether to skip members with unknown keys. Members that cannot be skipped fast are returned.
    package mutating func nextKey(
        in table: KeyTable, guess: Int, isFirst: Bool, skipsUnknown: Bool = false
    ) throws(JSONSyntaxError) -> Key {
        if !isFirst, try !nextMember() { return .none }
        return try key(in: table, guess: guess, skipsUnknown: skipsUnknown)
    }

    /// Reads a key and its colon, and moves to its value.
    @inline(__always)
    private mutating func key(
        in table: KeyTable, guess: Int, skipsUnknown: Bool
    ) throws(JSONSyntaxError) -> Key {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected(.string) }
        while true {
            let key = table.match(in: bytes, at: &index, guess: guess)
            guard key < 0 else {
                try skipColon()
                return .known(key)
            }
            let next = skipsUnknown ? bytes.startOfNextKey(afterMemberAt: index) : -1
            guard next >= 0 else { return try keyInOtherBytes(table) }
            index = next
        }
    }

    /// Reads a key whose bytes are not in a table. It can still equal a key of the table, because escapes and
    /// normalization do not change a string.
    private mutating func keyInOtherBytes(_ table: KeyTable) throws(JSONSyntaxError) -> Key {
        let end = bytes.endOfPlainValue(at: index)
        guard end < 0 else {
            unknownKey = StringExtent(start: index + 1, end: end - 1, hasEscapes: false, isASCII: true)
            index = end
            try skipColon()
            return .unknown
        }
        let key = try stringExtent()
        unknownKey = key
        try skipColon()
        guard key.hasEscapes || !key.isASCII else { return .unknown }
        let text = try text(of: key)
        return table.spellings.firstIndex(of: text).map { .known($0) } ?? .unknown
    }

    /// Passes a key and its colon, and moves to its value. It can be read as ``unknownKey``.
    package mutating func passKey() throws(JSONSyntaxError) {
        unknownKey = try stringExtent()
        try skipColon()
    }

    /// Passes a key and its colon, and checks it.
    @discardableResult
    mutating func skipKey() throws(JSONSyntaxError) -> StringExtent {
        let key = try skipString()
        try skipColon()
        return key
    }

    /// Reads a key and its colon, and moves to its value.
    package mutating func memberName() throws(JSONSyntaxError) -> String {
        let name = try string()
        try skipColon()
        return name
    }

    /// Skips the colon after a key, and the white space around it.
    @inline(__always)
    private mutating func skipColon() throws(JSONSyntaxError) {
        guard peek() == UInt8(ascii: ":") else {
            throw JSONSyntaxError(index, index < bytes.count ? .unexpectedByte : .unexpectedEnd)
        }
        index += 1
        _ = peek()
    }
}

// MARK: - Values

extension JSONByteReader {
    /// Skips a null. Returns whether there was one.
    package mutating func skipNull() -> Bool {
        guard peek() == UInt8(ascii: "n"), bytes.has("null", at: index) else { return false }
        index += 4
        return true
    }

    package mutating func boolean() throws(JSONSyntaxError) -> Bool {
        let first = peek()
        if first == UInt8(ascii: "t"), bytes.has("true", at: index) {
            index += 4
            return true
        }
        if first == UInt8(ascii: "f"), bytes.has("false", at: index) {
            index += 5
            return false
        }
        throw unexpected(.boolean)
    }

    package mutating func number() throws(JSONSyntaxError) -> NumberExtent {
        let first = peek()
        guard first == UInt8(ascii: "-") || first &- 0x30 < 10 else { throw unexpected(.number) }
        let number = try bytes.numberExtent(from: index)
        index = number.end
        return number
    }

    package mutating func string() throws(JSONSyntaxError) -> String {
        try text(of: stringExtent())
    }

    /// Passes a string, and checks it.
    @discardableResult
    package mutating func skipString() throws(JSONSyntaxError) -> StringExtent {
        let string = try stringExtent()
        if string.hasEscapes || !string.isASCII { try bytes.check(string) }
        return string
    }

    /// Passes a string whose escapes and characters have not been checked.
    package mutating func stringExtent() throws(JSONSyntaxError) -> StringExtent {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected(.string) }
        let string = try bytes.stringExtent(from: index + 1)
        index = string.end + 1
        return string
    }

    /// The text of a string.
    package func text(of string: StringExtent) throws(JSONSyntaxError) -> String {
        if string.hasEscapes { return try bytes.unescapedText(of: string) }
        guard let text = bytes.text(of: string) else { throw JSONSyntaxError(string.start, .invalidUTF8) }
        return text
    }
}

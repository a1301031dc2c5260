/// A string literal without interpolations, with the source position of each byte.
struct StringLiteral {
    let token: Token
    let value: String
    /// The source position of each byte of the value, followed by the end position.
    private let offsets: [Int]

    /// Throws an error if the token is not such a literal.
    init(_ token: Token) throws(Diagnostics) {
        var reader = Reader(token)
        try reader.read()
        self.token = token
        value = String(decoding: reader.value, as: UTF8.self)
        offsets = reader.offsets
    }

    /// Returns the source range of a range of the value's bytes.
    func range(of bytes: Range<Int>) -> Range<Int> {
        let start = offsets[min(bytes.lowerBound, offsets.count - 1)]
        let end = offsets[min(bytes.upperBound, offsets.count - 1)]
        return start..<max(start, end)
    }
}

/// Reads a literal, and replaces its escapes.
private struct Reader {
    private let token: Token
    private let bytes: [UInt8]
    private var position = 0
    private var hashes = 0
    private(set) var value: [UInt8] = []
    private(set) var offsets: [Int] = []

    init(_ token: Token) {
        self.token = token
        bytes = Array(token.text.utf8)
    }

    mutating func read() throws(Diagnostics) {
        hashes = bytes.prefix { $0 == UInt8(ascii: "#") }.count
        let quotes = bytes.dropFirst(hashes).prefix { $0 == UInt8(ascii: "\"") }.count
        guard token.kind == .string else { throw .error("expected a string literal", at: token.range) }
        guard quotes < 3, bytes.count >= 2 * (hashes + 1) else {
            let opening = quotes < 3 ? token.range : place(0..<hashes + 3)
            throw .error("expected a string literal on one line", at: opening)
        }
        position = hashes + 1
        let end = bytes.count - hashes - 1
        while position < end {
            if bytes[position] == UInt8(ascii: "\\"), bytes[(position + 1)...].starts(with: hashMarks) {
                try readEscape(end)
            } else {
                append([bytes[position]], from: position)
                position += 1
            }
        }
        offsets.append(token.range.lowerBound + end)
    }

    private var hashMarks: [UInt8] { Array(repeating: UInt8(ascii: "#"), count: hashes) }

    private mutating func append(_ scalars: some Sequence<UInt8>, from start: Int) {
        for byte in scalars {
            value.append(byte)
            offsets.append(token.range.lowerBound + start)
        }
    }

    private mutating func readEscape(_ end: Int) throws(Diagnostics) {
        let start = position
        position += 1 + hashes
        let letter = position < end ? bytes[position] : 0
        position += 1
        let byte: UInt8
        switch letter {
        case UInt8(ascii: "n"): byte = 0x0A
        case UInt8(ascii: "r"): byte = 0x0D
        case UInt8(ascii: "t"): byte = 0x09
        case UInt8(ascii: "0"): byte = 0
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): byte = letter
        case UInt8(ascii: "u"): return try readScalar(start, end)
        case UInt8(ascii: "("):
            throw .error(
                "a string interpolation is not allowed here; write a parameter as {name}",
                at: place(start..<position))
        default: throw unknownEscape(at: start..<position)
        }
        append([byte], from: start)
    }

    private mutating func readScalar(_ start: Int, _ end: Int) throws(Diagnostics) {
        let digits = bytes[min(position + 1, end)..<end].prefix { $0 != UInt8(ascii: "}") }
        let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        guard position < end, bytes[position] == UInt8(ascii: "{"), digits.endIndex < end,
            let scalar = number.flatMap(Unicode.Scalar.init)
        else { throw unknownEscape(at: start..<min(position, end)) }
        position = digits.endIndex + 1
        append(String(Character(scalar)).utf8, from: start)
    }

    private func unknownEscape(at range: Range<Int>) -> Diagnostics {
        let text = String(decoding: bytes[range], as: UTF8.self)
        return .error("unknown escape sequence '\(text)'; write '\\\\' for a backslash", at: place(range))
    }

    private func place(_ range: Range<Int>) -> Range<Int> {
        range.lowerBound + token.range.lowerBound..<range.upperBound + token.range.lowerBound
    }
}

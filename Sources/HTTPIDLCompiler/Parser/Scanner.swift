/// Reads the tokens of a file, one after the other.
struct Scanner {
    let file: SourceFile
    /// The offset at which scanning for the next token starts.
    private(set) var position = 0
    private(set) var diagnostics = Diagnostics()
    private var bytes: [UInt8] { file.bytes }
    /// The token at ``position``, if it was already scanned.
    private var lookahead: Token?

    init(_ file: SourceFile) {
        self.file = file
        if file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Returns the next token without taking it.
    mutating func peek() -> Token {
        if let lookahead { return lookahead }
        let token = scan(from: position)
        lookahead = token
        return token
    }

    /// Takes the next token.
    mutating func take() -> Token {
        let token = peek()
        move(to: token.range.upperBound)
        return token
    }

    /// Continues at an offset.
    mutating func move(to offset: Int) {
        position = offset
        lookahead = nil
    }

    mutating func report(_ message: String, at range: Range<Int>) { diagnostics.add(message, at: range, in: file) }

    func byte(at offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

    func has(_ text: StaticString, at offset: Int) -> Bool {
        text.withUTF8Buffer { bytes[min(offset, bytes.count)...].starts(with: $0) }
    }

    /// The Unicode scalar at an offset, and its end. As characters, `;` and U+037E would be equal.
    func scalar(at offset: Int) -> (Unicode.Scalar, end: Int)? {
        guard let first = byte(at: offset) else { return nil }
        guard first >= 0x80 else { return (Unicode.Scalar(first), offset + 1) }
        let end = bytes[(offset + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
        return (file.text(offset..<end).unicodeScalars.first ?? "?", end)
    }
}

extension Scanner {
    private mutating func scan(from start: Int) -> Token {
        var offset = start
        var comments: [Comment] = []
        while let end = endOfTrivia(at: offset, &comments) { offset = end }
        guard let byte = byte(at: offset) else { return Token(kind: .end, range: offset..<offset, comments: comments) }
        var token =
            switch byte {
            case _ where byte.beginsName: name(from: offset)
            case _ where byte.isDigit: number(from: offset)
            case UInt8(ascii: "-") where self.byte(at: offset + 1)?.isDigit ?? false: number(from: offset)
            case UInt8(ascii: "\""): string(from: offset)
            default: sign(at: offset)
            }
        token.comments = comments
        return token
    }

    /// The end of the white space or comment at an offset, or nil if there is neither.
    private mutating func endOfTrivia(at offset: Int, _ comments: inout [Comment]) -> Int? {
        guard let byte = byte(at: offset) else { return nil }
        if byte.isSpace { return offset + 1 }
        if has("//", at: offset) { return endOfLine(from: offset) }
        guard has("/*", at: offset) else { return nil }
        let comment = comment(at: offset)
        comments.append(comment)
        return comment.range.upperBound
    }

    func endOfLine(from offset: Int) -> Int { bytes[offset...].firstIndex(where: \.endsLine) ?? bytes.endIndex }

    /// The comment that begins at an offset.
    mutating func comment(at start: Int) -> Comment {
        var star = false
        for offset in bytes.indices.dropFirst(start + 2) {
            let byte = bytes[offset]
            if star, byte == UInt8(ascii: "/") {
                return Comment(range: start..<offset + 1, content: start + 2..<offset - 1)
            }
            star = byte == UInt8(ascii: "*")
        }
        report("the comment has no end; `*/` is missing", at: start..<start + 2)
        return Comment(range: start..<bytes.count, content: start + 2..<bytes.count)
    }

    private func name(from start: Int) -> Token {
        let end = bytes[start...].firstIndex { !$0.continuesName } ?? bytes.endIndex
        return Token(kind: .identifier(file.text(start..<end)), range: start..<end)
    }

    private func number(from start: Int) -> Token {
        var end = start + 1
        while let byte = byte(at: end) {
            let isSignOfExponent =
                [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(byte) && bytes[end - 1] | 0x20 == UInt8(ascii: "e")
            guard byte.continuesName || byte == UInt8(ascii: ".") || isSignOfExponent else { break }
            end += 1
        }
        return Token(kind: .number(file.text(start..<end)), range: start..<end)
    }

    private func sign(at offset: Int) -> Token {
        let (sign, end) = scalar(at: offset) ?? ("?", offset)
        return Token(kind: .sign(sign), range: offset..<end)
    }

    private mutating func string(from start: Int) -> Token {
        var (text, offset) = ([UInt8](), start + 1)
        while let byte = byte(at: offset), !byte.endsLine {
            switch byte {
            case UInt8(ascii: "\""):
                return Token(kind: .string(String(decoding: text, as: UTF8.self)), range: start..<offset + 1)
            case UInt8(ascii: "\\"):
                text.append(escaped(at: offset))
                offset += 2
            default:
                text.append(byte)
                offset += 1
            }
        }
        report("the string has no end; `\"` is missing on this line", at: start..<start + 1)
        return Token(kind: .string(String(decoding: text, as: UTF8.self)), range: start..<min(offset, bytes.count))
    }

    private mutating func escaped(at offset: Int) -> UInt8 {
        switch byte(at: offset + 1) {
        case UInt8(ascii: "n"): return UInt8(ascii: "\n")
        case UInt8(ascii: "t"): return UInt8(ascii: "\t")
        case UInt8(ascii: "r"): return UInt8(ascii: "\r")
        case let byte? where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\"): return byte
        default:
            report(
                "unknown escape; a string can contain `\\\"`, `\\\\`, `\\n`, `\\r`, and `\\t`", at: offset..<offset + 1)
            return UInt8(ascii: "?")
        }
    }
}

extension UInt8 {
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var beginsName: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) && self < 0x80 || self == UInt8(ascii: "_")
    }
    var continuesName: Bool { beginsName || isDigit }
    var endsLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

/// Splits Swift into tokens. The compiler sends valid Swift, so the lexer does not have to find every error.
struct Lexer {
    private let bytes: [UInt8]
    private var position = 0
    private var diagnostics = Diagnostics()

    init(_ source: String) {
        bytes = Array(source.utf8)
    }

    /// Returns all tokens. The last one is the end.
    static func tokens(of source: String) throws(Diagnostics) -> [Token] {
        var lexer = Lexer(source)
        var tokens: [Token] = []
        repeat { tokens.append(lexer.next()) } while tokens.last?.kind != .end
        guard lexer.diagnostics.isEmpty else { throw lexer.diagnostics }
        return tokens
    }

    /// Returns the tokens before the first one that cannot be read, and the end.
    static func readableTokens(of source: String) -> [Token] {
        var lexer = Lexer(source)
        var tokens: [Token] = []
        while true {
            let token = lexer.next()
            guard token.kind != .end, lexer.diagnostics.isEmpty else {
                return tokens + [Token(kind: .end, range: token.range, text: "", leadingStart: token.leadingStart)]
            }
            tokens.append(token)
        }
    }

    private mutating func next() -> Token {
        let leadingStart = position
        skipTrivia()
        let start = position
        let kind = scan()
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return Token(kind: kind, range: start..<position, text: text, leadingStart: leadingStart)
    }

    private mutating func scan() -> Token.Kind {
        guard let byte = peek() else { return .end }
        switch byte {
        case UInt8(ascii: "\""): return scanString(hashes: 0)
        case UInt8(ascii: "#"):
            let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
            if peek(hashes) == UInt8(ascii: "\"") { return scanString(hashes: hashes) }
            return take(hashes, .punctuation)
        case UInt8(ascii: "`"): return scanRawIdentifier()
        case _ where byte.isDigit: return scanWord(.number)
        case _ where byte.isNamePart: return scanWord(.identifier)
        case _ where "()[]{}<>,:;@?!&=".utf8.contains(byte): return take(1, .punctuation)
        case UInt8(ascii: "-") where peek(1) == UInt8(ascii: ">"): return take(2, .punctuation)
        case UInt8(ascii: "."):
            let isEllipsis = peek(1) == byte && peek(2) == byte
            return take(isEllipsis ? 3 : 1, .punctuation)
        default: return take(1, .operator)
        }
    }

    private mutating func take(_ count: Int, _ kind: Token.Kind) -> Token.Kind {
        position += count
        return kind
    }

    private mutating func scanWord(_ kind: Token.Kind) -> Token.Kind {
        while let byte = peek(), byte.isNamePart { position += 1 }
        return kind
    }

    private mutating func scanRawIdentifier() -> Token.Kind {
        let start = position
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "`"), byte != UInt8(ascii: "\n") { position += 1 }
        guard peek() == UInt8(ascii: "`") else {
            diagnostics.error("the name is not closed; add a backtick", at: start..<position)
            return .identifier
        }
        position += 1
        return .identifier
    }
}

// MARK: - Strings and trivia

extension Lexer {
    /// Scans a literal to its end. Interpolations are skipped with their parentheses.
    private mutating func scanString(hashes: Int) -> Token.Kind {
        let start = position
        position += hashes
        let isMultiline = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
        let quotes = isMultiline ? 3 : 1
        position += quotes
        while let byte = peek() {
            if byte == UInt8(ascii: "\n"), !isMultiline { break }
            if isClosing(quotes, hashes) {
                position += quotes + hashes
                return .string
            }
            let isEscape =
                byte == UInt8(ascii: "\\") && (0..<hashes).allSatisfy { peek(1 + $0) == UInt8(ascii: "#") }
            position += 1
            guard isEscape else { continue }
            position += hashes
            if peek() == UInt8(ascii: "(") { skipInterpolation() } else if peek() != nil { position += 1 }
        }
        diagnostics.error("the string literal is not closed; add its closing quotes", at: start..<position)
        return .string
    }

    private func isClosing(_ quotes: Int, _ hashes: Int) -> Bool {
        (0..<quotes).allSatisfy { peek($0) == UInt8(ascii: "\"") }
            && (0..<hashes).allSatisfy { peek(quotes + $0) == UInt8(ascii: "#") }
    }

    /// Skips from the opening parenthesis past the closing one. Parentheses in strings do not count.
    private mutating func skipInterpolation() {
        var depth = 0
        while let byte = peek(), byte != UInt8(ascii: "\n") {
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "\""):
                position += 1
                while let inner = peek(), inner != UInt8(ascii: "\""), inner != UInt8(ascii: "\n") {
                    position += inner == UInt8(ascii: "\\") && peek(1) != nil ? 2 : 1
                }
            default: break
            }
            if peek() != nil { position += 1 }
            if depth == 0 { return }
        }
    }

    private mutating func skipTrivia() {
        while let byte = peek() {
            if byte.isSpace {
                position += 1
            } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
                while let inner = peek(), inner != UInt8(ascii: "\n"), inner != UInt8(ascii: "\r") { position += 1 }
            } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                skipBlockComment()
            } else {
                return
            }
        }
    }

    /// Skips a block comment. Block comments can be nested.
    private mutating func skipBlockComment() {
        let start = position
        var depth = 0
        while let byte = peek() {
            let next = peek(1)
            if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
                (depth, position) = (depth + 1, position + 2)
            } else if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
                (depth, position) = (depth - 1, position + 2)
                if depth == 0 { return }
            } else {
                position += 1
            }
        }
        diagnostics.error("the comment is not closed; add '*/'", at: start..<min(start + 2, position))
    }

    private func peek(_ distance: Int = 0) -> UInt8? {
        let index = position + distance
        return index < bytes.count ? bytes[index] : nil
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }
    /// Whether the byte can be part of a name, which can have letters of any script.
    fileprivate var isNamePart: Bool {
        isLetter || isDigit || self == UInt8(ascii: "_") || self >= 0x80 || self == UInt8(ascii: "$")
    }
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) || self == 0 }
}

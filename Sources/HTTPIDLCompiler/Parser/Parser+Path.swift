extension Parser {
    /// Parses a path, which ends before a brace or white space.
    mutating func parsePath() throws(Abandoned) -> MessagePath {
        let token = scanner.peek()
        // The first slash may look like the start of a comment, so the path is read from its own offset.
        let start = try startOfPath(token)
        var reader = PathReader(scanner: scanner, offset: start)
        do {
            let segments = try reader.read()
            let range = start..<reader.offset
            move(to: reader.offset)
            return MessagePath(segments: segments, range: range)
        } catch {
            move(to: scanner.endOfLine(from: reader.offset))
            throw fail(error.message, at: error.range)
        }
    }

    private mutating func startOfPath(_ token: Token) throws(Abandoned) -> Int {
        var offset = end
        while true {
            if scanner.byte(at: offset)?.isSpace ?? false {
                offset += 1
            } else if scanner.has("/*", at: offset) {
                offset = scanner.comment(at: offset).range.upperBound
            } else {
                break
            }
        }
        guard scanner.byte(at: offset) == UInt8(ascii: "/") else {
            throw fail("a path that begins with `/` is expected, not \(token.kind.shown)", at: token)
        }
        return offset
    }
}

/// Reads the segments of a path.
private struct PathReader {
    struct Failure: Error {
        let message: String
        let range: Range<Int>
    }

    let scanner: Scanner
    private(set) var offset: Int

    init(scanner: Scanner, offset: Int) {
        self.scanner = scanner
        self.offset = offset
    }

    mutating func read() throws(Failure) -> [MessagePath.Segment] {
        var segments: [MessagePath.Segment] = []
        while scanner.byte(at: offset) == UInt8(ascii: "/") {
            offset += 1
            segments.append(try segment())
        }
        return segments
    }

    private mutating func segment() throws(Failure) -> MessagePath.Segment {
        var pieces: [MessagePath.Piece] = []
        var (text, url) = (String.UnicodeScalarView(), "")
        func endText() {
            if !text.isEmpty { pieces.append(.text(String(text), url: url)) }
            (text, url) = (String.UnicodeScalarView(), "")
        }
        while let (scalar, next) = scanner.scalar(at: offset) {
            if scalar == "$", let expression = try expression() {
                endText()
                pieces.append(.variables(expression))
                continue
            }
            guard !scalar.endsSegment else { break }
            switch scalar {
            case "\\":
                let (escaped, end) = try escaped(at: next)
                text.append(escaped)
                url += String(escaped).percentEncoded(except: URLText.segment)
                offset = end
                continue
            case "%" where !isEscape(at: offset): url += "%25"
            case "$": url += "$"
            case ";":
                throw failure("a path cannot contain `;`; write it as `\\;`, or write `{` after the path", to: next)
            default: url += String(scalar).percentEncoded(except: URLText.path)
            }
            text.append(scalar)
            offset = next
        }
        endText()
        return MessagePath.Segment(pieces: pieces)
    }

    /// Whether two hexadecimal digits follow the character at an offset.
    private func isEscape(at offset: Int) -> Bool {
        [1, 2].allSatisfy { scanner.scalar(at: offset + $0)?.0.properties.isASCIIHexDigit ?? false }
    }

    private func escaped(at start: Int) throws(Failure) -> (Unicode.Scalar, end: Int) {
        guard let next = scanner.scalar(at: start), next.0.canBeEscaped else {
            throw failure("`\\` must come before a special character; write a backslash as `\\\\`", to: start)
        }
        return next
    }

    /// The variables after the dollar sign at the offset, or nil if the dollar sign is literal text.
    private mutating func expression() throws(Failure) -> PathExpression? {
        let start = offset + 1
        if scanner.byte(at: start)?.beginsName ?? false {
            let found = try variableName(from: start)
            let name = Name(text: found.text, range: offset..<found.range.upperBound)
            offset = name.range.upperBound
            return PathExpression(sign: "", variables: [PathExpression.Variable(name: name, modifier: "")])
        }
        guard let end = endOfBraces(from: start) else { return nil }
        return try expression(in: start + 1..<end)
    }

    /// The offset of the brace that closes the one at an offset, or nil if that opens a message.
    private func endOfBraces(from start: Int) -> Int? {
        guard scanner.byte(at: start) == UInt8(ascii: "{") else { return nil }
        var end = start + 1
        while let byte = scanner.byte(at: end), byte != UInt8(ascii: "}") {
            guard !byte.isSpace, byte != UInt8(ascii: "{") else { return nil }
            end += 1
        }
        return end > start + 1 && scanner.byte(at: end) != nil ? end : nil
    }

    /// The variables between braces (RFC 6570, section 2).
    private mutating func expression(in range: Range<Int>) throws(Failure) -> PathExpression {
        var (next, sign) = (range.lowerBound, "")
        if let byte = scanner.byte(at: next), !byte.beginsName {
            sign = scanner.file.text(next..<next + 1)
            guard ["+", ".", "/", ";"].contains(sign) else {
                throw failure(
                    "an expression begins with the name of a variable, or with `+`, `.`, `/`, or `;`; write a field of the query as `QUERY STRING name;` in the request",
                    to: range.upperBound + 1)
            }
            next += 1
        }
        var variables: [PathExpression.Variable] = []
        while true {
            guard scanner.byte(at: next)?.beginsName ?? false else {
                throw failure("the name of a variable is missing in the braces", to: range.upperBound + 1)
            }
            let name = try variableName(from: next)
            var end = name.range.upperBound
            while let byte = scanner.byte(at: end), end < range.upperBound, byte != UInt8(ascii: ",") { end += 1 }
            let modifier = scanner.file.text(name.range.upperBound..<end)
            guard modifier.isModifier else {
                throw failure(
                    "`\(modifier)` cannot follow a variable; write `*`, or `:` and a number of characters up to 9999",
                    to: range.upperBound + 1)
            }
            variables.append(PathExpression.Variable(name: name, modifier: modifier))
            guard end < range.upperBound else { break }
            next = end + 1
        }
        offset = range.upperBound + 1
        return PathExpression(sign: sign, variables: variables)
    }

    private func variableName(from start: Int) throws(Failure) -> Name {
        var end = start
        while scanner.byte(at: end)?.continuesName ?? false { end += 1 }
        let name = scanner.file.text(start..<end)
        guard name.contains(where: { $0 != "_" }) else {
            throw failure("`\(name)` is not a name; add a letter or a digit", to: end)
        }
        return Name(text: name, range: start..<end)
    }

    private func failure(_ message: String, to end: Int) -> Failure { Failure(message: message, range: offset..<end) }
}

extension String {
    /// Whether this can follow the name of a variable.
    fileprivate var isModifier: Bool {
        if isEmpty || self == "*" { return true }
        let digits = dropFirst()
        return first == ":" && (1...4).contains(digits.count) && digits.first != "0"
            && digits.utf8.allSatisfy(\.isDigit)
    }
}

extension Unicode.Scalar {
    fileprivate var endsSegment: Bool { self == "/" || self == "{" || properties.isWhitespace }

    /// Whether the character can follow a backslash.
    var canBeEscaped: Bool {
        guard (0x20..<0x7F).contains(value) else { return false }
        return !properties.isAlphabetic && properties.numericType == nil
    }
}

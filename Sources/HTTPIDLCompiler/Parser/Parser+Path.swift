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
        if let name = try parameter(at: offset, beginsSegment: true) { return .parameter(name) }
        var (text, url) = (String.UnicodeScalarView(), "")
        while let (scalar, next) = scanner.scalar(at: offset), !scalar.endsSegment {
            switch scalar {
            case "\\":
                let (escaped, end) = try escaped(at: next)
                text.append(escaped)
                url += String(escaped).percentEncoded(except: URLText.segment)
                offset = end
                continue
            case "%" where !isEscape(at: offset): url += "%25"
            case "$":
                _ = try parameter(at: offset, beginsSegment: false)
                url += "$"
            case ";":
                throw failure("a path cannot contain `;`; write it as `\\;`, or write `{` after the path", to: next)
            default: url += String(scalar).percentEncoded(except: URLText.path)
            }
            text.append(scalar)
            offset = next
        }
        return .text(String(text), url: url)
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

    /// The parameter whose dollar sign is at an offset, or nil if the dollar sign is literal text.
    private mutating func parameter(at start: Int, beginsSegment: Bool) throws(Failure) -> Name? {
        guard scanner.byte(at: start) == UInt8(ascii: "$"), scanner.byte(at: start + 1)?.beginsName ?? false else {
            return nil
        }
        var end = start + 1
        while scanner.byte(at: end)?.continuesName ?? false { end += 1 }
        let name = scanner.file.text(start + 1..<end)
        guard beginsSegment, scanner.scalar(at: end)?.0.endsSegment ?? true else {
            throw failure(
                "a parameter must be a whole segment of the path, like `/$\(name)/`; write a dollar sign as `\\$`",
                to: end
            )
        }
        guard name.contains(where: { $0 != "_" }) else {
            throw failure("`\(name)` is not a name; add a letter or a digit", to: end)
        }
        offset = end
        return Name(text: name, range: start..<end)
    }

    private func failure(_ message: String, to end: Int) -> Failure { Failure(message: message, range: offset..<end) }
}

extension Unicode.Scalar {
    fileprivate var endsSegment: Bool { self == "/" || self == "{" || properties.isWhitespace }

    /// Whether the character can follow a backslash.
    var canBeEscaped: Bool {
        guard (0x20..<0x7F).contains(value) else { return false }
        return !properties.isAlphabetic && properties.numericType == nil
    }
}

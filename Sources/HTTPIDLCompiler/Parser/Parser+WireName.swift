extension Parser {
    /// Parses the name after an equals sign, which is any text up to the semicolon.
    mutating func parseWireName() throws(Abandoned) -> Name? {
        guard takes("=") else { return nil }
        var reader = WireNameReader(scanner: scanner, offset: end)
        do {
            try reader.read()
        } catch {
            move(to: error.range.upperBound)
            throw fail(error.message, at: error.range)
        }
        move(to: reader.end)
        guard !reader.text.isEmpty else {
            throw fail("a wire name is expected after `=`", at: reader.start..<reader.start)
        }
        return Name(text: reader.text, range: reader.start..<reader.end)
    }
}

/// Reads the text of a wire name.
private struct WireNameReader {
    struct Failure: Error {
        let message: String
        let range: Range<Int>
    }

    private let scanner: Scanner
    private var offset: Int
    private var scalars = String.UnicodeScalarView()
    private var count = 0
    /// The length of the text up to the last scalar that is escaped or not a space.
    private var length = 0
    /// The offset of the text.
    private(set) var start: Int
    /// The first brace. It ends the body if the semicolon is missing.
    private var brace: (length: Int, offset: Int)?

    init(scanner: Scanner, offset: Int) {
        self.scanner = scanner
        self.offset = offset
        start = offset
    }

    /// The text without surrounding spaces.
    var text: String { String(String.UnicodeScalarView(scalars.prefix(isEnded ? length : brace?.length ?? length))) }
    /// The offset at which parsing continues.
    var end: Int { isEnded ? offset : brace?.offset ?? offset }
    private var isEnded: Bool { scanner.byte(at: offset) == UInt8(ascii: ";") }

    mutating func read() throws(Failure) {
        while let (scalar, next) = scanner.scalar(at: offset), scalar != ";", !scalar.endsLine {
            if scanner.has("/*", at: offset), scalars.last?.properties.isWhitespace ?? true {
                try skipComment()
                continue
            }
            if scalar == "}", brace == nil { brace = (length, offset) }
            if scalar == "\\" { try readEscaped(at: next) } else { read(scalar, next) }
        }
    }

    private mutating func read(_ scalar: Unicode.Scalar, _ next: Int) {
        offset = next
        if scalar.properties.isWhitespace {
            if scalars.isEmpty { start = offset } else { append(scalar) }
        } else {
            append(scalar)
            length = count
        }
    }

    private mutating func readEscaped(at start: Int) throws(Failure) {
        guard let (scalar, next) = scanner.scalar(at: start), scalar.canBeEscaped else {
            throw Failure(
                message: "`\\` must come before a special character; write a backslash as `\\\\`", range: offset..<start
            )
        }
        append(scalar)
        length = count
        offset = next
    }

    /// Skips a comment, which must follow white space and end on its line.
    private mutating func skipComment() throws(Failure) {
        var scanner = scanner
        let comment = scanner.comment(at: offset).range
        guard comment.upperBound <= scanner.endOfLine(from: offset),
            scanner.diagnostics.all.count == self.scanner.diagnostics.all.count
        else {
            throw Failure(
                message: "a comment in a wire name must end on its line; write `/*` itself as `\\/*`",
                range: offset..<offset + 2)
        }
        offset = comment.upperBound
        if scalars.isEmpty { start = offset }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        scalars.append(scalar)
        count += 1
    }
}

extension Unicode.Scalar {
    fileprivate var endsLine: Bool { self == "\n" || self == "\r" }
}

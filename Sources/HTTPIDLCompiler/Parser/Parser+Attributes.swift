extension Parser {
    /// Parses the comments before a declaration, and the word `DEPRECATED`.
    ///
    /// - Parameter isOfCase: Whether the attributes belong to a case, which has no type.
    mutating func parseAttributes(isOfCase: Bool = false) throws(Abandoned) -> Attributes {
        var attributes = Attributes()
        attributes.documentation = documentation()
        guard scanner.peek().identifier == "DEPRECATED", !isName(ofCase: isOfCase) else { return attributes }
        let word = take()
        attributes.deprecation = ""
        if case .string(let reason) = scanner.peek().kind {
            _ = take()
            guard !reason.isEmpty else {
                throw fail("the reason is empty; write one, or remove the quotation marks", at: word)
            }
            attributes.deprecation = reason
        }
        return attributes
    }

    /// Whether the next word is the name of a case, or of the user's own type in a field `DEPRECATED name;` or as a
    /// body.
    private mutating func isName(ofCase: Bool) -> Bool {
        var ahead = scanner
        _ = ahead.take()
        let next = ahead.take()
        if next.kind == .sign(";") || next.kind == .sign(ofCase ? "=" : "?") || next.kind == .sign(".") { return true }
        guard !ofCase, let word = next.identifier, BuiltinType(rawValue: word) == nil else { return false }
        return [.sign(";"), .sign("="), .identifier("DEFAULT")].contains(ahead.take().kind)
    }

    /// The lines of the comments right before the next token. A comment with a blank line after it is ignored.
    private mutating func documentation() -> [String] {
        let (file, token) = (scanner.file, scanner.peek())
        var comments: [Comment] = []
        var next = token.range.lowerBound
        for comment in token.comments.reversed() {
            let isAfter = end > 0 && file.line(of: comment.range.lowerBound) == file.line(of: end - 1)
            let isBefore = file.line(of: comment.range.upperBound - 1) == file.line(of: token.range.lowerBound)
            // A comment on the line of the previous token belongs to that, unless the next token is on the line, too.
            guard !file.hasBlankLine(in: comment.range.upperBound..<next), !isAfter || isBefore else { break }
            comments.append(comment)
            next = comment.range.lowerBound
        }
        return comments.reversed().flatMap { file.lines(of: $0) }
    }

    /// The lines of a comment after a declaration on the same line.
    mutating func trailingDocumentation() -> [String] {
        let token = scanner.peek()
        guard let comment = token.comments.first else { return [] }
        let line = scanner.file.line(of: max(0, end - 1))
        let isAfter = scanner.file.line(of: comment.range.lowerBound) == line
        let isAlone = scanner.file.line(of: token.range.lowerBound) > line
        return isAfter && isAlone ? scanner.file.lines(of: comment) : []
    }
}

extension SourceFile {
    fileprivate func hasBlankLine(in range: Range<Int>) -> Bool {
        var ends = 0
        for byte in bytes[range] where byte == UInt8(ascii: "\n") || !byte.isSpace {
            ends = byte == UInt8(ascii: "\n") ? ends + 1 : 0
            if ends == 2 { return true }
        }
        return false
    }

    /// The text of a comment, without asterisks at the beginning of its lines and without blank lines around it.
    fileprivate func lines(of comment: Comment) -> [String] {
        var content = text(comment.content)[...]
        while content.last == "*" { content.removeLast() }
        let lines = content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            var rest = line.trimmed[...]
            if rest.hasPrefix("*") { rest = rest.drop { $0 == "*" } }
            return String(rest).trimmed
        }
        guard let first = lines.firstIndex(where: { !$0.isEmpty }) else { return [] }
        let last = lines.lastIndex { !$0.isEmpty } ?? first
        return Array(lines[first...last])
    }
}

extension StringProtocol {
    /// The text without surrounding white space, and with spaces in place of characters that a comment cannot contain.
    fileprivate var trimmed: String {
        let scalars = unicodeScalars.map { $0.breaksComment ? " " : $0 }
        let kept = scalars.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        var text = String.UnicodeScalarView()
        text.append(contentsOf: kept)
        return String(text)
    }
}

extension Parser {
    /// The comments before a declaration, and the word `DEPRECATED`.
    mutating func parseAttributes() throws(Abandoned) -> Attributes {
        var attributes = Attributes()
        attributes.documentation = documentation()
        guard scanner.peek().identifier == "DEPRECATED", !isTypeName else { return attributes }
        let word = take()
        attributes.deprecation = ""
        if case .string(let reason) = scanner.peek().kind {
            _ = take()
            guard !reason.isEmpty else { throw fail("the reason is empty; DEPRECATED may stand alone", at: word) }
            attributes.deprecation = reason
        }
        return attributes
    }

    /// Whether the next word is a type of the user's: a field `DEPRECATED name;`, or a body of it.
    private var isTypeName: Bool {
        mutating get {
            var ahead = scanner
            _ = ahead.take()
            let next = ahead.take()
            if next.kind == .sign(";") || next.kind == .sign("?") || next.kind == .sign(".") { return true }
            guard next.identifier != nil else { return false }
            return [.sign(";"), .sign("="), .identifier("DEFAULT")].contains(ahead.take().kind)
        }
    }

    /// The lines of the comments right before the next token. One behind a blank line, or with one behind it, is nobody's.
    private mutating func documentation() -> [String] {
        var lines: [String] = []
        var next = scanner.file.line(of: scanner.peek().range.lowerBound)
        for comment in scanner.peek().comments.reversed() {
            let last = scanner.file.line(of: comment.range.upperBound - 1)
            let first = scanner.file.line(of: comment.range.lowerBound)
            // What begins on the line of the token before belongs to that.
            guard next - last <= 1, end == 0 || first > scanner.file.line(of: end - 1) || last == next else { break }
            lines = scanner.file.lines(of: comment) + lines
            next = first
        }
        return lines
    }

    /// The lines of a comment behind a declaration, on its line.
    mutating func trailingDocumentation() -> [String] {
        let token = scanner.peek()
        guard let comment = token.comments.first else { return [] }
        let line = scanner.file.line(of: max(0, end - 1))
        let isBehind = scanner.file.line(of: comment.range.lowerBound) == line
        let isAlone = scanner.file.line(of: token.range.lowerBound) > line
        return isBehind && isAlone ? scanner.file.lines(of: comment) : []
    }
}

extension SourceFile {
    /// What a comment says: without asterisks at the beginning of its lines, without blank lines around it.
    fileprivate func lines(of comment: Comment) -> [String] {
        let lines = text(comment.content).split(separator: "\n", omittingEmptySubsequences: false).map { line in
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
    /// Without white space and control characters around it, and without the latter within.
    fileprivate var trimmed: String {
        let scalars = unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        let kept = scalars.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        var text = String.UnicodeScalarView()
        text.append(contentsOf: kept)
        return String(text)
    }
}

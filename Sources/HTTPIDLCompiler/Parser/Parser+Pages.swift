extension Parser {
    /// Parses the attribute `PAGES`, or returns nil if there is none.
    mutating func parsePages() throws(Abandoned) -> PageAttribute? {
        let word = scanner.peek()
        guard takes(word: "PAGES") else { return nil }
        let rule = take()
        let kind: PageAttribute.Kind
        var field: [Name] = []
        switch rule.identifier {
        case "LINK":
            let token = scanner.peek()
            let relation = takesText() ?? "next"
            guard !relation.isEmpty else {
                throw fail("the relation is empty; write one, or remove the quotation marks", at: token)
            }
            kind = .link(relation)
        case "URL":
            kind = .url
            field = try fieldPath()
        case "CURSOR": kind = .cursor(try queryKey(&field))
        case "OFFSET": kind = .offset(try queryKey(&field))
        case "NUMBER": kind = .number(try queryKey(&field))
        default:
            let hint = hint(for: rule, among: ["LINK", "URL", "CURSOR", "OFFSET", "NUMBER"])
            throw fail("LINK, URL, CURSOR, OFFSET, or NUMBER is expected, not \(rule.kind.shown)\(hint)", at: rule)
        }
        return PageAttribute(kind: kind, field: field, range: word.range.lowerBound..<end)
    }

    private mutating func takesText() -> String? {
        guard case .string(let text) = scanner.peek().kind else { return nil }
        _ = take()
        return text
    }

    /// Parses the key of the query and the field after it.
    private mutating func queryKey(_ field: inout [Name]) throws(Abandoned) -> String {
        let token = scanner.peek()
        guard let key = takesText(), !key.isEmpty else {
            throw fail("the key of the query is expected in quotation marks, not \(token.kind.shown)", at: token)
        }
        try expect("=", "after the key of the query")
        field = try fieldPath()
        return key
    }

    private mutating func fieldPath() throws(Abandoned) -> [Name] {
        var path = [try name(of: "a field of the response")]
        while takes(".") { path.append(try name(of: "a field")) }
        return path
    }
}

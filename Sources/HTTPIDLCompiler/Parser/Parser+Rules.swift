extension Parser {
    /// Parses one of the words before an operation. Returns false if none is next.
    mutating func parseRule(_ rules: inout OperationRules, _ pages: inout PageAttribute?) throws(Abandoned) -> Bool {
        let word = scanner.peek()
        switch word.identifier {
        case "PAGES" where pages == nil: pages = try parsePages()
        case "TIMEOUT" where rules.timeout == nil: rules.timeout = try parseNumber(after: word, "seconds, like 30")
        case "RETRY" where rules.attempts == nil:
            rules.attempts = try parseNumber(after: word, "attempts from 1 to 100, like 3")
        case "IDEMPOTENT" where rules.idempotent == nil: rules.idempotent = take().range
        case "NEEDS" where rules.needs == nil: rules.needs = try parseNeeds()
        case "PAGES", "TIMEOUT", "RETRY", "IDEMPOTENT", "NEEDS":
            throw fail("\(word.identifier ?? "") is there twice; remove one", at: word)
        default: return false
        }
        return true
    }

    private mutating func parseNumber(after word: Token, _ what: String) throws(Abandoned) -> OperationRules.Number {
        _ = take()
        let token = scanner.peek()
        guard case .number(let text) = token.kind, let value = Double(text), value > 0, value < 1e9 else {
            throw fail("\(word.identifier ?? "") needs a number of \(what), not \(token.kind.shown)", at: token)
        }
        _ = take()
        return OperationRules.Number(value: value, range: word.range.lowerBound..<end)
    }

    /// Parses `NEEDS token OR key AND login`.
    mutating func parseNeeds() throws(Abandoned) -> Needs {
        let start = take().range.lowerBound
        var alternatives: [[Name]] = []
        repeat {
            guard !takes(word: "NOTHING") else {
                alternatives.append([])
                continue
            }
            var names = [try name(of: "the credentials")]
            while takes(word: "AND") { names.append(try name(of: "the credentials")) }
            alternatives.append(names)
        } while takes(word: "OR")
        return Needs(alternatives: alternatives, range: start..<end)
    }
}

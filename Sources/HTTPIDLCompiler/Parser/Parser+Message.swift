extension Parser {
    /// Parses the text after the word `MESSAGE`.
    mutating func parseMessage(_ attributes: Attributes, _ range: Range<Int>) throws(Abandoned) -> Message {
        var messageName: Name?
        if takes("(") {
            messageName = try name(of: "the message")
            try expect(")", "after the name of the message")
        }
        let path = try parsePath()
        try refuseBraces(after: path)
        try expect("{", "after the path")
        var operations: [Operation] = []
        while !takes("}") {
            guard scanner.peek().kind != .end else {
                throw fail("the message has no end; `}` is missing", at: range)
            }
            guard !beginsDeclaration else {
                _ = fail("`}` is missing before \(scanner.peek().kind.shown)", at: scanner.peek())
                break
            }
            do {
                operations.append(try parseOperation())
            } catch {
                guard skipToOperation() else { throw error }
            }
        }
        return Message(attributes: attributes, name: messageName, path: path, operations: operations, range: range)
    }

    /// Rejects `/{id}`, which is a common way to write a parameter elsewhere.
    private mutating func refuseBraces(after path: MessagePath) throws(Abandoned) {
        var ahead = scanner
        let brace = ahead.take()
        guard brace.range.lowerBound == path.range.upperBound, let name = ahead.take().identifier,
            ahead.take().kind == .sign("}")
        else { return }
        throw fail("`{\(name)}` is not a parameter; write it as `$\(name)`, or write a brace as `\\{`", at: brace)
    }

    private mutating func parseOperation() throws(Abandoned) -> Operation {
        var attributes = try parseAttributes()
        let pages = try parsePages()
        if pages != nil { attributes.append(try parseAttributes()) }
        let word = scanner.peek()
        guard let text = word.identifier, let method = Method(rawValue: text) else {
            let hint = hint(for: word, among: Method.allCases.map(\.rawValue), within: 1)
            throw fail("a method such as GET is expected, not \(word.kind.shown)\(hint)", at: word)
        }
        _ = take()
        let kindWord = scanner.peek()
        guard let text = kindWord.identifier, let kind = Operation.Kind(rawValue: text) else {
            let hint = hint(for: kindWord, among: ["REQUEST", "RESPONSE"])
            throw fail(
                "REQUEST or RESPONSE is expected after \(method.rawValue), not \(kindWord.kind.shown)\(hint)",
                at: kindWord)
        }
        _ = take()
        return Operation(
            attributes: attributes, method: method, kind: kind, body: try parseBody(), pages: pages,
            range: word.range.lowerBound..<kindWord.range.upperBound)
    }

    /// Skips to the next operation of the same message, or to the end of the message. Returns false at the end of the
    /// file, or if a declaration begins within braces.
    private mutating func skipToOperation() -> Bool {
        var depth = 0
        while true {
            let token = scanner.peek()
            switch token.kind {
            case .end: return false
            case .sign("{"): depth += 1
            case .sign("}") where depth == 0: return true
            case .sign("}"): depth -= 1
            case .identifier where beginsDeclaration: return depth == 0
            case .identifier(let word) where depth == 0 && Method(rawValue: word) != nil:
                if isAtLineEnd { return true }
            default: break
            }
            _ = take()
            if token.kind == .sign("}"), depth == 0 { return true }
        }
    }
}

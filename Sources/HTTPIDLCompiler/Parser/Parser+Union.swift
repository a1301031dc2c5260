extension Parser {
    /// Parses the text after the word `UNION`.
    mutating func parseUnion(_ attributes: Attributes) throws(Abandoned) -> Union {
        let name = try name(of: "the UNION")
        let discriminator = try parseDiscriminator()
        var cases: [Union.Case] = []
        let errors = scanner.diagnostics.all.count
        let hasTags = discriminator != nil
        try parseMembers("cases") { (parser) throws(Abandoned) in
            cases.append(try parser.parseUnionCase(hasTags: hasTags))
        }
        if cases.isEmpty, scanner.diagnostics.all.count == errors {
            _ = fail("a UNION needs at least one case, like `Cat cat;`", at: name.range)
        }
        return Union(attributes: attributes, name: name, discriminator: discriminator, cases: cases)
    }

    /// Parses the key after `BY`, a name or a text in quotation marks.
    private mutating func parseDiscriminator() throws(Abandoned) -> Name? {
        let word = scanner.peek()
        guard takes(word: "BY") else {
            guard word.kind != .sign("{") else { return nil }
            throw fail("`{`, or BY and a key, is expected after the name of a UNION, not \(word.kind.shown)", at: word)
        }
        let token = take()
        switch token.kind {
        case .identifier(let text): return Name(text: text, range: token.range)
        case .string(let text) where !text.isEmpty: return Name(text: text, range: token.range)
        default: throw fail("the key that tells the cases is expected after BY, not \(token.kind.shown)", at: token)
        }
    }

    private mutating func parseUnionCase(hasTags: Bool) throws(Abandoned) -> Union.Case {
        var attributes = try parseAttributes()
        let type = try parseType()
        if attributes.deprecation != nil {
            _ = fail("a case of a UNION cannot be DEPRECATED; deprecate the fields that have it", at: type.range)
        }
        let token = scanner.peek()
        guard token.identifier != nil else {
            throw fail("the name of the case is expected after its type, not \(token.kind.shown)", at: token)
        }
        let name = try name(of: "the case")
        let wireName = try parseWireName()
        if let wireName, !hasTags {
            _ = fail("without BY, a case has no value; write `UNION … BY key`, or remove the value", at: wireName.range)
        }
        try parseEnd()
        if attributes.documentation.isEmpty { attributes.documentation = trailingDocumentation() }
        return Union.Case(attributes: attributes, type: type, name: name, writtenWireName: wireName)
    }
}

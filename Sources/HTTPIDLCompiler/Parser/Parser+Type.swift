extension Parser {
    /// The maximum nesting depth of types.
    private static let deepestType = 64

    /// Parses a type and its question mark.
    mutating func parseType(depth: Int = 0) throws(Abandoned) -> TypeReference {
        let token = scanner.peek()
        guard let word = token.identifier else { throw fail("a type is expected, not \(token.kind.shown)", at: token) }
        _ = take()
        guard depth < Self.deepestType else {
            throw fail(
                "the type is nested deeper than \(Self.deepestType) levels; declare a STRUCT for the inner part",
                at: token)
        }
        let kind = try parseKind(word, at: token, depth)
        let isOptional = takes("?")
        return TypeReference(kind: kind, isOptional: isOptional, range: token.range.lowerBound..<end)
    }

    private mutating func parseKind(_ word: String, at token: Token, _ depth: Int) throws(Abandoned)
        -> TypeReference.Kind
    {
        switch word {
        case "ARRAY":
            try expect("<", "after ARRAY")
            let element = try parseType(depth: depth + 1)
            try expect(">", "after the type of the elements")
            return .array(element)
        case "DICT":
            try expect("<", "after DICT")
            let key = try parseType(depth: depth + 1)
            try expect(",", "between the types of keys and values")
            let value = try parseType(depth: depth + 1)
            try expect(">", "after the type of the values")
            return .dictionary(key: key, value: value)
        default:
            // These words are not reserved: without a `<`, they are the names of the user's own types.
            if let format = StreamFormat(rawValue: word), takes("<") {
                let element = try parseType(depth: depth + 1)
                try expect(">", "after the type of the values")
                return .stream(format, element)
            }
            if word == "NULLABLE", takes("<") {
                let value = try parseType(depth: depth + 1)
                try expect(">", "after the type of the value")
                return .nullable(value)
            }
            if let builtin = BuiltinType(rawValue: word) { return .builtin(builtin) }
            try refuseMisspelledContainer(word, at: token)
            return .named(try typeName(word))
        }
    }

    /// Rejects a word before a `<` that is meant to be one of the types with other types in them.
    private mutating func refuseMisspelledContainer(_ word: String, at token: Token) throws(Abandoned) {
        guard scanner.peek().kind == .sign("<") else { return }
        let capitals = word.uppercased()
        let near = Self.containers.contains(capitals) ? capitals : capitals.nearest(among: Self.containers)
        let habit = Habits.type(for: word).flatMap { $0.hasSuffix("<…>") ? $0 : nil }
        guard let known = habit ?? near.map({ $0 + "<…>" }) else { return }
        throw fail("there is no type `\(word)<…>`; did you mean `\(known)`?", at: token)
    }

    /// The types that have other types in them.
    private static let containers = ["ARRAY", "DICT", "NULLABLE", "STREAM", "LINES", "SEQUENCE", "ELEMENTS"]

    /// Parses the name of a type, which can be nested in others: `Models.User`.
    private mutating func typeName(_ first: String) throws(Abandoned) -> String {
        var text = first
        while takes(".") { text += "." + (try name(of: "a type")).text }
        return text
    }

    /// Parses the value after the word `DEFAULT` or `CONSTANT`.
    mutating func parseLiteral(after word: String) throws(Abandoned) -> Literal {
        let token = take()
        let kind: Literal.Kind
        switch token.kind {
        case .number(let text): kind = .number(text)
        case .string(let text): kind = .string(text)
        case .identifier("true"): kind = .bool(true)
        case .identifier("false"): kind = .bool(false)
        case .identifier(let name): kind = .name(name)
        case .sign("[") where takes("]"): kind = .emptyArray
        case .sign("{") where takes("}"): kind = .emptyDictionary
        case .sign("["), .sign("{"):
            while ![.sign("]"), .sign("}"), .sign(";"), .end].contains(scanner.peek().kind) { _ = take() }
            if scanner.peek().kind != .sign(";") { _ = take() }
            throw fail("the only defaults for arrays and dictionaries are `[]` and `{}`", at: token)
        default: throw fail("a value is expected after \(word), not \(token.kind.shown)", at: token)
        }
        return Literal(kind: kind, range: token.range.lowerBound..<end)
    }
}

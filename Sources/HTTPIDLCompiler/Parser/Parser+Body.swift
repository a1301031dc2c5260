extension Parser {
    /// Parses the text between the braces of a request, a response, or a structure.
    mutating func parseBody() throws(Abandoned) -> Body {
        var body = Body()
        try parseMembers("fields") { (parser) throws(Abandoned) in
            switch try parser.parseMember() {
            case .field(let field): body.fields.append(field)
            case .whole(let type):
                if body.whole != nil || body.hasContentFields { _ = parser.fail(Self.notAlone, at: type.range) }
                body.whole = type
            }
        }
        if let whole = body.whole,
            let field = body.fields.first(where: {
                $0.place == nil && $0.name.range.lowerBound > whole.range.lowerBound
            })
        {
            _ = fail(Self.notAlone, at: field.name.range)
        }
        return body
    }

    /// Parses the members between braces, and continues after errors.
    mutating func parseMembers(
        _ what: String, _ parse: (inout Self) throws(Abandoned) -> Void
    ) throws(Abandoned) {
        let start = scanner.peek().range
        try expect("{", "before the \(what)")
        while !takes("}") {
            let token = scanner.peek()
            guard token.kind != .end else { throw fail("the braces are not closed; `}` is missing", at: start) }
            let isFailure = what == Self.clientMembers && token.identifier == Operation.Kind.failure.rawValue
            guard !beginsDeclaration, !beginsOperation || isFailure else {
                _ = fail("`}` is missing before \(token.kind.shown)", at: token)
                return
            }
            do {
                try parse(&self)
            } catch {
                skipMember()
                // Take at least one token for each error. Otherwise, the loop would not end.
                if scanner.peek().range == token.range { _ = take() }
            }
        }
    }

    /// What is in the braces of a client, which can also be failures.
    static let clientMembers = "servers and credentials"

    private static let notAlone = "a type without a name is the whole body; name it, or remove the other members"

    private enum Member {
        case field(Field)
        case whole(TypeReference)
    }

    private mutating func parseMember() throws(Abandoned) -> Member {
        var attributes = try parseAttributes()
        let place = takesPlace()
        let type = try parseType()
        if attributes.deprecation == nil, place == nil, takes(";") { return .whole(type) }
        if place == nil, scanner.peek().kind == .sign(";") {
            throw fail("the whole body cannot be DEPRECATED; write DEPRECATED before its method", at: type.range)
        }
        guard scanner.peek().kind != .sign("}") else {
            throw fail("after a type, `;` or the name of a field is expected", at: end..<end)
        }
        try refuseBrackets(after: type)
        let name = try name(of: "the field")
        let value = try parseValue()
        let formats = try parseFormats()
        let wireName = try parseWireName()
        try parseEnd()
        if attributes.documentation.isEmpty { attributes.documentation = trailingDocumentation() }
        return .field(
            Field(
                attributes: attributes, place: place, type: type, name: name, value: value, formats: formats,
                writtenWireName: wireName))
    }

    /// Takes the word that says where a field is, unless it is the name of the user's own type.
    private mutating func takesPlace() -> Field.Place? {
        guard let place = scanner.peek().identifier.flatMap(Field.Place.init(rawValue:)) else { return nil }
        var ahead = scanner
        _ = ahead.take()
        guard ahead.take().identifier != nil else { return nil }
        switch ahead.take().kind {
        case .sign("<"), .sign("?"), .sign("."): break
        case .identifier("DEFAULT"), .identifier("CONSTANT"), .identifier("AS"):
            // One of these words is the name of the field, or follows a field of the user's own type.
            let next = ahead.take().kind
            guard [.sign(";"), .sign("=")].contains(next) || Self.options.contains(next) else { return nil }
        case .identifier: break
        default: return nil
        }
        _ = take()
        return place
    }

    private static let options: [Token.Kind] = ["DEFAULT", "CONSTANT", "AS"].map { .identifier($0) }

    private mutating func parseValue() throws(Abandoned) -> Field.Value? {
        if takes(word: "DEFAULT") { return .default(try parseLiteral(after: "DEFAULT")) }
        if takes(word: "CONSTANT") { return .constant(try parseLiteral(after: "CONSTANT")) }
        return nil
    }

    /// Whether a word is next that is a format, or is meant to be one. On the next line, any other word is a field
    /// after a missing semicolon.
    private var hasAnotherFormat: Bool {
        mutating get {
            guard let word = scanner.peek().identifier else { return false }
            return !isAtLineEnd || Format(rawValue: word) != nil
        }
    }

    /// Parses the words after `AS`.
    private mutating func parseFormats() throws(Abandoned) -> [WrittenFormat] {
        guard takes(word: "AS") else { return [] }
        var formats: [WrittenFormat] = []
        repeat {
            let token = scanner.peek()
            guard let format = token.identifier.flatMap(Format.init(rawValue:)) else {
                let hint = hint(for: token, among: Format.allCases.map(\.rawValue))
                throw fail(
                    "a format such as COMMAS or SECONDS is expected after AS, not \(token.kind.shown)\(hint)", at: token
                )
            }
            _ = take()
            formats.append(WrittenFormat(format: format, range: token.range))
        } while hasAnotherFormat
        return formats
    }

    /// Rejects `INT32[]`, which is a common way to write an array elsewhere.
    private mutating func refuseBrackets(after type: TypeReference) throws(Abandoned) {
        let token = scanner.peek()
        guard token.kind == .sign("[") else { return }
        throw fail("`[` cannot follow a type; write an array as `ARRAY<\(scanner.file.text(type.range))>`", at: token)
    }

    /// Parses the text after the word `ENUM`.
    mutating func parseEnumeration(_ attributes: Attributes) throws(Abandoned) -> Enumeration {
        let name = try name(of: "the ENUM")
        var rawType = BuiltinType.string
        if takes(":") {
            let token = take()
            guard let type = token.identifier.flatMap(BuiltinType.init(rawValue:)), type == .string || type.isInteger
            else {
                let hint = hint(for: token, among: BuiltinType.ofEnumerations)
                throw fail("an ENUM has the type STRING or an integer type, not \(token.kind.shown)\(hint)", at: token)
            }
            rawType = type
        }
        var cases: [Enumeration.Case] = []
        let errors = scanner.diagnostics.all.count
        try parseMembers("cases") { (parser) throws(Abandoned) in cases.append(try parser.parseCase()) }
        if cases.isEmpty, scanner.diagnostics.all.count == errors {
            _ = fail("an ENUM needs at least one case, like `ACTIVE = active;`", at: name.range)
        }
        return Enumeration(attributes: attributes, name: name, rawType: rawType, cases: cases)
    }

    private mutating func parseCase() throws(Abandoned) -> Enumeration.Case {
        var attributes = try parseAttributes(isOfCase: true)
        let name = try name(of: "a case")
        let wireName = try parseWireName()
        try parseEnd()
        if attributes.documentation.isEmpty { attributes.documentation = trailingDocumentation() }
        return Enumeration.Case(attributes: attributes, name: name, writtenWireName: wireName)
    }

    /// Whether a request, a response, or a failure of a message is next.
    private var beginsOperation: Bool {
        mutating get {
            var ahead = scanner
            if ahead.peek().method != nil {
                _ = ahead.take()
                if ahead.peek().kind == .sign("(") { for _ in 0..<3 { _ = ahead.take() } }
            }
            guard ahead.take().identifier.flatMap(Operation.Kind.init(rawValue:)) != nil else { return false }
            switch ahead.take().kind {
            case .sign("{"), .number: return true
            case .identifier("AS"):
                if case .identifier = ahead.peek().kind {
                    return ahead.take().identifier != nil && ahead.take().kind == .sign("{")
                }
                if case .string = ahead.peek().kind { return true }
                return false
            default: return false
            }
        }
    }

    /// Parses the semicolon after a member. If it is missing at the end of a line, the member is not lost.
    mutating func parseEnd() throws(Abandoned) {
        guard !takes(";") else { return }
        let token = scanner.peek()
        guard !isAtLineEnd, token.kind != .sign("}"), token.kind != .end else {
            _ = fail("`;` is missing", at: end..<end)
            return
        }
        let hint = hint(for: token, among: ["DEFAULT", "CONSTANT"])
        throw fail("`;` is expected, not \(token.kind.shown)\(hint)", at: token)
    }

    /// Skips to the end of the next semicolon, or to the brace that ends the body.
    private mutating func skipMember() {
        var depth = 0
        while true {
            let token = scanner.peek()
            switch token.kind {
            case .end: return
            case .sign("{"): depth += 1
            case .sign("}") where depth == 0: return
            case .sign("}"): depth -= 1
            case .identifier where beginsDeclaration || beginsOperation: return
            default: break
            }
            _ = take()
            if token.kind == .sign(";"), depth == 0 { return }
        }
    }
}

extension Body {
    fileprivate var hasContentFields: Bool { fields.contains { $0.place == nil } }
}

extension BuiltinType {
    /// The names of the types that an enumeration can have.
    fileprivate static let ofEnumerations = allCases.filter { $0 == .string || $0.isInteger }.map(\.rawValue)
}

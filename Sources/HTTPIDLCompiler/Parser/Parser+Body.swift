extension Parser {
    /// Parses the text between the braces of a request, a response, or a structure.
    mutating func parseBody() throws(Abandoned) -> Body {
        var (fields, whole): ([Field], TypeReference?) = ([], nil)
        try parseMembers("fields") { (parser) throws(Abandoned) in
            switch try parser.parseMember() {
            case .field(let field): fields.append(field)
            case .whole(let type):
                if !fields.isEmpty || whole != nil { _ = parser.fail(Self.notAlone, at: type.range) }
                whole = type
            }
        }
        guard let whole else { return .fields(fields) }
        if let field = fields.first(where: { $0.name.range.lowerBound > whole.range.lowerBound }) {
            _ = fail(Self.notAlone, at: field.name.range)
        }
        return .whole(whole)
    }

    /// Parses the members between braces, and continues after errors.
    private mutating func parseMembers(
        _ what: String, _ parse: (inout Self) throws(Abandoned) -> Void
    ) throws(Abandoned) {
        let start = scanner.peek().range
        try expect("{", "before the \(what)")
        while !takes("}") {
            let token = scanner.peek()
            guard token.kind != .end else { throw fail("the braces are not closed; `}` is missing", at: start) }
            guard !beginsDeclaration, !beginsOperation else {
                _ = fail("`}` is missing before \(token.kind.shown)", at: token)
                return
            }
            do {
                try parse(&self)
            } catch {
                skipMember()
            }
        }
    }

    private static let notAlone = "a type without a name is the whole body; name it, or remove the other members"

    private enum Member {
        case field(Field)
        case whole(TypeReference)
    }

    private mutating func parseMember() throws(Abandoned) -> Member {
        var attributes = try parseAttributes()
        let type = try parseType()
        if attributes.deprecation == nil, takes(";") { return .whole(type) }
        if scanner.peek().kind == .sign(";") {
            throw fail("the whole body cannot be DEPRECATED; write DEPRECATED before its method", at: type.range)
        }
        guard scanner.peek().kind != .sign("}") else {
            throw fail("after a type, `;` or the name of a field is expected", at: end..<end)
        }
        try refuseBrackets(after: type)
        let name = try name(of: "the field")
        let value = takes(word: "DEFAULT") ? try parseLiteral() : nil
        let wireName = try parseWireName()
        try parseEnd()
        if attributes.documentation.isEmpty { attributes.documentation = trailingDocumentation() }
        return .field(
            Field(attributes: attributes, type: type, name: name, defaultValue: value, writtenWireName: wireName))
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

    /// Whether a method of a message is next.
    private var beginsOperation: Bool {
        mutating get {
            guard let word = scanner.peek().identifier, Method(rawValue: word) != nil else { return false }
            var ahead = scanner
            _ = ahead.take()
            guard let kind = ahead.take().identifier, Operation.Kind(rawValue: kind) != nil else { return false }
            return ahead.take().kind == .sign("{")
        }
    }

    /// Parses the semicolon after a member. If it is missing at the end of a line, the member is not lost.
    private mutating func parseEnd() throws(Abandoned) {
        guard !takes(";") else { return }
        let token = scanner.peek()
        guard !isAtLineEnd, token.kind != .sign("}"), token.kind != .end else {
            _ = fail("`;` is missing", at: end..<end)
            return
        }
        let hint = hint(for: token, among: ["DEFAULT"])
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

extension BuiltinType {
    /// The names of the types that an enumeration can have.
    fileprivate static let ofEnumerations = allCases.filter { $0 == .string || $0.isInteger }.map(\.rawValue)
}

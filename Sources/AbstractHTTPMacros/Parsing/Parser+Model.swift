extension Parser {
    /// Reads a struct or an enumeration with its stored properties, its cases, and its `CodingKeys`. Skips functions,
    /// computed properties, and nested types.
    mutating func modelDeclaration() throws(Diagnostics) -> ModelSyntax {
        let attributes = try attributes()
        let modifiers = try declarationModifiers()
        guard current.is("struct") || current.is("enum") else { throw unexpected(Self.reasonAgainst(current.text)) }
        let kind: ModelSyntax.Kind = advance().is("struct") ? .structure : .enumeration
        let name = try expectName("the name of the type")
        let parameters = current.is("<") ? try genericParameters() : []
        let inherited = try inheritance()
        var model = ModelSyntax(
            kind: kind, attributes: attributes, modifiers: modifiers, name: name, parameters: parameters,
            inherited: inherited, whereClause: try modelConditions())
        _ = try expect("{")
        while take("}") == nil {
            guard current.kind != .end else { throw unexpected("the type is not closed; add '}'") }
            if take(";") != nil { continue }
            try readMember(of: &model)
        }
        guard current.kind == .end else {
            throw unexpected(
                "@JSONModel cannot read the type up to here, probably because of a regular expression; move that to an extension"
            )
        }
        return model
    }

    private static func reasonAgainst(_ keyword: String) -> String {
        switch keyword {
        case "class":
            "a class cannot be a @JSONModel, because a subclass has properties that it does not know; use a struct, or conform to JSONReadable and JSONWritable by hand"
        case "actor":
            "an actor cannot be a @JSONModel, because its properties cannot be read from outside; use a struct"
        default: "@JSONModel can be applied only to a struct or an enum"
        }
    }

    private mutating func genericParameters() throws(Diagnostics) -> [ModelSyntax.Parameter] {
        let clause = try genericClause().dropFirst().dropLast()
        return clause.split(separator: ",").map { parameter in
            let parts = parameter.split(separator: ":", maxSplits: 1)
            let name = parts.first?.split(separator: " ").last ?? ""
            return .init(name: String(name), constraint: parts.count > 1 ? String(parts[1]) : "")
        }
    }

    private mutating func modelConditions() throws(Diagnostics) -> String {
        guard let start = take("where") else { return "" }
        while !current.is("{"), current.kind != .end { advance() }
        return text(start.range.lowerBound..<end)
    }

    private mutating func readMember(of model: inout ModelSyntax) throws(Diagnostics) {
        let attributes = try attributes()
        let modifiers = try declarationModifiers()
        let isOfInstance = !modifiers.contains { $0.is("static") || $0.is("class") || $0.is("lazy") }
        switch current.text {
        case "#" where peek(1).is("if"):
            throw unexpected("@JSONModel cannot see which members '#if' leaves; move it out of the type")
        case "var" where isOfInstance && isName(peek(1)), "let" where isOfInstance && isName(peek(1)):
            model.properties += try storedProperties(attributes)
        case "var" where isOfInstance && peek(1).is("("), "let" where isOfInstance && peek(1).is("("):
            throw unexpected("@JSONModel cannot read a tuple of properties; declare each property by itself")
        case "case" where model.kind == .enumeration: model.cases += try cases()
        case "enum" where peek(1).is("CodingKeys"): model.codingKeys = try codingKeys()
        case "enum" where model.kind == .enumeration && peek(1).text.hasSuffix("CodingKeys"):
            throw unexpected("@JSONModel does not rename associated values; write '\(peek(1).text)' as labels instead")
        case "typealias" where peek(1).is("CodingKeys"):
            throw unexpected("@JSONModel sees only the keys of a nested 'enum CodingKeys'; write it here")
        case "init" where peek(1).is("(") && peek(2).is("from") && declaresCoder("Decoder"):
            throw unexpected(
                "@JSONModel reads JSON without this initializer; remove it, or conform to JSONReadable by hand")
        case "func" where peek(1).is("encode") && peek(3).is("to") && declaresCoder("Encoder"):
            throw unexpected(
                "@JSONModel writes JSON without this function; remove it, or conform to JSONWritable by hand")
        default: try skipMemberOfModel()
        }
    }

    private func isName(_ token: Token) -> Bool { token.kind == .identifier }

    /// Whether one of the next words is the name of a coder.
    private func declaresCoder(_ name: String) -> Bool { (4...10).contains { peek($0).is(name) } }

    /// Skips a function, a nested type, or a property that is not stored: up to and including its body, or its line.
    private mutating func skipMemberOfModel() throws(Diagnostics) {
        advance()
        while !current.is("}"), !current.is(";"), current.kind != .end, !isModelMemberStart {
            if current.is("{") {
                try skipBalanced()
                return
            }
            if current.isOpening { try skipBalanced() } else { advance() }
        }
        _ = take(";")
    }
}

// MARK: - Properties

extension Parser {
    /// Reads `var a: Int, b = 1`, without computed properties.
    private mutating func storedProperties(_ attributes: [AttributeSyntax]) throws(Diagnostics) -> [ModelSyntax
        .Property]
    {
        let isConstant = advance().is("let")
        var properties: [ModelSyntax.Property] = []
        var untyped: [Int] = []
        repeat {
            let name = try expectName("the name of a property")
            let type = take(":") == nil ? nil : try type()
            let initialValue = take("=") == nil ? [] : try initialValue()
            if current.is("{") {
                let isStored = isFollowedByObservers
                try skipBalanced()
                guard isStored else { continue }
            }
            if type == nil, initialValue.isEmpty { untyped.append(properties.count) }
            properties.append(
                .init(
                    name: name, type: type, initialValue: initialValue, isConstant: isConstant, attributes: attributes))
            // In `var a, b: Int`, both have the type.
            guard let type else { continue }
            for index in untyped {
                let earlier = properties[index]
                properties[index] = .init(
                    name: earlier.name, type: type, initialValue: [], isConstant: isConstant, attributes: attributes)
            }
            untyped = []
        } while take(",") != nil
        return properties
    }

    /// Whether the braces here begin with `willSet` or `didSet`.
    private var isFollowedByObservers: Bool { peek(1).is("willSet") || peek(1).is("didSet") }

    /// Reads the tokens of an expression, up to the end of its line or the next declaration.
    private mutating func initialValue() throws(Diagnostics) -> [Token] {
        var tokens: [Token] = []
        while !isCommaBeforeProperty, !current.is("}"), !current.is(";"), current.kind != .end {
            if !tokens.isEmpty, isModelMemberStart { break }
            if current.is("{"), isFollowedByObservers { break }
            if current.isOpening {
                let start = current
                try skipBalanced()
                tokens.append(start)
            } else {
                tokens.append(advance())
            }
        }
        return tokens
    }

    /// Whether another property of the same declaration follows. A comma can also stand between generic arguments.
    private var isCommaBeforeProperty: Bool {
        current.is(",") && isName(peek(1)) && (peek(2).is(":") || peek(2).is("="))
    }

    /// Whether a member begins here, on a line of its own.
    private var isModelMemberStart: Bool {
        let space = source[current.leadingStart..<current.range.lowerBound]
        guard space.contains(0x0A) || space.contains(0x0D) else { return false }
        return current.is("@") || current.is("#")
            || current.kind == .identifier
                && (Self.declarations.contains(current.text) || Self.modifiers.contains(current.text))
    }
}

// MARK: - Cases

extension Parser {
    /// Reads `case circle(radius: Double), empty`.
    private mutating func cases() throws(Diagnostics) -> [ModelSyntax.Case] {
        advance()
        var cases: [ModelSyntax.Case] = []
        repeat {
            let name = try expectName("the name of a case")
            let values = current.is("(") ? try associatedValues() : []
            let hasRawValue = take("=") != nil
            if hasRawValue { advance() }
            cases.append(.init(name: name, values: values, hasRawValue: hasRawValue))
        } while take(",") != nil
        return cases
    }

    private mutating func associatedValues() throws(Diagnostics) -> [ModelSyntax.Value] {
        _ = try expect("(")
        var values: [ModelSyntax.Value] = []
        while !current.is(")") {
            var label: String?
            if current.kind == .identifier, peek(1).is(":") {
                label = advance().name
                advance()
            } else if current.kind == .identifier, peek(1).kind == .identifier, peek(2).is(":") {
                label = advance().name
                advance()
                advance()
            }
            let type = try type()
            let hasDefault = take("=") != nil
            while hasDefault, !current.is(","), !current.is(")") {
                if current.isOpening { try skipBalanced() } else { advance() }
            }
            values.append(.init(label: label == "_" ? nil : label, type: type, hasDefault: hasDefault))
            guard take(",") != nil else { break }
        }
        _ = try expect(")")
        return values
    }

    /// Reads `enum CodingKeys: String, CodingKey { case id, name = "full_name" }`.
    private mutating func codingKeys() throws(Diagnostics) -> [(name: String, key: String)] {
        while !current.is("{") {
            guard current.kind != .end else { throw unexpected("expected '{'") }
            advance()
        }
        advance()
        var keys: [(name: String, key: String)] = []
        while take("}") == nil {
            guard current.kind != .end else { throw unexpected("'CodingKeys' is not closed; add '}'") }
            guard !current.is("var"), !current.is("init") else {
                throw unexpected("@JSONModel cannot see keys that are computed; write them as raw values")
            }
            guard take("case") != nil else {
                if current.isOpening { try skipBalanced() } else { advance() }
                continue
            }
            repeat {
                let name = try expectName("the name of a key")
                let key = take("=") == nil ? name.name : try StringLiteral(advance()).value
                keys.append((name.name, key))
            } while take(",") != nil
        }
        return keys
    }
}

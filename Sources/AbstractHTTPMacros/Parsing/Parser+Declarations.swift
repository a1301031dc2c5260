extension Parser {
    static let declarations: Set<String> = [
        "protocol", "struct", "class", "enum", "actor", "extension", "func", "var", "let", "init", "subscript",
        "associatedtype", "typealias", "case", "deinit", "import", "macro", "operator", "precedencegroup",
    ]
    static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "open", "static", "class", "mutating", "nonmutating",
        "nonisolated", "isolated", "consuming", "borrowing", "prefix", "postfix", "infix", "final", "override",
        "optional", "distributed", "indirect", "dynamic", "lazy", "weak", "unowned", "required", "convenience",
    ]

    /// Reads the attributes before a declaration.
    mutating func attributes() throws(Diagnostics) -> [AttributeSyntax] {
        var attributes: [AttributeSyntax] = []
        while current.is("@") { attributes.append(try attribute()) }
        return attributes
    }

    private mutating func attribute() throws(Diagnostics) -> AttributeSyntax {
        let start = try expect("@").range.lowerBound
        var name = try expectName("the name of an attribute")
        while takeModuleSelector() || (current.is(".") && peek(1).kind == .identifier) {
            if current.is(".") { advance() }
            name = try expectName("the name of an attribute")
        }
        if current.is("<") { _ = try genericClause() }
        let arguments = current.is("(") ? try arguments() : nil
        let range = start..<end
        return AttributeSyntax(name: name, arguments: arguments, range: range, text: text(range))
    }

    private mutating func arguments() throws(Diagnostics) -> [AttributeSyntax.Argument] {
        _ = try expect("(")
        var arguments: [AttributeSyntax.Argument] = []
        while !current.is(")") {
            var label: Token?
            if current.kind == .identifier, peek(1).is(":") {
                label = advance()
                advance()
            }
            arguments.append(try expression(label))
            guard take(",") != nil else { break }
        }
        _ = try expect(")")
        return arguments
    }

    private mutating func expression(_ label: Token?) throws(Diagnostics) -> AttributeSyntax.Argument {
        var tokens: [Token] = []
        var open = 0
        while open > 0 || !(current.is(",") || current.isClosing) {
            guard current.kind != .end else { throw unexpected("the attribute is not closed; add ')'") }
            if current.isOpening { open += 1 }
            if current.isClosing { open -= 1 }
            tokens.append(advance())
        }
        guard let first = tokens.first, let last = tokens.last else { throw unexpected("expected a value") }
        let range = first.range.lowerBound..<last.range.upperBound
        return .init(label: label, expression: tokens, range: range, text: text(range))
    }

    mutating func declarationModifiers() throws(Diagnostics) -> [Token] {
        var modifiers: [Token] = []
        while current.kind == .identifier, Self.modifiers.contains(current.text), !isDeclaredHere {
            modifiers.append(advance())
            if current.is("(") { try skipBalanced() }
        }
        return modifiers
    }

    /// Whether `class` begins a declaration, rather than modifying one.
    private var isDeclaredHere: Bool {
        current.is("class") && peek(1).kind == .identifier && !Self.declarations.contains(peek(1).text)
    }

    /// Whether a member of a protocol begins here.
    private var isMemberStart: Bool {
        current.is("@") || current.is("#") || current.is(";")
            || current.kind == .identifier
                && (Self.declarations.contains(current.text) || Self.modifiers.contains(current.text))
    }

    /// Reads `protocol GitHub: Sendable { … }` with its attributes and modifiers.
    mutating func protocolDeclaration() throws(Diagnostics) -> ProtocolSyntax {
        let attributes = try attributes()
        let modifiers = try declarationModifiers()
        guard current.is("protocol") else {
            throw unexpected("@Service can be applied only to a protocol")
        }
        advance()
        let name = try expectName("the name of the protocol")
        if current.is("<") { throw unexpected("a service cannot have associated types; remove them") }
        let inherited = try inheritance()
        if current.is("where") { throw unexpected("a service cannot have a 'where' clause; remove it") }
        _ = try expect("{")
        var functions: [FunctionSyntax] = []
        while !current.is("}") {
            guard current.kind != .end else { throw unexpected("the protocol is not closed; add '}'") }
            if take(";") != nil { continue }
            do throws(Diagnostics) {
                functions.append(try member())
            } catch {
                diagnostics.append(error)
                try skipMember()
            }
        }
        return ProtocolSyntax(
            attributes: attributes, modifiers: modifiers, name: name, inherited: inherited, functions: functions)
    }

    mutating func inheritance() throws(Diagnostics) -> [TypeSyntax] {
        guard take(":") != nil else { return [] }
        var types: [TypeSyntax] = []
        repeat { types.append(try type()) } while take(",") != nil
        return types
    }

    /// Skips to the next member or to the end of the protocol.
    private mutating func skipMember() throws(Diagnostics) {
        repeat {
            if current.isOpening { try skipBalanced() } else if !current.isClosing { advance() }
            if current.isClosing, !current.is("}") { advance() }
        } while !isMemberStart && !current.is("}") && current.kind != .end
    }

    private mutating func member() throws(Diagnostics) -> FunctionSyntax {
        let first = current
        let attributes = try attributes()
        let modifiers = try declarationModifiers()
        switch current.text {
        case "func": break
        case "#":
            throw unexpected("a service cannot contain '#if'; move its functions to a protocol of their own")
        case _ where current.kind == .identifier && Self.declarations.contains(current.text):
            throw unexpected("a service can contain only functions; remove this '\(current.text)'")
        default: throw unexpected("expected a function; a service can contain only functions")
        }
        advance()
        return try function(attributes, modifiers, documentation(before: first))
    }

    private mutating func function(
        _ attributes: [AttributeSyntax], _ modifiers: [Token], _ documentation: [String]
    ) throws(Diagnostics) -> FunctionSyntax {
        guard current.kind == .identifier else {
            throw unexpected("expected the name of a function; a service function cannot be an operator")
        }
        let name = advance()
        let generics = current.is("<") ? try genericClause() : ""
        let parameters = try parameterClause()
        let effects = try functionEffects()
        let result = take("->") == nil ? nil : try type()
        let condition = try whereClause()
        guard !current.is("{") else { throw unexpected("a function of a protocol cannot have a body; remove it") }
        guard isMemberStart || current.is("}") else { throw unexpected("expected another function, or '}'") }
        return FunctionSyntax(
            attributes: attributes, modifiers: modifiers, name: name, genericClause: generics,
            parameters: parameters, effects: effects, result: result,
            whereClause: condition, documentation: documentation)
    }

    /// Reads a clause such as `<T: Decodable>`, and returns its text.
    mutating func genericClause() throws(Diagnostics) -> String {
        let opening = try expect("<")
        var open = 1
        while open > 0 {
            guard current.kind != .end else { throw .error("'<' is not closed; add '>'", at: opening.range) }
            if current.is("<") { open += 1 }
            if current.is(">") { open -= 1 }
            advance()
        }
        return text(opening.range.lowerBound..<end)
    }

    private mutating func parameterClause() throws(Diagnostics) -> [ParameterSyntax] {
        _ = try expect("(")
        var parameters: [ParameterSyntax] = []
        while !current.is(")") {
            parameters.append(try parameter())
            if take("=") != nil {
                throw .error(
                    "a function of a protocol cannot have default values; remove this value", at: peek(-1).range)
            }
            guard take(",") != nil else { break }
        }
        _ = try expect(")")
        return parameters
    }

    private mutating func parameter() throws(Diagnostics) -> ParameterSyntax {
        if current.is("@") {
            throw unexpected(
                "a parameter cannot have attributes; write @Body(\"name\") or @Params([\"name\": …]) before the function"
            )
        }
        let start = current.range.lowerBound
        let label = try expectName("the name of a parameter")
        let name = current.kind == .identifier ? advance() : label
        guard name.text != "_" else {
            throw .error("a parameter needs a name; write one in place of '_'", at: name.range)
        }
        _ = try expect(":")
        let type = try type()
        let isVariadic = take("...") != nil
        return ParameterSyntax(label: label, name: name, type: type, isVariadic: isVariadic, text: text(start..<end))
    }

    private mutating func functionEffects() throws(Diagnostics) -> FunctionSyntax.Effects {
        var effects = FunctionSyntax.Effects()
        while isEffect(current) {
            guard current.is("async") || current.is("throws") else {
                throw unexpected("'\(current.text)' is not allowed here; remove it")
            }
            let token = advance()
            if token.is("async") {
                effects.async = token
            } else {
                effects.throws = token
                if take("(") != nil {
                    effects.thrown = try type()
                    _ = try expect(")")
                }
            }
        }
        return effects
    }

    private mutating func whereClause() throws(Diagnostics) -> String {
        guard let start = take("where") else { return "" }
        while !isMemberStart, !current.is("}"), current.kind != .end {
            if current.isOpening { try skipBalanced() } else { advance() }
        }
        return text(start.range.lowerBound..<end)
    }

    /// Returns the lines of the documentation before a token.
    private func documentation(before token: Token) -> [String] {
        text(token.leadingStart..<token.range.lowerBound).split(whereSeparator: \.isNewline)
            .map { String($0.drop(while: \.isWhitespace)) }.filter { $0.hasPrefix("///") }
    }
}

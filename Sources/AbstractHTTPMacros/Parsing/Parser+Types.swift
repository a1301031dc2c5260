extension Parser {
    private static let specifiers: Set<String> = [
        "inout", "borrowing", "consuming", "sending", "isolated", "nonisolated", "__owned", "__shared",
    ]

    /// Reads a type with its attributes and specifiers.
    mutating func type() throws(Diagnostics) -> TypeSyntax {
        try nested { parser throws(Diagnostics) in try parser.typeInside() }
    }

    private mutating func typeInside() throws(Diagnostics) -> TypeSyntax {
        let wholeStart = current.range.lowerBound
        let specifiers = try typeSpecifiers()
        let start = current.range.lowerBound
        var kind = try composition()
        if current.is("->") || (isEffect(current) && isArrowAhead), case .tuple(let elements) = kind {
            kind = .function(try functionType(elements.map(\.type)))
        }
        // Parentheses around a single type change nothing.
        if case .tuple(let elements) = kind, elements.count == 1, elements[0].label == nil {
            kind = elements[0].type.kind
        }
        let range = start..<end
        return TypeSyntax(
            kind, range, text(range), specifiers: specifiers, wholeText: text(wholeStart..<end))
    }

    private mutating func typeSpecifiers() throws(Diagnostics) -> [Token] {
        var specifiers: [Token] = []
        while true {
            if current.is("@") {
                advance()
                specifiers.append(try expectName("the name of an attribute"))
                if current.is("("), ["convention", "isolated", "_opaqueReturnTypeOf"].contains(peek(-1).text) {
                    try skipBalanced()
                }
            } else if current.kind == .identifier, Self.specifiers.contains(current.text), !peek(1).is(".") {
                specifiers.append(advance())
                if current.is("("), specifiers.last?.text == "nonisolated" { try skipBalanced() }
            } else {
                return specifiers
            }
        }
    }

    private mutating func composition() throws(Diagnostics) -> TypeSyntax.Kind {
        var kind = try postfix()
        while take("&") != nil {
            _ = try postfix()
            kind = .other
        }
        return kind
    }

    private mutating func postfix() throws(Diagnostics) -> TypeSyntax.Kind {
        try nested { parser throws(Diagnostics) in try parser.postfixInside() }
    }

    private mutating func postfixInside() throws(Diagnostics) -> TypeSyntax.Kind {
        if current.kind == .operator, current.text == "~" {
            advance()
            _ = try postfix()
            return .other
        }
        if ["some", "any", "each", "repeat"].contains(current.text), peek(1).kind == .identifier || peek(1).is("(") {
            advance()
            _ = try composition()
            return .other
        }
        let start = current.range.lowerBound
        var kind = try primary()
        for _ in 0..<100 {
            let range = start..<end
            if take("?") != nil || take("!") != nil {
                kind = .optional(TypeSyntax(kind, range, text(range)))
            } else if current.is("."), peek(1).is("Type") || peek(1).is("Protocol") {
                advance()
                advance()
                kind = .other
            } else {
                return kind
            }
        }
        throw unexpected("the type is nested too deeply; use a type alias")
    }

    private mutating func primary() throws(Diagnostics) -> TypeSyntax.Kind {
        if current.is("(") { return .tuple(try tuple()) }
        if current.is("[") { return try collection() }
        guard current.kind == .identifier, current.text != "_" else { throw unexpected("expected a type") }
        var path: [String] = []
        while true {
            path.append(advance().name)
            let arguments = current.is("<") ? try genericArguments() : []
            let isSelected = takeModuleSelector()
            guard isSelected || current.is("."), !peek(1).is("Type"), !peek(1).is("Protocol") else {
                // Remove only module names, because a user's type can have a nested type of the same name.
                if let first = path.first, Self.modules.contains(first) { path.removeFirst() }
                return .named(path.joined(separator: "."), arguments)
            }
            if !isSelected { advance() }
            guard current.kind == .identifier else { throw unexpected("expected the name of a type") }
        }
    }

    private static let modules: Set<String> = [
        "AbstractHTTP", "AbstractHTTPPagination", "AbstractHTTPServices", "AbstractHTTPStreams", "Swift", "Foundation",
        "FoundationEssentials",
    ]

    /// Takes the `::` of `Module::Type`.
    mutating func takeModuleSelector() -> Bool {
        guard current.is(":"), peek(1).is(":"), current.range.upperBound == peek(1).range.lowerBound else {
            return false
        }
        advance()
        advance()
        return true
    }

    private mutating func genericArguments() throws(Diagnostics) -> [TypeSyntax] {
        _ = try expect("<")
        var arguments: [TypeSyntax] = []
        repeat {
            if current.is(">") { break }
            if current.kind == .number {
                let number = advance()
                arguments.append(TypeSyntax(.other, number.range, number.text))
            } else {
                arguments.append(try type())
            }
        } while take(",") != nil
        _ = try expect(">")
        return arguments
    }

    private mutating func tuple() throws(Diagnostics) -> [TypeSyntax.Element] {
        _ = try expect("(")
        var elements: [TypeSyntax.Element] = []
        repeat {
            if current.is(")") { break }
            var label: String?
            if current.kind == .identifier, peek(1).is(":") {
                label = advance().name
                advance()
            } else if current.kind == .identifier, peek(1).kind == .identifier, peek(2).is(":") {
                advance()
                label = advance().name
                advance()
            }
            elements.append(.init(label: label, type: try type()))
            _ = take("...")
        } while take(",") != nil
        _ = try expect(")")
        return elements
    }

    private mutating func collection() throws(Diagnostics) -> TypeSyntax.Kind {
        _ = try expect("[")
        _ = try type()
        let isDictionary = take(":") != nil
        if isDictionary { _ = try type() }
        _ = try expect("]")
        return isDictionary ? .dictionary : .array
    }

    private mutating func functionType(_ parameters: [TypeSyntax]) throws(Diagnostics) -> FunctionTypeSyntax {
        var effects: [Token] = []
        while isEffect(current) {
            effects.append(advance())
            if current.is("(") { try skipBalanced() }
        }
        _ = try expect("->")
        return FunctionTypeSyntax(parameters: parameters, effects: effects, result: try type())
    }

    func isEffect(_ token: Token) -> Bool {
        token.kind == .identifier && ["async", "throws", "rethrows", "reasync"].contains(token.text)
    }

    /// Whether the next effects belong to a function type.
    private var isArrowAhead: Bool {
        var distance = 0
        while isEffect(peek(distance)) { distance += 1 }
        // Effects never follow a tuple that is a result, so a parenthesis belongs to `throws`.
        return peek(distance).is("->") || peek(distance).is("(")
    }
}

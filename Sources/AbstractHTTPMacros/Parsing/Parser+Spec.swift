extension Parser {
    /// Reads `struct GetUser: ConnectionSpec { … }` with its properties and functions. Other members are skipped.
    mutating func specDeclaration() throws(Diagnostics) -> SpecSyntax {
        _ = try attributes()
        _ = try declarationModifiers()
        guard current.is("struct") || current.is("class") else {
            throw unexpected("@Spec checks a struct or a class, and this is neither")
        }
        let isClass = advance().is("class")
        _ = try expectName("the name of the spec")
        if current.is("<") { _ = try genericClause() }
        let inherited = try inheritance()
        while !current.is("{") {
            guard current.kind != .end else { throw unexpected("the spec has no members") }
            advance()
        }
        advance()
        return SpecSyntax(isClass: isClass, inherited: inherited, members: try specMembers())
    }

    private mutating func specMembers() throws(Diagnostics) -> [SpecSyntax.Member] {
        var members: [SpecSyntax.Member] = []
        while !current.is("}") {
            guard current.kind != .end else { throw unexpected("the spec is not closed") }
            _ = current.is("@") ? try attributes() : []
            let start = current
            let modifiers = try declarationModifiers()
            if let member = try specMember(start, modifiers) {
                members.append(member)
            } else if current.isOpening {
                try skipBalanced()
            } else if !current.is("}") {
                advance()
            }
        }
        return members
    }

    /// Reads the property or function that is declared here, up to its value or body. Returns nil if there is none.
    private mutating func specMember(
        _ start: Token, _ modifiers: [Token]
    ) throws(Diagnostics) -> SpecSyntax.Member? {
        let isFunction = current.is("func")
        guard isFunction || current.is("var") || current.is("let"), peek(1).kind == .identifier else { return nil }
        advance()
        let name = advance()
        let kind: SpecSyntax.Member.Kind
        if isFunction {
            if current.is("<") { _ = try genericClause() }
            let labels = try labels()
            var effects: [Token] = []
            while isEffect(current) {
                effects.append(advance())
                if current.is("(") { try skipBalanced() }
            }
            kind = .function(labels, effects: effects, result: take("->") == nil ? nil : try type())
        } else {
            kind = .property(take(":") == nil ? nil : try type())
        }
        return SpecSyntax.Member(name: name, kind: kind, modifiers: modifiers, start: start)
    }

    /// Reads the labels of a parameter list. Types and default values are skipped.
    private mutating func labels() throws(Diagnostics) -> [String] {
        _ = try expect("(")
        var labels: [String] = []
        var isBeforeLabel = true
        while !current.is(")") {
            guard current.kind != .end else { throw unexpected("the parameters are not closed") }
            if isBeforeLabel, current.kind == .identifier {
                labels.append(current.text)
                isBeforeLabel = false
            }
            if current.isOpening {
                try skipBalanced()
            } else if advance().is(",") {
                isBeforeLabel = true
            }
        }
        advance()
        return labels
    }
}

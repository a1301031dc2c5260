extension Parser {
    /// Reads `struct GetUser: ConnectionSpec { … }` with its properties and functions. Other members are skipped.
    ///
    /// Legal Swift that this parser does not understand is not an error. It ends the members, and if it comes before
    /// them, there is no spec.
    mutating func specDeclaration() throws(Diagnostics) -> SpecSyntax? {
        guard (try? attributes()) != nil, (try? declarationModifiers()) != nil, current.kind != .end else { return nil }
        guard current.is("struct") || current.is("class") else {
            throw unexpected("@Spec can be applied only to a class or a struct")
        }
        let isClass = advance().is("class")
        guard let (name, inherited) = try? specInheritance() else { return nil }
        var members: [SpecSyntax.Member] = []
        try? readSpecMembers(to: &members)
        return SpecSyntax(isClass: isClass, name: name, inherited: inherited, members: members)
    }

    /// Reads from the name of the spec to the opening brace.
    private mutating func specInheritance() throws(Diagnostics) -> (name: Token, inherited: [TypeSyntax]) {
        let name = try expectName("the name of the spec")
        if current.is("<") { _ = try genericClause() }
        let inherited = try inheritance()
        while !current.is("{") {
            guard current.kind != .end else { throw unexpected("the spec has no members") }
            advance()
        }
        advance()
        return (name, inherited)
    }

    private mutating func readSpecMembers(to members: inout [SpecSyntax.Member]) throws(Diagnostics) {
        while !current.is("}") {
            guard current.kind != .end else { throw unexpected("the spec is not closed; add '}'") }
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
            guard current.kind != .end else { throw unexpected("the parameters are not closed; add ')'") }
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

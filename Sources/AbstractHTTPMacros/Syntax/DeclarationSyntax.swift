/// An attribute with its arguments: `@GET("/users")`.
struct AttributeSyntax {
    struct Argument {
        let label: Token?
        let expression: [Token]
        /// That of the expression.
        let range: Range<Int>
        let text: String
    }

    let name: Token
    /// Nil where there are no brackets.
    let arguments: [Argument]?
    /// With the `@`.
    let range: Range<Int>
    let text: String
}

/// A parameter of a function.
struct ParameterSyntax {
    /// What callers write; `_` for nothing.
    let label: Token
    /// What the parameter is called within.
    let name: Token
    let type: TypeSyntax
    let isVariadic: Bool
}

/// A requirement of a protocol that is a function.
struct FunctionSyntax {
    struct Effects {
        var async: Token?
        var `throws`: Token?
        var thrown: TypeSyntax?
    }

    let attributes: [AttributeSyntax]
    let modifiers: [Token]
    let name: Token
    /// `<T: Decodable>`
    let genericClause: String
    /// With the brackets, as it was written, without what follows `=`.
    let parameterClause: String
    let parameters: [ParameterSyntax]
    let effects: Effects
    let result: TypeSyntax?
    /// `where T: Sendable`
    let whereClause: String
    /// Its documentation, line by line.
    let documentation: [String]

    /// Whether the compiler would take two such for one name.
    var fullName: String { "\(name.text)(\(parameters.map { "\($0.label.text):" }.joined()))" }
}

/// A protocol.
struct ProtocolSyntax {
    let attributes: [AttributeSyntax]
    let modifiers: [Token]
    let name: Token
    let inherited: [TypeSyntax]
    let functions: [FunctionSyntax]
    /// What the members of the extension are in which it is.
    var extensionAccess: String?
}

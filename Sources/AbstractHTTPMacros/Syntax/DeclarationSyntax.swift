/// An attribute with its arguments: `@GET("/users")`.
struct AttributeSyntax {
    struct Argument {
        let label: Token?
        let expression: [Token]
        /// The range of the expression.
        let range: Range<Int>
        let text: String
    }

    let name: Token
    /// The arguments, or nil if there are no parentheses.
    let arguments: [Argument]?
    /// The range, including the `@`.
    let range: Range<Int>
    let text: String
}

/// A parameter of a function.
struct ParameterSyntax {
    /// The label that callers write, or `_` for none.
    let label: Token
    /// The name within the function.
    let name: Token
    let type: TypeSyntax
    let isVariadic: Bool
    /// The parameter as written, without a default value.
    let text: String
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
    let parameters: [ParameterSyntax]
    let effects: Effects
    let result: TypeSyntax?
    /// `where T: Sendable`
    let whereClause: String
    /// The documentation, line by line.
    let documentation: [String]

    /// The name with its labels, by which the compiler tells functions apart.
    var fullName: String { "\(name.text)(\(parameters.map { "\($0.label.text):" }.joined()))" }
}

/// A protocol.
struct ProtocolSyntax {
    let attributes: [AttributeSyntax]
    let modifiers: [Token]
    let name: Token
    let inherited: [TypeSyntax]
    let functions: [FunctionSyntax]
    /// The access level that the surrounding extension gives its members.
    var extensionAccess: String?
}

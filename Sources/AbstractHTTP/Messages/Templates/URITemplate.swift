/// A URL with variables (RFC 6570, level 4), such as `/users/{user}/repos{?page,sort}`.
///
/// ```swift
/// let template = try URITemplate("/users/{user}/repos{?page,sort}")
/// try template.expanded(with: ["user": "a b", "page": 2, "sort": nil])    // /users/a%20b/repos?page=2
/// ```
///
/// A variable whose value is nil is left out together with its key. A variable without a value is an error.
public struct URITemplate: Hashable, Sendable {
    /// A piece of a template.
    enum Part: Hashable, Sendable {
        case literal(String)
        case expression(Expression)
    }

    /// An expression between braces.
    struct Expression: Hashable, Sendable {
        let `operator`: Operator
        let variables: [Variable]
    }

    /// A variable of an expression.
    struct Variable: Hashable, Sendable {
        let name: String
        let modifier: Modifier?
    }

    /// What follows the name of a variable (RFC 6570, section 2.4).
    enum Modifier: Hashable, Sendable {
        /// `*`
        case explode
        /// `:` and a number of characters.
        case prefix(Int)
    }

    /// The text of the template.
    public let text: String
    let parts: [Part]

    /// Creates a template from its text. Throws ``URITemplateError/malformed(template:offset:reason:)``.
    public init(_ text: String) throws(URITemplateError) {
        self.text = text
        var parser = URITemplateParser(text)
        parts = try parser.parts()
    }

    /// The names of the variables, in order and without repeats.
    public var variableNames: [String] {
        var names: [String] = []
        for case .expression(let expression) in parts {
            for variable in expression.variables where !names.contains(variable.name) { names.append(variable.name) }
        }
        return names
    }
}

extension URITemplate: CustomStringConvertible {
    /// The text of the template without secrets.
    public var description: String { text.templateWithoutSecretValues.inOneLine }
}

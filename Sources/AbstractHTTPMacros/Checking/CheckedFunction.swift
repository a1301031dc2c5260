/// A checked function, with everything that its code is generated from.
struct CheckedFunction {
    let function: FunctionSyntax
    let method: String
    let path: StringLiteral
    /// The method calls that configure the call before it becomes a connection, such as `query("page", page)`.
    let steps: [String]
    /// The default values of parameters as expressions, by the names of the parameters.
    let defaults: [String: String]
    let result: CheckedResult
    /// The rule for the next page as an expression, or nil for a call that is not a list.
    let pageRule: String?
    /// Warnings about code that is allowed but may not be intended.
    let warnings: Diagnostics
}

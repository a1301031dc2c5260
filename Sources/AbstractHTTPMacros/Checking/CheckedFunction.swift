/// A function that was checked: what its code is made of.
struct CheckedFunction {
    let function: FunctionSyntax
    let method: String
    let path: StringLiteral
    /// What is done with the call before it is a connection, as arguments of its methods: `query("page", page)`.
    let steps: [String]
    let result: CheckedResult
    /// Where the next page is, as an expression; nil for a call that is not a list.
    let pageRule: String?
    /// What is allowed and may not be meant.
    let warnings: Diagnostics
}

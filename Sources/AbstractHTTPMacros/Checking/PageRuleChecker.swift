/// Determines where the next page of a list is.
struct PageRuleChecker {
    let attribute: AttributeSyntax?
    /// The result of the function, or nil if it has an error.
    let result: CheckedResult?

    /// Returns the rule as an expression, or nil for a call that is not a list.
    func rule() throws(Diagnostics) -> String? {
        let returnsPages = if case .pages? = result?.delivery { true } else { false }
        guard let attribute else {
            guard returnsPages, let type = result?.modelType else { return nil }
            throw .error(
                "a function that returns Pages needs a rule for the next page; write one before it, such as @NextPage(link: \"next\")",
                at: type.range)
        }
        guard result == nil || returnsPages else {
            throw .error("a function with @NextPage must return Pages<Model>", at: attribute.range)
        }
        return try rule(attribute, attribute.arguments ?? [])
    }

    private func rule(
        _ attribute: AttributeSyntax, _ arguments: [AttributeSyntax.Argument]
    ) throws(Diagnostics) -> String {
        let last = arguments.count == 2 ? arguments[1] : nil
        guard let first = arguments.first, arguments.count <= 2 else { throw unknown(attribute) }
        let name = try first.literal()
        guard !name.value.isEmpty else { throw .error("expected a name that is not empty", at: first.range) }
        let text = name.token.text
        switch (first.label?.text, last?.label?.text) {
        case ("link", nil): return ".link(\(text))"
        case ("url", nil): return ".url { \(try property(first)) }"
        case ("cursor", "from"): return ".cursor(\(text)) { \(try property(last ?? first)) }"
        case ("offset", "items"), ("offset", nil):
            return ".offset(\(text)) { \(try items(last, "count", default: "0")) }"
        case ("number", "items"), ("number", nil):
            return ".number(\(text)) { \(try items(last, "isEmpty", default: "true")) }"
        default: throw unknown(attribute)
        }
    }

    private func unknown(_ attribute: AttributeSyntax) -> Diagnostics {
        .error(
            "@NextPage takes 'link:', 'url:', 'cursor:from:', 'offset:items:', or 'number:items:'", at: attribute.range)
    }

    /// Returns the expression for a member of the items.
    private func items(
        _ argument: AttributeSyntax.Argument?, _ member: String, default value: String
    ) throws(Diagnostics) -> String {
        guard let argument else { return "$0.\(member)" }
        let property = try property(argument, mayBeOptional: true)
        return "\(property).\(member)" + (property.contains("?") ? " ?? \(value)" : "")
    }

    /// Returns the expression for a property, which can be nested.
    private func property(
        _ argument: AttributeSyntax.Argument, mayBeOptional: Bool = false
    ) throws(Diagnostics) -> String {
        let path = try argument.literal()
        let names = path.value.split(separator: ".", omittingEmptySubsequences: false).map { step in
            step.hasSuffix("?") ? step.dropLast() : step
        }
        guard mayBeOptional || path.value.last != "?", names.allSatisfy(\.isIdentifier) else {
            throw .error(
                "expected a property of the model, such as \"nextCursor\" or \"meta?.next\"",
                at: argument.range)
        }
        return "$0.\(path.value)"
    }
}

extension Substring {
    fileprivate var isIdentifier: Bool {
        guard let first, first == "_" || first.isLetter else { return false }
        return allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
    }
}

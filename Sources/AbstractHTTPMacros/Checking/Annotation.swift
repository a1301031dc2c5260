/// The annotations of functions, by their names.
enum Annotation: String {
    case GET, POST, PUT, DELETE, HEAD, PATCH, OPTIONS, HTTP
    case Body, FormUrlEncoded, Multipart, Headers, Params, Defaults, Timeout, Retry, FailureModel, Streaming, NextPage

    var isVerb: Bool {
        switch self {
        case .GET, .POST, .PUT, .DELETE, .HEAD, .PATCH, .OPTIONS, .HTTP: true
        default: false
        }
    }
}

extension AttributeSyntax {
    /// The annotation, or nil for any other attribute.
    var annotation: Annotation? { Annotation(rawValue: name.text) }

    /// Returns the only argument, a string literal.
    func text(_ what: String) throws(Diagnostics) -> StringLiteral {
        guard let arguments, arguments.count == 1, arguments[0].label == nil else {
            throw .error("@\(name.text) takes one argument, \(what)", at: range)
        }
        return try arguments[0].literal()
    }

    /// Returns the argument labeled `label`, a string literal.
    func text(labeled label: String) throws(Diagnostics) -> StringLiteral {
        guard let argument = arguments?.first(where: { $0.label?.text == label }) else {
            throw .error("@\(name.text) needs the argument '\(label):'", at: range)
        }
        return try argument.literal()
    }

    /// Returns the pairs of the only argument, a dictionary literal.
    func pairs() throws(Diagnostics) -> [(key: StringLiteral, value: [Token])] {
        guard let arguments, arguments.count == 1, let tokens = arguments.first?.expression,
            tokens.first?.is("[") == true,
            tokens.last?.is("]") == true
        else {
            throw .error("@\(name.text) takes one argument, a dictionary literal", at: range)
        }
        var pairs: [(StringLiteral, [Token])] = []
        for element in tokens.dropFirst().dropLast().elements {
            if element.count == 1, element[0].is(":") { continue }
            guard element.count >= 3, element[1].is(":") else {
                throw .error("expected a key and a value, separated by ':'", at: element.range ?? range)
            }
            pairs.append((try StringLiteral(element[0]), Array(element[2...])))
        }
        return pairs
    }
}

extension AttributeSyntax.Argument {
    func literal() throws(Diagnostics) -> StringLiteral {
        guard expression.count == 1, let token = expression.first else {
            throw .error("expected a string literal", at: range)
        }
        return try StringLiteral(token)
    }
}

extension ArraySlice<Token> {
    /// The elements between the commas that are outside all brackets.
    var elements: [[Token]] {
        var (elements, open): ([[Token]], Int) = ([[]], 0)
        for token in self {
            if token.isOpening { open += 1 }
            if token.isClosing { open -= 1 }
            if open == 0, token.is(",") { elements.append([]) } else { elements[elements.count - 1].append(token) }
        }
        return elements.filter { !$0.isEmpty }
    }
}

extension [Token] {
    /// The range from the first token to the last, or nil if there are none.
    var range: Range<Int>? {
        guard let first, let last else { return nil }
        return first.range.lowerBound..<last.range.upperBound
    }
}

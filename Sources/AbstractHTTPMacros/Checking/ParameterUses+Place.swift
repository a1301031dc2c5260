extension ParameterUses {
    /// A place in @Params.
    struct Place {
        /// The options of each kind of place, and whether it takes a name.
        private static let kinds: [String: (takesName: Bool, options: [String])] = [
            "path": (true, ["booleans", "dates", "nonFinite"]),
            "query": (true, fieldOptions),
            "queryMap": (false, fieldOptions),
            "field": (true, fieldOptions),
            "fieldMap": (false, fieldOptions),
            "part": (true, fieldOptions),
            "header": (true, headerOptions),
            "headerMap": (false, ["prefix"] + headerOptions),
            "body": (false, ["contentType"]),
        ]
        private static let fieldOptions = ["arrays", "nesting", "booleans", "dates", "emptyArrays", "nonFinite"]
        private static let headerOptions = ["booleans", "dates", "emptyArrays", "nonFinite"]

        /// The name of the parameter, and its place in the source.
        let parameter: String
        let range: Range<Int>
        let kind: String
        let kindRange: Range<Int>
        let name: StringLiteral?
        /// The place as it was written, if it has options.
        let expression: String?
        /// The Content-Type of a body, as it was written.
        let contentType: String?

        /// Reads `.query("page_number", arrays: .commas)`.
        init(_ key: StringLiteral, _ tokens: [Token]) throws(Diagnostics) {
            parameter = key.value
            range = key.range(of: 0..<key.value.utf8.count)
            guard let all = tokens.range, tokens.count > 1, tokens[0].is("."), let known = Self.kinds[tokens[1].text]
            else { throw Self.unknown(tokens, at: tokens.range ?? range) }
            kind = tokens[1].text
            kindRange = all
            var arguments: [[Token]] = []
            if tokens.count > 2 {
                guard tokens[2].is("("), tokens.last?.is(")") == true else { throw Self.unknown(tokens, at: all) }
                arguments = tokens[3...].dropLast().elements
            }
            if let first = arguments.first, first.count < 2 || !first[1].is(":") {
                guard known.takesName else {
                    let advice =
                        switch kind {
                        case "headerMap": ".headerMap(prefix: \(first.sourceText))"
                        case "body": ".body(contentType: \(first.sourceText))"
                        default: ".\(kind)"
                        }
                    throw .error(".\(kind) takes no name; write \(advice)", at: all)
                }
                guard first.count == 1 else {
                    throw .error("expected a string literal", at: first.range ?? all)
                }
                name = try StringLiteral(first[0])
                arguments.removeFirst()
            } else {
                name = nil
            }
            guard kind != "header" || name != nil else {
                throw .error(".header needs a name; write .header(\"name\")", at: all)
            }
            for argument in arguments { try Self.check(argument, of: kind, known.options, at: all) }
            expression = arguments.isEmpty ? nil : tokens.sourceText
            contentType = kind == "body" ? arguments.first.map { Array($0[2...]).sourceText } : nil
        }

        private static func check(
            _ argument: [Token], of kind: String, _ options: [String], at range: Range<Int>
        ) throws(Diagnostics) {
            guard argument.count > 2, argument[1].is(":") else {
                throw .error("expected an option, such as \(options[0]):", at: argument.range ?? range)
            }
            guard !options.contains(argument[0].text) else { return }
            let near = argument[0].text.nearest(of: options)
            let advice = near.map { "did you mean '\($0):'?" } ?? "the options are \(options.joined(separator: ", "))"
            throw .error(
                ".\(kind) has no option '\(argument[0].text):'; \(advice)", at: argument[0].range,
                fix: near.map { .renaming(to: $0, at: argument[0].range) })
        }

        private static func unknown(_ tokens: [Token], at range: Range<Int>) -> Diagnostics {
            guard tokens.count > 1, tokens[0].is("."), kinds[tokens[1].text] == nil,
                let near = tokens[1].text.nearest(of: kinds.keys.sorted())
            else {
                return .error("expected a place, such as .query, .query(\"name\"), or .header(\"Name\")", at: range)
            }
            return .error(
                "there is no place '.\(tokens[1].text)'; did you mean '.\(near)'?", at: range,
                fix: .renaming(to: near, at: tokens[1].range))
        }
    }
}

extension [Token] {
    /// The tokens as they were written, with a space in place of whitespace and comments.
    var sourceText: String {
        var text = ""
        for (index, token) in enumerated() {
            if index > 0, self[index - 1].range.upperBound < token.range.lowerBound { text += " " }
            text += token.text
        }
        return text
    }
}

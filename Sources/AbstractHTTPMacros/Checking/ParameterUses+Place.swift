extension ParameterUses {
    /// A place in @Params.
    struct Place {
        private static let kinds = [
            "path", "query", "queryMap", "field", "fieldMap", "part", "header", "headerMap",
        ]

        /// The name of the parameter, and its place in the source.
        let parameter: String
        let range: Range<Int>
        let kind: String
        let kindRange: Range<Int>
        let name: StringLiteral?

        /// Reads `.query("page_number")`.
        init(_ key: StringLiteral, _ tokens: [Token]) throws(Diagnostics) {
            parameter = key.value
            range = key.range(of: 0..<key.value.utf8.count)
            guard let all = tokens.range, tokens.count == 2 || tokens.count == 5, tokens[0].is("."),
                Self.kinds.contains(tokens[1].text)
            else { throw Self.unknown(tokens, at: tokens.range ?? range) }
            kind = tokens[1].text
            kindRange = all
            guard tokens.count == 5 else {
                guard kind != "path", kind != "header" else {
                    throw .error(".\(kind) needs a name; write .\(kind)(\"name\")", at: all)
                }
                name = nil
                return
            }
            guard tokens[2].is("("), tokens[4].is(")"), !kind.hasSuffix("Map") else {
                throw .error(".\(kind) takes no name; write .\(kind)", at: all)
            }
            name = try StringLiteral(tokens[3])
        }

        private static func unknown(_ tokens: [Token], at range: Range<Int>) -> Diagnostics {
            guard tokens.count > 1, tokens[0].is("."), let near = tokens[1].text.nearest(of: kinds) else {
                return .error("expected a place, such as .query, .query(\"name\"), or .header(\"Name\")", at: range)
            }
            return .error(
                "there is no place '.\(tokens[1].text)'; did you mean '.\(near)'?", at: range,
                fix: .renaming(to: near, at: tokens[1].range))
        }
    }
}

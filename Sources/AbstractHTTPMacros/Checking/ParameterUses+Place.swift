extension ParameterUses {
    /// A place in @Params.
    struct Place {
        private static let kinds: Set<String> = [
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
            else {
                throw .error(
                    "a place is expected here: .path(\"name\"), .query, .queryMap, .field, .fieldMap, .part, .header(\"Name\") or .headerMap",
                    at: tokens.range ?? range)
            }
            kind = tokens[1].text
            kindRange = all
            guard tokens.count == 5 else {
                guard kind != "path", kind != "header" else {
                    throw .error(".\(kind) has a name: .\(kind)(\"name\")", at: all)
                }
                name = nil
                return
            }
            guard tokens[2].is("("), tokens[4].is(")"), !kind.hasSuffix("Map") else {
                throw .error(".\(kind) has no name", at: all)
            }
            name = try StringLiteral(tokens[3])
        }
    }
}

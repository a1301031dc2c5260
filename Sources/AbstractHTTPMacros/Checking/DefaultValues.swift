/// The default values of parameters, in @Defaults.
struct DefaultValues {
    private let attribute: AttributeSyntax?
    private let uses: ParameterUses
    private let callback: ParameterSyntax?

    init(_ attribute: AttributeSyntax?, _ uses: ParameterUses, _ callback: ParameterSyntax?) {
        (self.attribute, self.uses, self.callback) = (attribute, uses, callback)
    }

    /// The expressions, by the names of their parameters.
    func texts() throws(Diagnostics) -> [String: String] {
        guard let attribute else { return [:] }
        var texts: [String: String] = [:]
        for (key, tokens) in try attribute.pairs() {
            let place = key.value.isEmpty ? key.token.range : key.range(of: 0..<key.value.utf8.count)
            let parameter = try uses.known(key.value, at: place)
            guard parameter.name.name != callback?.name.name, !parameter.isVariadic else {
                throw .error("the parameter '\(key.value)' cannot have a default value; remove it here", at: place)
            }
            guard texts[key.value] == nil else {
                throw .error(
                    "the parameter '\(key.value)' already has a default value; remove one of the two", at: place)
            }
            if let token = tokens.reference(to: uses.parameters) {
                throw .error("an annotation cannot use the parameter '\(token.name)'", at: token.range)
            }
            texts[key.value] = tokens.sourceText
        }
        return texts
    }
}

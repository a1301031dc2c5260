/// The parameters of a POST, PUT or PATCH that no annotation places.
///
/// They are sent in the URL, which servers and proxies log.
struct UnplacedParameters {
    private let parameters: [ParameterSyntax]
    private let function: FunctionSyntax
    private let method: String
    /// Where an annotation can be inserted.
    private let place: Int

    init(_ parameters: [ParameterSyntax], of function: FunctionSyntax, _ method: String, at place: Int) {
        (self.parameters, self.function, self.method, self.place) = (parameters, function, method, place)
    }

    /// Warns once, at the first parameter.
    func warn(in diagnostics: inout Diagnostics) {
        guard let first = parameters.first else { return }
        let names = parameters.map { "'\($0.name.name)'" }.joined(separator: ", ")
        diagnostics.warning(
            "this \(method) sends \(names) in the URL; \(advice)",
            at: first.name.range, fixes: fixes)
    }

    private var advice: String {
        attribute(.Body) == nil
            ? "write @FormUrlEncoded to send \(pronoun) in the body"
            : "write '.query' in @Params to keep \(pronoun) there"
    }

    private var pronoun: String { parameters.count == 1 ? "it" : "them" }

    private var fixes: [Diagnostics.Replacement] {
        guard attribute(.Body) == nil else { return [query] }
        let form = insertion("@FormUrlEncoded", "to send \(pronoun) as a form")
        guard parameters.count == 1, let name = parameters.first?.name.name else { return [form, query] }
        return [form, insertion("@Body(\(name.quoted))", "to send it as the body"), query]
    }

    /// States that the URL is intended, in the existing annotation or in a new one.
    private var query: Diagnostics.Replacement {
        let pairs = parameters.map { "\($0.name.name.quoted): .query" }.joined(separator: ", ")
        let reason = "to keep \(pronoun) in the URL"
        guard let dictionary = attribute(.Params)?.arguments?.first?.expression, let opening = dictionary.first,
            let closing = dictionary.last, let last = dictionary.dropLast().last
        else { return insertion("@Params([\(pairs)])", reason) }
        let isEmpty = dictionary.count <= 3
        let start = isEmpty ? opening.range.upperBound : last.range.upperBound
        let separator = isEmpty ? "" : last.is(",") ? " " : ", "
        return .init(
            message: "insert '.query' \(reason)", range: start..<(isEmpty ? closing.range.lowerBound : start),
            text: separator + pairs)
    }

    private func attribute(_ annotation: Annotation) -> AttributeSyntax? {
        function.attributes.first { $0.annotation == annotation }
    }

    private func insertion(_ text: String, _ reason: String) -> Diagnostics.Replacement {
        .init(message: "insert '\(text)' \(reason)", range: place..<place, text: " " + text)
    }
}

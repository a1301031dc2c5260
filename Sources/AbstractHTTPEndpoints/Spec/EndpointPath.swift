import AbstractHTTP

/// A path or an absolute URL that can have variables. It is parsed once, when the endpoint is defined.
struct EndpointPath: Sendable {
    let text: String
    /// The template, or nil if there are no variables. A text without variables need not be a valid template.
    private let template: Result<URITemplate, URITemplateError>?
    private let names: Set<String>

    init(_ text: String) {
        self.text = text
        let hasBraces = text.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
        guard hasBraces else {
            (template, names) = (nil, [])
            return
        }
        do {
            let template = try URITemplate(text)
            self.template = .success(template)
            names = Set(template.variableNames)
        } catch {
            (template, names) = (.failure(error), [])
        }
    }

    func variableNames() throws(URITemplateError) -> Set<String> {
        if case .failure(let error) = template { throw error }
        return names
    }

    func filled(by variables: VariableValues) throws -> String {
        try template?.get().path(filledBy: variables) ?? text
    }
}

import AbstractHTTP

/// A path, or an absolute URL, that may have variables; read once, when the endpoint is defined.
struct EndpointPath: Sendable {
    let text: String
    /// Nil where there is no variable: a text without one need not be what a template must be.
    private let template: Result<URITemplate, URITemplateError>?

    init(_ text: String) {
        self.text = text
        let hasBraces = text.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
        guard hasBraces else {
            template = nil
            return
        }
        do {
            template = .success(try URITemplate(text))
        } catch {
            template = .failure(error)
        }
    }

    func variableNames() throws(URITemplateError) -> [String] { try template?.get().variableNames ?? [] }

    func filled(by members: HTTPContent.Members) throws -> String {
        try template?.get().path(filledBy: members) ?? text
    }
}

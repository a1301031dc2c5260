import AbstractHTTP

extension HTTPMethod {
    /// The method that a text means: methods have a case, and who writes `get` means GET.
    package init(anyCase text: String) {
        let known: Set<HTTPMethod> = [.get, .head, .post, .put, .delete, .patch, .options]
        let method = HTTPMethod(rawValue: text.uppercased())
        self = known.contains(method) ? method : HTTPMethod(rawValue: text)
    }
}

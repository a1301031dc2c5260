import AbstractHTTP

extension HTTPMethod {
    /// Creates a method. Methods are case-sensitive, so common ones such as `get` are converted to upper case.
    package init(anyCase text: String) {
        let known: Set<HTTPMethod> = [.get, .head, .post, .put, .delete, .patch, .options]
        let method = HTTPMethod(rawValue: text.uppercased())
        self = known.contains(method) ? method : HTTPMethod(rawValue: text)
    }
}

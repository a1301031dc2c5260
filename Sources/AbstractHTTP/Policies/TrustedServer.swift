/// The server of a style's base URL, and the header fields that only this server gets.
///
/// A class, because each request and each copy of its config refers to it.
package final class TrustedServer: Sendable {
    /// The absolute base URL, or nil for none.
    package let baseURL: String?
    /// The header fields. The request's own fields take precedence. A redirect to another server drops the fields with
    /// these names.
    package let headers: HTTPHeaders

    /// Creates a value. An empty base URL is none.
    package init(baseURL: String?, headers: HTTPHeaders = [:]) {
        self.baseURL = baseURL.flatMap { $0.isEmpty ? nil : $0 }
        self.headers = headers
    }
}

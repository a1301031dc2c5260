/// The server of a style's base URL, and the header fields that only this server gets.
///
/// A class, because each request and each copy of its config refers to it.
package final class TrustedServer: Sendable {
    /// The absolute base URL, or nil for none.
    package let baseURL: String?
    /// The header fields. The request's own fields take precedence. A redirect to another server drops the fields with
    /// these names.
    package let headers: HTTPHeaders
    /// The account that the credentials of the request stand for, so that a cache knows it when they change. Nil if the
    /// credentials identify it.
    package let account: String?
    /// Whether the body of the request contains credentials.
    package let hasSecretBody: Bool

    /// Creates a value. An empty base URL is none.
    package init(
        baseURL: String?, headers: HTTPHeaders = [:], account: String? = nil, hasSecretBody: Bool = false
    ) {
        self.baseURL = baseURL.flatMap { $0.isEmpty ? nil : $0 }
        (self.headers, self.account, self.hasSecretBody) = (headers, account, hasSecretBody)
    }
}

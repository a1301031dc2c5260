/// What a front end, such as a service, defines for its requests.
package struct FrontEnd: Sendable {
    /// The URL whose server gets the header fields of the front end.
    let baseURL: String?
    /// The names of these fields, which a redirect to another server drops.
    let headers: [HTTPHeaderName]

    /// Creates a value from a base URL, which may be empty, and header fields.
    package init(baseURL: String?, headers: [String: String]) {
        self.baseURL = baseURL.flatMap { $0.isEmpty ? nil : $0 }
        self.headers = headers.isEmpty ? [] : headers.keys.map { HTTPHeaderName(rawValue: $0) }
    }
}

import AbstractHTTP

/// The response has another Content-Type than the endpoint accepts: the underlying error of
/// ``ConnectionErrorType/invalidResponse``.
public struct UnacceptableContentType: Error, Hashable, Sendable {
    /// That of the response; nil when it has none.
    public let contentType: MediaType?
    /// Those that are accepted.
    public let accepted: [String]

    /// Makes an error.
    public init(_ contentType: MediaType?, accepted: [String]) {
        self.contentType = contentType
        self.accepted = accepted
    }
}

extension UnacceptableContentType: CustomStringConvertible {
    /// What came, and what was expected.
    public var description: String {
        let came =
            contentType.map { "the Content-Type \($0.rawValue.debugDescription)" } ?? "a body without a Content-Type"
        return "\(came) is not among those that are accepted: \(accepted.joined(separator: ", "))"
    }
}

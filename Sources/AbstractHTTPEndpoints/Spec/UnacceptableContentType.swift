import AbstractHTTP

/// The endpoint does not accept the Content-Type of the response. It is the underlying error of
/// ``AbstractHTTP/ConnectionErrorType/invalidResponse``.
public struct UnacceptableContentType: Error, Hashable, Sendable {
    /// The media type of the response, or nil if it has none.
    public let contentType: MediaType?
    /// The accepted media types.
    public let accepted: [String]

    /// Creates an error.
    public init(_ contentType: MediaType?, accepted: [String]) {
        self.contentType = contentType
        self.accepted = accepted
    }
}

extension UnacceptableContentType: CustomStringConvertible {
    /// The media type of the response and the accepted ones.
    public var description: String { text.inOneLine }

    private var text: String {
        let came =
            contentType.map { "the Content-Type \($0.description.debugDescription)" } ?? "a body without a Content-Type"
        return "\(came) is not among those that are accepted: \(accepted.joined(separator: ", "))"
    }
}

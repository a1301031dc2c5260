import AbstractHTTP

/// An output of ``HEAD``, whose responses have no body: ``None``, the header fields, or the response.
///
/// ```swift
/// let headers = try await HEAD<Int, HTTPHeaders>("v1/users/{id}/avatar")(7)
/// ```
public protocol HeadOutput: Sendable {
    /// Creates the output from the head of a response.
    init(head: Response)
}

extension None: HeadOutput {
    /// Ignores the response.
    public init(head: Response) {
        self.init()
    }
}

extension HTTPHeaders: HeadOutput {
    /// Takes the header fields of the response.
    public init(head: Response) {
        self = head.headers
    }
}

extension Response: HeadOutput {
    /// Takes the response itself.
    public init(head: Response) {
        self = head
    }
}

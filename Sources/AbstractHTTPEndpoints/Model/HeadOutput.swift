import AbstractHTTP

/// What a ``HEAD`` can come to, whose responses have no body: ``None``, the header fields, or the response.
public protocol HeadOutput: Sendable {
    /// Makes the output of the head of a response.
    init(head: Response)
}

extension None: HeadOutput {
    /// Nothing.
    public init(head: Response) {
        self.init()
    }
}

extension HTTPHeaders: HeadOutput {
    /// The fields of the response.
    public init(head: Response) {
        self = head.headers
    }
}

extension Response: HeadOutput {
    /// The response itself.
    public init(head: Response) {
        self = head
    }
}

import AbstractHTTP

/// An empty input or output. As an input, no content is sent. As an output, the body of the response is ignored.
///
/// ```swift
/// let ping = GET<None, None>("v1/ping")
/// try await ping()
/// ```
public struct None: Codable, Hashable, Sendable {
    /// Creates the only value.
    public init() {}
}

extension None: ResponseDecodable {
    /// Ignores the body.
    public init(response: Response) {
        self.init()
    }
}

/// What libcurl says about a transfer that failed: the ``AbstractHTTP/TransportError/underlying`` error.
public struct CurlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number, a `CURLcode`.
    public let code: Int
    /// libcurl's words.
    public let message: String

    /// Makes an error.
    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    /// The words, with the number.
    public var description: String { "\(message) (libcurl \(code))" }
}

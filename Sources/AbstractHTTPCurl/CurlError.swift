import AbstractHTTP

/// An error of libcurl. It is the ``AbstractHTTP/TransportError/underlying`` error.
public struct CurlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The `CURLcode`.
    public let code: Int
    /// The message of libcurl.
    public let message: String

    /// Creates an error.
    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    /// The message and the code.
    public var description: String { "\(Redaction().text(message)) (libcurl \(code))".inOneLine }
}

extension CurlError: CustomReflectable {
    /// A mirror without members, because the description says everything that may be shown.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

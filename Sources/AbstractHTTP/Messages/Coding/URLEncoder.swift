/// Escapes one key or one value of a query.
public protocol URLEncoder: Sendable {
    /// Returns `text` with everything escaped that must not stand in a key or a value.
    func encode(_ text: String) -> String
}

/// The default: unreserved characters (RFC 3986, section 2.3) stay, every other byte of the UTF-8 form is
/// percent-encoded.
///
/// ```swift
/// DefaultURLEncoder().encode("a b+c/é")    // a%20b%2Bc%2F%C3%A9
/// ```
public struct DefaultURLEncoder: URLEncoder {
    /// Makes the encoder.
    public init() {}

    /// Returns `text` percent-encoded.
    public func encode(_ text: String) -> String {
        text.percentEncoded()
    }
}

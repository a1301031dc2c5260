/// Escapes the keys and values of a query.
///
/// ```swift
/// struct PlusEncoder: URLEncoder {    // also escapes "~"
///     func encode(_ text: String) -> String {
///         DefaultURLEncoder().encode(text).replacing("~", with: "%7E")
///     }
/// }
/// ```
public protocol URLEncoder: Sendable {
    /// Returns a key or a value in which all characters that it cannot contain are escaped.
    func encode(_ text: String) -> String
}

/// The default encoder. Unreserved characters (RFC 3986, section 2.3) stay, and every other byte of the UTF-8 text is
/// percent-encoded.
///
/// ```swift
/// DefaultURLEncoder().encode("a b+c/é")    // a%20b%2Bc%2F%C3%A9
/// ```
public struct DefaultURLEncoder: URLEncoder {
    /// Creates an encoder.
    public init() {}

    /// Returns `text` percent-encoded.
    public func encode(_ text: String) -> String {
        text.percentEncoded()
    }
}

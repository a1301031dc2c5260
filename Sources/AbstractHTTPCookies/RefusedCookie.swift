/// A cookie that was not taken, and the reason.
///
/// ```swift
/// for refused in jar.insert(cookies) { print(refused) }
/// ```
public struct RefusedCookie: Hashable, Sendable, CustomStringConvertible {
    /// Why a cookie was not taken.
    public enum Reason: Hashable, Sendable {
        /// Both the name and the value are empty.
        case blank
        /// The name or the value contains a control character other than a tab, or a semicolon, or the name contains an
        /// equals sign (RFC 6265bis, section 5.6).
        case character
        /// The name and the value together have more than 4,096 bytes.
        case size
        /// The domain is not a host.
        case domain
        /// The path does not begin with a slash, contains a control character, or has more than 1,024 bytes.
        case path
        /// The cookie breaks the rules of its prefix, `__Secure-` or `__Host-` (RFC 6265bis, section 4.1.3).
        case prefix
        /// The cookie is for the subdomains of a domain that is a public suffix.
        case publicSuffix
        /// The domain or the jar has too many cookies.
        case limit
        /// The format of the file cannot express the cookie.
        case format
    }

    /// The cookie.
    public let cookie: Cookie
    /// Why it was not taken.
    public let reason: Reason

    /// The cookie without its value, and the reason.
    public var description: String { "\(cookie): \(reason.text)" }
}

extension RefusedCookie.Reason {
    fileprivate var text: String {
        switch self {
        case .blank: "it has no name and no value"
        case .character: "its name or its value has a control character or a separator"
        case .size: "its name and its value are too long"
        case .domain: "its domain is not a host"
        case .path: "its path is too long, has a control character, or does not begin with a slash"
        case .prefix: "it does not meet the conditions of its prefix"
        case .publicSuffix: "its domain is a public suffix, under which anyone can have a server"
        case .limit: "there are too many cookies"
        case .format: "the format of the file cannot express it"
        }
    }
}

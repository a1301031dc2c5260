/// A request method (RFC 9110, section 9).
///
/// Any token is a method, and methods are case-sensitive.
///
/// ```swift
/// let purge: HTTPMethod = "PURGE"
/// ```
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The method as it is sent.
    public let rawValue: String

    /// Creates a method from any string. If the string is not a token, the request fails before anything is sent.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a method from a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The method as it is sent.
    public var description: String { rawValue.inOneLine }

    /// `GET`
    public static let get: Self = "GET"
    /// `HEAD`
    public static let head: Self = "HEAD"
    /// `POST`
    public static let post: Self = "POST"
    /// `PUT`
    public static let put: Self = "PUT"
    /// `PATCH` (RFC 5789)
    public static let patch: Self = "PATCH"
    /// `DELETE`
    public static let delete: Self = "DELETE"
    /// `OPTIONS`
    public static let options: Self = "OPTIONS"
    /// `TRACE`
    public static let trace: Self = "TRACE"
    /// `CONNECT`
    public static let connect: Self = "CONNECT"

    /// Whether sending a request twice has the same effect as sending it once. This is true of `GET`, `HEAD`, `PUT`,
    /// `DELETE`, `OPTIONS`, and `TRACE` (RFC 9110, section 9.2.2), and of the safe methods `PROPFIND`, `QUERY`,
    /// `REPORT`, and `SEARCH` of the IANA registry.
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete, .options, .trace, "PROPFIND", "QUERY", "REPORT", "SEARCH": true
        default: false
        }
    }
}

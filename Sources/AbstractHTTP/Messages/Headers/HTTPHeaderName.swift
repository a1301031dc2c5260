/// The name of a header field (RFC 9110, section 5.1). Names that differ only in ASCII case are equal.
///
/// ```swift
/// extension HTTPHeaderName {
///     static let requestID: Self = "X-Request-ID"
/// }
/// let id = response.headers[.requestID]
/// ```
public struct HTTPHeaderName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name as it is sent.
    public let rawValue: String

    /// Creates a name from any string. If the string is not a token, the request fails before anything is sent.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a name from a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The name as it is sent, with control characters escaped.
    public var description: String { rawValue.inOneLine }

    /// Returns whether both names are equal without regard to ASCII case.
    public static func == (left: Self, right: Self) -> Bool {
        // The counts of most names differ.
        left.rawValue.utf8.count == right.rawValue.utf8.count
            && left.rawValue.equalsIgnoringASCIICase(right.rawValue)
    }

    /// Hashes the name without regard to ASCII case.
    public func hash(into hasher: inout Hasher) {
        rawValue.withBytes { bytes in
            // Eight bytes at a time.
            var word: UInt64 = 0
            for (index, byte) in bytes.enumerated() {
                word = word << 8 | UInt64(byte.lowercasedASCII)
                if index & 7 == 7 { hasher.combine(word) }
            }
            hasher.combine(word)
            hasher.combine(bytes.count)
        }
    }

    /// `Accept`
    public static let accept: Self = "Accept"
    /// `Authorization`
    public static let authorization: Self = "Authorization"
    /// `Content-Length`
    public static let contentLength: Self = "Content-Length"
    /// `Content-Type`
    public static let contentType: Self = "Content-Type"
    /// `Cookie`
    public static let cookie: Self = "Cookie"
    /// `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header)
    public static let idempotencyKey: Self = "Idempotency-Key"
    /// `Location`
    public static let location: Self = "Location"
    /// `Set-Cookie`
    public static let setCookie: Self = "Set-Cookie"
    /// `User-Agent`
    public static let userAgent: Self = "User-Agent"
}

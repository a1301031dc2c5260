import Foundation

/// An access token with its expiry. A string literal is a token without an expiry.
///
/// ```swift
/// AccessToken("2YotnFZFEjr1zCsicMWpAA", expiry: Date(timeIntervalSinceNow: 3_600))
/// ```
public struct AccessToken: Hashable, Sendable {
    /// The token. Its description does not show it.
    public var value: String
    /// The date on which the token expires, or nil if it is not known.
    public var expiry: Date?
    /// The authentication scheme with which the token is sent.
    public var scheme: String

    /// Creates a token.
    public init(_ value: String, expiry: Date? = nil, scheme: String = "Bearer") {
        self.value = value
        self.expiry = expiry
        self.scheme = scheme
    }

    /// A token that has expired, so that the first request fetches a token.
    ///
    /// ```swift
    /// let refresh = TokenRefresh(current: .expired) { try await logIn() }
    /// ```
    public static let expired = AccessToken("", expiry: .distantPast)

    /// The value of the `Authorization` field for the token.
    public var authorization: Authorization { Authorization(scheme: scheme, credentials: value) }
}

extension AccessToken: ExpressibleByStringLiteral {
    /// Creates a token from a literal, for samples and tests.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension AccessToken: CustomStringConvertible {
    /// The scheme and the expiry, without the token.
    public var description: String {
        // A scheme that is not a token could contain a part of the credentials.
        let text = scheme.isToken ? "\(authorization)" : "…"
        return expiry.map { "\(text) until \($0)" } ?? text
    }
}

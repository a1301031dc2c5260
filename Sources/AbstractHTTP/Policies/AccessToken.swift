import Foundation

/// A token for requests, and how long it is good. A string literal is one that tells no end.
///
/// ```swift
/// AccessToken("2YotnFZFEjr1zCsicMWpAA", expiry: Date(timeIntervalSinceNow: 3_600))
/// ```
public struct AccessToken: Hashable, Sendable {
    /// The token. Its description does not show it.
    public var value: String
    /// When it ends, if that is known.
    public var expiry: Date?
    /// The scheme with which it is sent.
    public var scheme: String

    /// Makes a token.
    public init(_ value: String, expiry: Date? = nil, scheme: String = "Bearer") {
        self.value = value
        self.expiry = expiry
        self.scheme = scheme
    }

    /// As it is sent.
    public var authorization: Authorization { Authorization(scheme: scheme, credentials: value) }
}

extension AccessToken: ExpressibleByStringLiteral {
    /// Makes a token of a literal, for samples and tests.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension AccessToken: CustomStringConvertible {
    /// The scheme and the end.
    public var description: String {
        expiry.map { "\(authorization) until \($0)" } ?? "\(authorization)"
    }
}

import Foundation

/// The value of an `Authorization` field (RFC 9110, section 11.6.2). Its description does not contain the secret.
///
/// ```swift
/// let authorization = try Authorization.basic(user: "ada", password: "secret")
/// HTTP("https://example.com/").headers(["Authorization": authorization.value])
/// ```
public struct Authorization: Hashable, Sendable {
    /// The scheme and the credentials, in the form in which they are sent.
    public let value: String

    /// Creates a value from its text.
    public init(_ value: String) {
        self.value = value
    }

    /// Creates a value for any scheme.
    public init(scheme: String, credentials: String) {
        self.init("\(scheme) \(credentials)")
    }

    /// Creates a value for a bearer token (RFC 6750, section 2.1).
    public static func bearer(_ token: String) -> Self { Self(scheme: "Bearer", credentials: token) }

    /// Creates a value for a user name and a password, in UTF-8 (RFC 7617).
    ///
    /// Throws ``InvalidCredentials`` if the name contains a colon, or if the name or the password contains control
    /// characters.
    public static func basic(user: String, password: String) throws(InvalidCredentials) -> Self {
        guard !user.utf8.contains(UInt8(ascii: ":")) else { throw .colonInUser }
        guard (user + password).unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .controlCharacter
        }
        return Self(scheme: "Basic", credentials: Data("\(user):\(password)".utf8).base64EncodedString())
    }
}

extension Authorization: CustomStringConvertible {
    /// The scheme, without the credentials.
    public var description: String {
        let scheme = value.prefix { $0 != " " }
        return scheme.endIndex < value.endIndex && String(scheme).isToken ? "\(scheme) …" : "…"
    }
}

/// Why a user name and a password cannot be sent as `Basic` credentials (RFC 7617, section 2).
public enum InvalidCredentials: Error, Hashable, Sendable {
    /// The name contains a colon. A server would take the rest of the name for a part of the password.
    case colonInUser
    /// The name or the password contains a control character, such as a line break.
    case controlCharacter
}

extension InvalidCredentials: CustomStringConvertible {
    /// What is wrong.
    public var description: String {
        switch self {
        case .colonInUser: "the user's name has a colon, which Basic credentials cannot carry (RFC 7617, section 2)"
        case .controlCharacter: "the user's name or the password has a control character (RFC 7617, section 2)"
        }
    }
}

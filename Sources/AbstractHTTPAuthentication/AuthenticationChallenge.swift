import AbstractHTTP

/// A challenge of a server: one way in which it wants a client to prove who it is (RFC 9110, section 11.3).
public struct AuthenticationChallenge: Hashable, Sendable {
    /// The scheme as it was written. Its case does not matter.
    public let scheme: String
    /// What follows the scheme in one piece, as with Negotiate; nil if there is no such thing.
    public let token68: String?
    /// The parameters, by their names in lower case. Quotes and escapes are undone.
    public let parameters: [String: String]

    /// Creates a challenge.
    public init(scheme: String, token68: String? = nil, parameters: [String: String] = [:]) {
        self.scheme = scheme
        self.token68 = token68
        self.parameters = parameters
    }

    /// Whether the scheme is this one, in any case.
    public func isScheme(_ name: String) -> Bool { scheme.lowercased() == name.lowercased() }

    /// The challenges of a response, in their order (RFC 9110, section 11.6.1).
    ///
    /// One field may have several challenges. What follows a challenge that is malformed in the same field is ignored,
    /// and so is that challenge.
    ///
    /// - Parameter name: `WWW-Authenticate`, or `Proxy-Authenticate`.
    public static func challenges(
        in headers: HTTPHeaders, of name: HTTPHeaderName = "WWW-Authenticate"
    ) -> [AuthenticationChallenge] {
        headers.values(for: name).flatMap { field in
            var parser = ChallengeParser(field)
            return parser.challenges()
        }
    }
}

/// Reads the challenges of a field.
private struct ChallengeParser {
    private let bytes: [UInt8]
    private var index = 0

    init(_ field: String) {
        bytes = Array(field.utf8)
    }

    mutating func challenges() -> [AuthenticationChallenge] {
        var found: [AuthenticationChallenge] = []
        while true {
            skip { $0.isBlank || $0 == UInt8(ascii: ",") }
            guard let scheme = token(), let challenge = challenge(scheme) else { return found }
            found.append(challenge)
        }
    }

    /// The rest of a challenge; nil if it is malformed.
    private mutating func challenge(_ scheme: String) -> AuthenticationChallenge? {
        guard !isAtEndOfElement else { return AuthenticationChallenge(scheme: scheme) }
        guard peek?.isBlank == true else { return nil }
        skip(\.isBlank)
        if let token68 = token68() { return AuthenticationChallenge(scheme: scheme, token68: token68) }
        var parameters: [String: String] = [:]
        while true {
            skip { $0.isBlank || $0 == UInt8(ascii: ",") }
            let start = index
            guard let name = token()?.lowercased() else {
                return peek == nil ? AuthenticationChallenge(scheme: scheme, parameters: parameters) : nil
            }
            skip(\.isBlank)
            guard peek == UInt8(ascii: "=") else {
                // The name is the scheme of the next challenge.
                index = start
                return AuthenticationChallenge(scheme: scheme, parameters: parameters)
            }
            index += 1
            skip(\.isBlank)
            guard let value = quotedString() ?? token(), parameters[name] == nil else { return nil }
            skip(\.isBlank)
            guard isAtEndOfElement else { return nil }
            parameters[name] = value
        }
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }
    private var isAtEndOfElement: Bool { peek == nil || peek == UInt8(ascii: ",") }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while let byte = peek, isSkipped(byte) { index += 1 }
    }

    private mutating func token() -> String? {
        let start = index
        skip(\.isTokenCharacter)
        return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    /// Base64 or the like, which ends the challenge; nil if there is something else.
    private mutating func token68() -> String? {
        let start = index
        skip { $0.isAlphanumeric || "-._~+/".utf8.contains($0) }
        guard index > start else { return nil }
        skip { $0 == UInt8(ascii: "=") }
        let end = index
        skip(\.isBlank)
        guard isAtEndOfElement else {
            index = start
            return nil
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Nil if there is none, or if it is not closed.
    private mutating func quotedString() -> String? {
        guard peek == UInt8(ascii: "\"") else { return nil }
        var text: [UInt8] = []
        var position = index + 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                index = position + 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\") where position + 1 < bytes.count:
                position += 1
                text.append(bytes[position])
            case let byte: text.append(byte)
            }
            position += 1
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    fileprivate var isAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// A character of a token (RFC 9110, section 5.6.2).
    fileprivate var isTokenCharacter: Bool { isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}

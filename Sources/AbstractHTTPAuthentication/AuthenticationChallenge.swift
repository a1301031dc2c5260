import AbstractHTTP

/// A server's request that the client authenticate with a given scheme (RFC 9110, section 11.3).
///
/// ```swift
/// let challenges = AuthenticationChallenge.challenges(in: response.headers)
/// let realm = challenges.first { $0.isScheme("Basic") }?.parameters["realm"]
/// ```
public struct AuthenticationChallenge: Hashable, Sendable {
    /// The scheme as the server has written it. Compare it with ``isScheme(_:)``, which ignores case.
    public let scheme: String
    /// The token after the scheme, as in `Negotiate YII=`. Nil if the challenge has parameters instead.
    public let token68: String?
    /// The parameters, unquoted, by their names in lowercase.
    public let parameters: [String: String]

    /// Creates a challenge.
    public init(scheme: String, token68: String? = nil, parameters: [String: String] = [:]) {
        self.scheme = scheme
        self.token68 = token68
        self.parameters = parameters
    }

    /// Returns whether the scheme is `name`, ignoring case.
    public func isScheme(_ name: String) -> Bool { scheme.lowercased() == name.lowercased() }

    /// Returns the challenges of a response, in order (RFC 9110, section 11.6.1).
    ///
    /// One field may hold several challenges. A malformed challenge is ignored, and so is the rest of its field.
    ///
    /// - Parameters:
    ///   - headers: The header fields of the response.
    ///   - name: `WWW-Authenticate`, or `Proxy-Authenticate`.
    public static func challenges(
        in headers: HTTPHeaders, of name: HTTPHeaderName = "WWW-Authenticate"
    ) -> [AuthenticationChallenge] {
        headers.values(for: name).flatMap { field in
            var parser = ChallengeParser(field)
            return parser.challenges()
        }
    }
}

extension AuthenticationChallenge: CustomStringConvertible {
    /// The members, with control characters escaped. The parameters are sorted.
    public var description: String {
        let parameters = parameters.sorted { $0.key < $1.key }.map { key, value in
            "\(key)=\(Redaction().value(value, of: key).debugDescription)"
        }
        return ([scheme, token68.map { _ in "…" }].compactMap(\.self) + parameters).joined(separator: " ").inOneLine
    }
}

/// Reads the challenges of a field.
private struct ChallengeParser {
    private var scanner: HeaderScanner

    init(_ field: String) {
        scanner = HeaderScanner(field)
    }

    mutating func challenges() -> [AuthenticationChallenge] {
        var found: [AuthenticationChallenge] = []
        while true {
            skipSeparators()
            guard let scheme = scanner.token(), let challenge = challenge(scheme) else { return found }
            found.append(challenge)
        }
    }

    /// Reads what follows the scheme. Returns nil if it is malformed.
    private mutating func challenge(_ scheme: String) -> AuthenticationChallenge? {
        guard !isAtEndOfElement else { return AuthenticationChallenge(scheme: scheme) }
        guard isAtWhitespace else { return nil }
        scanner.skipWhitespace()
        if let token68 = token68() { return AuthenticationChallenge(scheme: scheme, token68: token68) }
        var parameters: [String: String] = [:]
        while true {
            skipSeparators()
            let start = scanner
            guard let name = scanner.token()?.lowercased() else {
                return scanner.isAtEnd ? AuthenticationChallenge(scheme: scheme, parameters: parameters) : nil
            }
            scanner.skipWhitespace()
            guard scanner.skip(UInt8(ascii: "=")) else {
                // This is the scheme of the next challenge.
                scanner = start
                return AuthenticationChallenge(scheme: scheme, parameters: parameters)
            }
            scanner.skipWhitespace()
            guard let value = scanner.quotedString() ?? scanner.token(), parameters[name] == nil else { return nil }
            scanner.skipWhitespace()
            guard isAtEndOfElement else { return nil }
            parameters[name] = value
        }
    }

    /// Reads an element that is a `token68`. Returns nil, without moving, if it is something else.
    private mutating func token68() -> String? {
        let start = scanner
        let text = scanner.text { !$0.isToken68 }
        scanner.skipWhitespace()
        guard text.isToken68, isAtEndOfElement else {
            scanner = start
            return nil
        }
        return text
    }

    private mutating func skipSeparators() {
        repeat { scanner.skipWhitespace() } while scanner.skip(UInt8(ascii: ","))
    }

    private var isAtEndOfElement: Bool { scanner.isAtEnd || scanner.isAt(UInt8(ascii: ",")) }
    private var isAtWhitespace: Bool { scanner.isAt(0x20) || scanner.isAt(0x09) }
}

extension String {
    /// Whether this is Base64, or a similar text (RFC 9110, section 11.2).
    fileprivate var isToken68: Bool {
        let end = utf8.lastIndex { $0 != UInt8(ascii: "=") }
        return end.map { utf8[...$0].allSatisfy { $0.isToken68 && $0 != UInt8(ascii: "=") } } ?? false
    }
}

extension UInt8 {
    /// Whether this can be a part of a `token68`.
    fileprivate var isToken68: Bool { isAlphanumeric || "-._~+/=".utf8.contains(self) }
}

extension AuthenticationChallenge: CustomReflectable {
    /// A mirror without members, because the description says everything that may be shown.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

import AbstractHTTP

/// A secret of a client. Its description does not contain it.
///
/// ```swift
/// let api = PetStore(token: .secret(token), login: .login(user: "ada", password: password))
/// ```
public enum Credential: Hashable, Sendable {
    /// A token or a key.
    case secret(String)
    /// A name and a password.
    case login(user: String, password: String)
    /// Something else sends the credentials, such as a token refresh of the config.
    case external
}

extension Credential: CustomStringConvertible, CustomReflectable {
    /// The kind, without the secret.
    public var description: String {
        switch self {
        case .secret: "secret …"
        case .login: "login …"
        case .external: "external"
        }
    }

    /// The kind, without the secret.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}

/// The credentials of a client, by their names in the `.http` file.
///
/// ```swift
/// configuration.credentials = ClientCredentials(["token": .bearer(.secret(token))], needs: [["token"]])
/// ```
public struct ClientCredentials: Sendable {
    /// A credential, and how a server gets it.
    public struct Entry: Sendable {
        enum Scheme {
            case bearer
            case basic
            case header(String)
            case query(String)
            case cookie(String)
        }

        let scheme: Scheme
        let credential: Credential?

        /// In the `Authorization` field, as a bearer token (RFC 6750, section 2.1).
        public static func bearer(_ credential: Credential?) -> Self { Self(scheme: .bearer, credential: credential) }
        /// In the `Authorization` field, as a name and a password (RFC 7617).
        public static func basic(_ credential: Credential?) -> Self { Self(scheme: .basic, credential: credential) }
        /// As the value of a header field.
        public static func header(_ name: String, _ credential: Credential?) -> Self {
            Self(scheme: .header(name), credential: credential)
        }
        /// As the value of a key in the query.
        public static func query(_ name: String, _ credential: Credential?) -> Self {
            Self(scheme: .query(name), credential: credential)
        }
        /// As the value of a cookie.
        public static func cookie(_ name: String, _ credential: Credential?) -> Self {
            Self(scheme: .cookie(name), credential: credential)
        }
    }

    private let entries: [String: Entry]
    /// The default alternatives of credentials for an operation, each a list of names.
    let needs: [[String]]

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - entries: The credentials by their names in the file.
    ///   - needs: The default alternatives for an operation, each a list of names. An empty list needs no credentials.
    public init(_ entries: [String: Entry], needs: [[String]]) {
        (self.entries, self.needs) = (entries, needs)
    }
}

extension ClientCredentials.Entry: CustomReflectable {
    /// The kind of the credential, without the secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["credential": "\(credential?.description ?? "none")"], displayStyle: .struct)
    }
}

extension ClientCredentials: CustomStringConvertible, CustomReflectable {
    /// The names, without the secrets.
    public var description: String { "credentials: \(entries.keys.sorted().joined(separator: ", "))" }
    /// The names, without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["names": entries.keys.sorted()], displayStyle: .struct) }
}

/// Why a client cannot send its credentials. It is the underlying error of `ConnectionErrorType.invalidRequest`.
public enum CredentialError: Error, Hashable, Sendable {
    /// None of the alternatives is complete.
    case missing([[String]])
    /// The credential with this name is of another kind.
    case mismatch(String, needsLogin: Bool)
}

extension CredentialError: CustomStringConvertible {
    /// What is missing and what to do.
    public var description: String {
        switch self {
        case .missing(let needs):
            let names = needs.map { $0.joined(separator: " and ") }.joined(separator: ", or ")
            return "the operation needs \(names); pass it to the client, or pass .external if the config sends it"
                .inOneLine
        case .mismatch(let name, let needsLogin):
            let kind = needsLogin ? ".login(user:password:)" : ".secret(…)"
            return "the credential \(name) is of another kind; pass \(kind)".inOneLine
        }
    }
}

extension ClientCredentials {
    /// The parts of a request that contain credentials.
    struct Parts {
        var headers: HTTPHeaders = [:]
        var query: [(String, String)] = []
        var cookies: [(String, String)] = []
    }

    /// Returns the credentials of the first complete alternative. Throws ``CredentialError`` if there is none.
    func parts(for needs: [[String]]?) throws -> Parts {
        let needs = needs ?? self.needs
        guard let names = needs.first(where: { $0.allSatisfy { entries[$0]?.credential != nil } }) else {
            if needs.isEmpty { return Parts() }
            throw CredentialError.missing(needs)
        }
        var parts = Parts()
        for name in names {
            if let entry = entries[name], let credential = entry.credential { try parts.add(entry, credential, name) }
        }
        return parts
    }
}

extension ClientCredentials.Parts {
    fileprivate mutating func add(
        _ entry: ClientCredentials.Entry, _ credential: Credential, _ name: String
    ) throws {
        switch (entry.scheme, credential) {
        case (_, .external): break
        case (.bearer, .secret(let token)): headers[.authorization] = Authorization.bearer(token).value
        case (.basic, .login(let user, let password)):
            headers[.authorization] = try Authorization.basic(user: user, password: password).value
        case (.header(let field), .secret(let value)): headers[HTTPHeaderName(rawValue: field)] = value
        case (.query(let key), .secret(let value)): query.append((key, value))
        case (.cookie(let key), .secret(let value)): cookies.append((key, value))
        case (.basic, .secret): throw CredentialError.mismatch(name, needsLogin: true)
        case (_, .login): throw CredentialError.mismatch(name, needsLogin: false)
        }
    }
}

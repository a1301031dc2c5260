import AbstractHTTP
import Foundation

/// A Digest challenge that can be answered (RFC 7616).
struct DigestChallenge: Sendable {
    /// A hash function, by its name in challenges.
    enum Algorithm: String, Sendable {
        case md5 = "MD5"
        case sha256 = "SHA-256"
        case sha512Half = "SHA-512-256"

        /// Returns the hash of a text, in hexadecimal.
        func callAsFunction(_ text: String) -> String { hash(text.utf8).hexadecimal }

        func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
            switch self {
            case .md5: MD5.hash(bytes)
            case .sha256: SHA256.hash(bytes)
            case .sha512Half: SHA512Half.hash(bytes)
            }
        }

        /// Reads a body chunk by chunk, and returns its hash.
        func hash(_ body: RequestBody?) async throws -> String {
            switch self {
            case .md5: try await MD5.hash(body).hexadecimal
            case .sha256: try await SHA256.hash(body).hexadecimal
            case .sha512Half: try await SHA512Half.hash(body).hexadecimal
            }
        }
    }

    /// What the answer protects.
    enum Protection: String, Sendable {
        /// The method and the target.
        case auth
        /// The body, too.
        case authInt = "auth-int"
    }

    let realm: String
    var nonce: String
    /// The nonce of the challenge. A session keeps it in its secret (RFC 7616, section 3.4.2).
    private let firstNonce: String
    let algorithm: Algorithm
    /// Whether the first nonces are part of the secret.
    let isSession: Bool
    /// The algorithm as the challenge writes it. The answer repeats it. Nil if the challenge names none.
    private let writtenAlgorithm: String?
    private let opaque: String?
    /// Nil for a server that knows only RFC 2069.
    let protection: Protection?
    /// Whether the credentials are right and only the nonce is too old.
    let isStale: Bool
    private let hashesUser: Bool
    /// Whether the server names the charset of user names, which can only be UTF-8.
    private let namesCharset: Bool
    /// The URLs of the protection space. Empty for the whole server.
    let domain: [String]

    /// Returns nil if the scheme is not Digest, if the realm or the nonce is missing, if the algorithm or the quality
    /// of protection is unknown, or if the answer would have to repeat control characters.
    init?(_ challenge: AuthenticationChallenge) {
        let parameters = challenge.parameters
        guard challenge.isScheme("Digest"), let realm = parameters["realm"], let nonce = parameters["nonce"],
            ![realm, nonce, parameters["opaque"] ?? ""].contains(where: \.hasControlBytes)
        else { return nil }
        let name = parameters["algorithm"] ?? "MD5"
        let isSession = name.lowercased().hasSuffix("-sess")
        guard let algorithm = Algorithm(rawValue: (isSession ? String(name.dropLast(5)) : name).uppercased()) else {
            return nil
        }
        let offered = parameters["qop"].map { list in
            list.split(separator: ",").compactMap { word in
                Protection(rawValue: word.trimmingCharacters(in: .whitespaces).lowercased())
            }
        }
        if let offered, offered.isEmpty { return nil }
        protection = offered.map { $0.contains(.auth) ? .auth : .authInt }
        (self.nonce, firstNonce, self.algorithm, self.isSession) = (nonce, nonce, algorithm, isSession)
        writtenAlgorithm = parameters["algorithm"]
        self.realm = realm
        opaque = parameters["opaque"]
        isStale = parameters["stale"]?.lowercased() == "true"
        namesCharset = parameters["charset"]?.lowercased() == "utf-8"
        hashesUser = parameters["userhash"]?.lowercased() == "true"
        domain = parameters["domain"]?.split(separator: " ").map(String.init) ?? []
    }

    /// What an answer depends on, besides the challenge and the credentials.
    struct Question {
        let method: String
        let target: String
        /// The hash of the body, needed for `auth-int`.
        var bodyHash = ""
        /// The number of requests that have sent this nonce, including this one.
        let count: Int
        let clientNonce: String
    }

    /// Returns the value of the `Authorization` field.
    func answer(to question: Question, _ credentials: Authenticator.Credentials) -> String {
        let parameters = parameters(of: question, credentials).map { name, value, isQuoted in
            isQuoted ? "\(name)=\(value.quoted)" : "\(name)=\(value)"
        }
        return "Digest " + parameters.joined(separator: ", ")
    }

    /// Returns the parameters of the answer, and whether each is quoted (RFC 7616, section 3.4).
    func parameters(
        of question: Question, _ credentials: Authenticator.Credentials
    ) -> [(name: String, value: String, isQuoted: Bool)] {
        let count = String(question.count, radix: 16)
        let nonceCount = String(repeating: "0", count: max(0, 8 - count.count)) + count
        var secret = algorithm("\(credentials.user):\(realm):\(credentials.password)")
        if isSession { secret = algorithm("\(secret):\(firstNonce):\(question.clientNonce)") }
        let subject = "\(question.method):\(question.target)"
        let hashed = algorithm(protection == .authInt ? "\(subject):\(question.bodyHash)" : subject)
        var parameters = userParameters(credentials)
        parameters += [("realm", realm, true), ("nonce", nonce, true), ("uri", question.target, true)]
        if let protection {
            let proof = "\(secret):\(nonce):\(nonceCount):\(question.clientNonce):\(protection.rawValue):\(hashed)"
            parameters += [
                ("response", algorithm(proof), true), ("qop", protection.rawValue, false), ("nc", nonceCount, false),
                ("cnonce", question.clientNonce, true),
            ]
        } else {
            parameters.append(("response", algorithm("\(secret):\(nonce):\(hashed)"), true))
            if isSession { parameters.append(("cnonce", question.clientNonce, true)) }
        }
        if let opaque { parameters.append(("opaque", opaque, true)) }
        if let writtenAlgorithm { parameters.append(("algorithm", writtenAlgorithm, false)) }
        return parameters
    }

    /// Whether the answer can carry the user name. Without a charset, the name is sent as it is.
    func canSend(_ user: String) -> Bool { hashesUser || namesCharset || !user.hasControlBytes }

    /// The user name, hashed if the server asks for that, and encoded as in RFC 8187 if it is not ASCII and the server
    /// names a charset (RFC 7616, section 3.4).
    private func userParameters(
        _ credentials: Authenticator.Credentials
    ) -> [(name: String, value: String, isQuoted: Bool)] {
        let user = credentials.user
        if hashesUser { return [("username", algorithm("\(user):\(realm)"), true), ("userhash", "true", false)] }
        guard namesCharset, !user.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return [("username", user, true)]
        }
        return [("username*", "UTF-8''\(DefaultURLEncoder().encode(user))", false)]
    }
}

extension String {
    /// The text as a quoted string (RFC 9110, section 5.6.4).
    fileprivate var quoted: String {
        "\"" + replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }
}

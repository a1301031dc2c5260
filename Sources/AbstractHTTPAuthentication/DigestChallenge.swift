import AbstractHTTP
import Foundation

/// A Digest challenge that can be answered (RFC 7616).
struct DigestChallenge: Sendable {
    /// A hash function, by the name that challenges have for it.
    enum Algorithm: String, Sendable {
        case md5 = "MD5"
        case sha256 = "SHA-256"
        case sha512Half = "SHA-512-256"

        /// The hash of a text, in hexadecimal digits.
        func callAsFunction(_ text: String) -> String { hash(text.utf8).hexadecimal }

        func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
            switch self {
            case .md5: MD5.hash(bytes)
            case .sha256: SHA256.hash(bytes)
            case .sha512Half: SHA512Half.hash(bytes)
            }
        }

        /// The hash of a body, chunk by chunk.
        func hash(_ body: RequestBody?) async throws -> String {
            switch self {
            case .md5: try await Self.hash(body, MD5())
            case .sha256: try await Self.hash(body, SHA256())
            case .sha512Half: try await Self.hash(body, SHA512Half())
            }
        }

        private static func hash(_ body: RequestBody?, _ empty: some HashFunction) async throws -> String {
            var function = empty
            if let body { for try await chunk in body { function.update(chunk) } }
            return function.finalize().hexadecimal
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
    let algorithm: Algorithm
    /// Whether the first nonces are a part of the secret.
    let isSession: Bool
    /// As the challenge has written it, which the answer repeats; nil if it has not.
    private let writtenAlgorithm: String?
    private let opaque: String?
    /// Nil if the server knows the formula of RFC 2069 alone.
    let protection: Protection?
    /// Whether the nonce is too old, and the credentials are right.
    let isStale: Bool
    private let hashesUser: Bool
    /// The URLs for which the same credentials are good; empty for all of the server.
    let domain: [String]

    /// Returns nil for a challenge of another scheme, and for one that cannot be answered.
    init?(_ challenge: AuthenticationChallenge) {
        guard challenge.isScheme("Digest"), let nonce = challenge.parameters["nonce"] else { return nil }
        let parameters = challenge.parameters
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
        // One that offers nothing that is known here cannot be answered.
        if let offered, offered.isEmpty { return nil }
        protection = offered.map { $0.contains(.auth) ? .auth : .authInt }
        (self.nonce, self.algorithm, self.isSession) = (nonce, algorithm, isSession)
        writtenAlgorithm = parameters["algorithm"]
        realm = parameters["realm"] ?? ""
        opaque = parameters["opaque"]
        isStale = parameters["stale"]?.lowercased() == "true"
        hashesUser = parameters["userhash"]?.lowercased() == "true"
        domain = parameters["domain"]?.split(separator: " ").map(String.init) ?? []
    }

    /// What an answer needs to know of a request.
    struct Question {
        let method: String
        let target: String
        /// The hash of the body, for `auth-int`.
        var bodyHash = ""
        /// How many requests have had this nonce, this one included.
        let count: UInt32
        let clientNonce: String
    }

    /// The value of the Authorization field.
    func answer(to question: Question, _ credentials: Authenticator.Credentials) -> String {
        let parameters = parameters(of: question, credentials).map { name, value, isQuoted in
            isQuoted ? "\(name)=\(value.quoted)" : "\(name)=\(value)"
        }
        return "Digest " + parameters.joined(separator: ", ")
    }

    /// The parameters of the answer, and whether each is quoted (RFC 7616, section 3.4).
    func parameters(
        of question: Question, _ credentials: Authenticator.Credentials
    ) -> [(name: String, value: String, isQuoted: Bool)] {
        let count = String(question.count, radix: 16)
        let nonceCount = String(repeating: "0", count: max(0, 8 - count.count)) + count
        var secret = algorithm("\(credentials.user):\(realm):\(credentials.password)")
        if isSession { secret = algorithm("\(secret):\(nonce):\(question.clientNonce)") }
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

    /// The user's name: hashed where the server wants that, and in the form of RFC 8187 if it is not ASCII.
    private func userParameters(
        _ credentials: Authenticator.Credentials
    ) -> [(name: String, value: String, isQuoted: Bool)] {
        let user = credentials.user
        if hashesUser { return [("username", algorithm("\(user):\(realm)"), true), ("userhash", "true", false)] }
        guard !user.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return [("username", user, true)] }
        return [("username*", "UTF-8''\(DefaultURLEncoder().encode(user))", false)]
    }
}

extension String {
    /// In quotes, with escapes (RFC 9110, section 5.6.4).
    fileprivate var quoted: String {
        "\"" + replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }
}

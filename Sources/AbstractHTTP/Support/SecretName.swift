/// Whether the name of a header field or a key says that its value is a secret. The words of the name decide.
///
/// `Documentation/Logging.md` lists the words. `SecretNameTests` measures them on the names of published APIs.
package enum SecretName {
    /// Returns whether the value of a header field, or of a key in a body, is secret.
    package static func isSecret(_ name: some StringProtocol) -> Bool { kind(of: name) != .harmless }

    /// Returns whether the value of a header field tells users apart. A value that differs in each request does not.
    package static func isIdentity(_ name: some StringProtocol) -> Bool { kind(of: name) == .identity }

    /// Returns whether the value of a key in a query or a form is secret. Some names are secrets only there, such as
    /// the `code` of OAuth (RFC 6749, section 4.1.2). The key may be nested, as in `user[password]`.
    static func isSecretParameter(_ name: String) -> Bool {
        let parts = name.utf8.split { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }.map(Substring.init)
        return isSecret(name)
            || parts.contains { isSecret($0) || secretParameters.contains($0.lowercased()) }
    }

    private enum Kind {
        case harmless
        /// The same in many requests of a user.
        case identity
        /// Different in each request, or not about the user.
        case passing
    }

    private static func kind(of name: some StringProtocol) -> Kind {
        let kind = kind(of: words(of: name))
        guard kind == .harmless else { return kind }
        // Names such as DPoP and PassWord have an uppercase letter inside a word.
        let whole = words(of: name.lowercased())
        return whole.contains { secrets.contains($0) } ? Self.kind(of: whole) : .harmless
    }

    private static func kind(of words: [String]) -> Kind {
        guard let first = words.first, !questions.contains(first) else { return .harmless }
        var kind = Kind.harmless
        var last = 0
        var isLasting = false
        for (index, word) in words.enumerated() {
            let previous = index > 0 ? words[index - 1] : ""
            guard isSecret(word, after: previous, isLast: index == words.count - 1) else { continue }
            (kind, last) = (.identity, index)
            isLasting = lasting.contains(word)
        }
        guard kind == .identity else { return .harmless }
        let rest = words[(last + 1)...]
        guard !rest.contains(where: { isAbout($0, isLasting) }), words.isDisjoint(with: questionsWithin) else {
            return .harmless
        }
        return words.isDisjoint(with: passing) ? .identity : .passing
    }

    private static func isSecret(_ word: String, after previous: String, isLast: Bool) -> Bool {
        if word.hasSuffix("token"), positions.contains(previous) || positions.contains(String(word.dropLast(5))) {
            return false
        }
        if secrets.contains(word) || isLast && secretsAtTheEnd.contains(word) { return true }
        switch word {
        case "key", "keys": return ownersOfKeys.contains(previous)
        case "code", "codes": return ownersOfCodes.contains(previous)
        case "tokens": return ownersOfTokens.contains(previous)
        case "info": return previous == "authentication"
        default: return endings.contains { word.hasSuffix($0) }
        }
    }

    /// Whether a word after a secret one means that the value is about the secret, and not the secret.
    private static func isAbout(_ word: String, _ isLasting: Bool) -> Bool {
        isLasting && ["id", "ids", "sid"].contains(word) ? false : properties.contains(word)
    }

    // MARK: - The words

    private static let secrets: Set<String> = [
        "token", "secret", "secrets", "password", "passwords", "passwd", "pwd", "passphrase", "passcode", "signature",
        "sig", "hmac", "session", "sessionid", "sessid", "credential", "credentials", "assertion", "jwt", "jws", "otp",
        "totp", "hotp", "csrf", "xsrf", "bearer", "dpop", "wsse", "apikey", "apikeys", "authkey", "cookie", "cookies",
        "authorization", "verifier", "cvc", "cvv",
    ]
    private static let secretsAtTheEnd: Set<String> = ["auth", "authentication", "pass", "passkey", "pin", "sign"]
    /// The ends of words that are written as one.
    private static let endings = [
        "token", "secret", "password", "passwd", "passphrase", "apikey", "accesskey", "secretkey", "privatekey",
        "authkey", "sessionid", "sessid", "sessionkey", "signature", "credential", "credentials",
    ]
    private static let ownersOfKeys: Set<String> = [
        "access", "account", "admin", "api", "app", "application", "auth", "client", "consumer", "decryption", "deploy",
        "encryption", "function", "functions", "hmac", "ingest", "ingestion", "insert", "jwt", "license", "login",
        "master", "personal", "private", "query", "rapidapi", "rest", "root", "secret", "server", "service", "session",
        "shared", "signing", "ssh", "storage", "subscription", "symmetric", "user", "webhook", "write",
    ]
    private static let ownersOfCodes: Set<String> = [
        "access", "activation", "auth", "authorization", "backup", "confirmation", "device", "login", "mfa", "otp",
        "pairing", "pin", "recovery", "reset", "security", "sms", "validation", "verification",
    ]
    private static let ownersOfTokens: Set<String> = [
        "access", "api", "auth", "bearer", "device", "id", "push", "refresh", "security", "session", "user",
    ]
    /// A token after one of these is a position in a list.
    private static let positions: Set<String> = [
        "change", "continuation", "cursor", "delta", "next", "nextpage", "page", "pagination", "prev", "previous",
        "resume", "sequence", "skip", "sync", "watch",
    ]
    /// A name that begins with one of these asks for a number, or for yes or no.
    private static let questions: Set<String> = [
        "allow", "allows", "are", "can", "count", "disable", "disabled", "enable", "enabled", "has", "hide", "is",
        "max",
        "min", "must", "needs", "num", "require", "required", "requires", "should", "show", "supports", "total", "use",
        "uses",
    ]
    /// A name that contains one of these asks for yes or no.
    private static let questionsWithin: Set<String> = ["allow", "has", "is"]
    /// Words that follow a secret in the name of a value that is not secret.
    private static let properties: Set<String> = [
        "accuracy", "alg", "algorithm", "algorithms", "allowed", "apps", "at", "budget", "color", "cost", "count",
        "counts", "created", "dashboard", "date", "deleted", "description", "detail", "details", "disabled", "domain",
        "duration", "enabled", "endpoint", "endpoints", "expiration", "expire", "expired", "expires", "expiring",
        "expiry", "field", "fields", "format", "grant", "hint", "id", "ids", "index", "install", "interpreter",
        "issued",
        "label", "last", "len", "length", "lifetime", "limit", "limits", "list", "lists", "logprobs", "mailer",
        "mappings", "method", "methods", "mode", "name", "names", "owner", "owners", "params", "path", "per", "policy",
        "price", "purchaser", "rate", "rbac", "redirect", "registered", "removed", "requestor", "requestors",
        "required", "requirement", "requirements", "scope", "scopes", "sid", "size", "start", "status", "strategy",
        "through", "threshold", "time", "title", "ttl", "type", "types", "updated", "uri", "uris", "url", "urls",
        "usage", "used", "user", "users", "version",
    ]
    /// The identifier of one of these is as good as the secret.
    private static let lasting: Set<String> = ["secret", "session"]
    /// Values with one of these words differ in each request, or do not identify anybody.
    private static let passing: Set<String> = [
        "captcha", "csrf", "dpop", "hmac", "hotp", "nonce", "otp", "sig", "sign", "signature", "timestamp", "totp",
        "wsse", "xsrf",
    ]
    private static let secretParameters: Set<String> = ["auth", "code", "key", "sid"]

    /// Returns the words of a name in lowercase. Letters other than those of ASCII, digits, and punctuation separate
    /// words, and so does an uppercase letter after a lowercase one, or before one.
    static func words(of name: some StringProtocol) -> [String] {
        var (words, word): ([String], [UInt8]) = ([], [])
        var isUppercase = false
        func isLowercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        func endWord() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        var bytes = name.utf8.makeIterator()
        var next = bytes.next()
        while let byte = next {
            next = bytes.next()
            if isLowercase(byte) {
                word.append(byte)
                isUppercase = false
            } else if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
                if !isUppercase || next.map(isLowercase) == true { endWord() }
                word.append(byte | 0x20)
                isUppercase = true
            } else {
                endWord()
                isUppercase = false
            }
        }
        endWord()
        return words
    }
}

extension [String] {
    fileprivate func isDisjoint(with others: Set<String>) -> Bool { !contains { others.contains($0) } }
}

import AbstractHTTP

/// Tells users apart by the header fields that identify them, such as `Authorization`, `Cookie`, and `X-API-Key`.
final class UserIdentity: Sendable {
    /// Is hashed before the fields. Without the key, nobody can check a guessed password against a hash.
    private let key: [UInt8]

    /// - Parameter key: Random bytes, or none if the hashes must be the same in another process.
    init(key: [UInt8]) { self.key = key }

    /// Returns a hash of the identifying fields of a request. Empty if there are none.
    ///
    /// - Parameter own: The names that identify nobody although they say so, and other names that do. Nil for none.
    func text(of request: Request, _ own: Redaction?) -> String {
        if own == nil, Self.isAnonymous(request.headers) { return "" }
        let redaction = own ?? Redaction()
        var fields: [HTTPHeaders.Field] = []
        for field in request.headers where Self.isIdentity(field.name, redaction) { fields.append(field) }
        guard !fields.isEmpty else { return "" }
        let lines = fields.map { "\($0.name.rawValue.lowercased()): \($0.value)\n" }.sorted()
        return SHA256.hash(key + lines.joined().utf8).hexadecimal
    }

    // MARK: - Names

    /// Names that do not identify anybody, as they are spelled. Their words are read once. It is a list, because a
    /// program has few names.
    private static let anonymous = LockedValue<[String]>([])
    private static let mostAnonymous = 64

    /// Whether no field identifies anybody, as far as is known.
    private static func isAnonymous(_ headers: HTTPHeaders) -> Bool {
        headers.haveOnly(anonymous.withLock { $0 })
    }

    private static func isIdentity(_ name: HTTPHeaderName, _ redaction: Redaction) -> Bool {
        guard redaction.isIdentity(name) else {
            note(anonymous: name.rawValue)
            return false
        }
        return true
    }

    private static func note(anonymous name: String) {
        guard !SecretName.isIdentity(name) else { return }
        anonymous.withLock { known in
            guard !known.contains(name) else { return }
            if known.count >= mostAnonymous { known = [] }
            known.append(name)
        }
    }
}

import AbstractHTTP

/// Tells users apart by the header fields that identify them, such as `Authorization`, `Cookie`, and `X-API-Key`.
final class UserIdentity: Sendable {
    /// The start of what is hashed. Without it, a hash does not show that somebody has guessed a password.
    private let key: [UInt8]

    /// - Parameter key: Random bytes, or none if the hashes must be the same in another process.
    init(key: [UInt8]) { self.key = key }

    /// Returns a hash of the identifying fields of a request. Empty if there are none.
    ///
    /// - Parameter redaction: The names that identify nobody although they say so, and other names that do.
    func text(of request: Request, _ redaction: Redaction) -> String {
        var fields: [HTTPHeaders.Field] = []
        for field in request.headers where Self.isIdentity(field.name, redaction) { fields.append(field) }
        guard !fields.isEmpty else { return "" }
        let lines = fields.map { "\($0.name.rawValue.lowercased()): \($0.value)\n" }.sorted()
        return SHA256.hash(key + lines.joined().utf8).hexadecimal
    }

    // MARK: - Names

    /// What the words of names say. They are read once for each name.
    private static let known = LockedValue<[HTTPHeaderName: Bool]>([:])
    private static let mostKnown = 512

    private static func isIdentity(_ name: HTTPHeaderName, _ redaction: Redaction) -> Bool {
        guard redaction.exceptions.isEmpty, redaction.headers.isEmpty else { return redaction.isIdentity(name) }
        if let known = known.withLock({ $0[name] }) { return known }
        let isIdentity = redaction.isIdentity(name)
        known.withLock { known in
            if known.count >= mostKnown { known = [:] }
            known[name] = isIdentity
        }
        return isIdentity
    }
}

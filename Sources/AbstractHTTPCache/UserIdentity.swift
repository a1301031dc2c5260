import AbstractHTTP

/// Tells users apart by the header fields that identify them, such as `Authorization`, `Cookie`, and `X-API-Key`.
final class UserIdentity: Sendable {
    private struct Hash {
        let fields: [HTTPHeaders.Field]
        let text: String

        /// Whether this is the hash of the same bytes. Equal strings can have different bytes.
        func isHash(of others: [HTTPHeaders.Field]) -> Bool {
            fields.elementsEqual(others) { $0.name == $1.name && $0.value.utf8.elementsEqual($1.value.utf8) }
        }
    }

    /// Is hashed before the fields. Nil until the first hash. See ``IdentityKey``.
    private let key = LockedValue<[UInt8]?>(nil)
    private let makeKey: @Sendable () -> [UInt8]
    /// The last hash, because a user sends many requests in a row.
    private let last = LockedValue<Hash?>(nil)

    /// - Parameter key: Called for the first hash. Returns no bytes if the hashes must be the same in another process.
    init(key: @escaping @Sendable () -> [UInt8]) { makeKey = key }

    /// Tells apart the users of a store.
    convenience init(of store: any CacheStore) {
        self.init {
            switch store {
            case is MemoryCacheStore: IdentityKey.random()
            case let store as any IdentityKeyStore: store.identityKey ?? IdentityKey.random()
            default: []
            }
        }
    }

    /// Returns a hash of the identifying fields of a request. Empty if there are none.
    ///
    /// - Parameter own: The names that identify nobody although they say so, and other names that do. Nil for none.
    func text(of request: Request, _ own: Redaction?) -> String {
        if own == nil, request.headers.haveOnly(IdentifyingNames.anonymous) { return "" }
        var fields: [HTTPHeaders.Field] = []
        for field in request.headers where own?.isIdentity(field.name) ?? IdentifyingNames.contain(field.name.rawValue)
        {
            fields.append(field)
        }
        guard !fields.isEmpty else { return "" }
        if let last = last.withLock({ $0 }), last.isHash(of: fields) { return last.text }
        let lines = fields.map { "\($0.name.rawValue.lowercased()): \($0.value)\n" }.sorted()
        let hash = Hash(fields: fields, text: SHA256.hash(hashKey() + lines.joined().utf8).hexadecimal)
        last.withLock { $0 = hash }
        return hash.text
    }

    private func hashKey() -> [UInt8] {
        if let key = key.withLock({ $0 }) { return key }
        let made = makeKey()
        return key.withLock { key in
            let first = key ?? made
            key = first
            return first
        }
    }
}

/// Names of header fields, as they are spelled, whose words were read once. They are lists, because a program has few
/// names.
private enum IdentifyingNames {
    private static let others = LockedValue<[String]>([])
    private static let identifying = LockedValue<[String]>([])
    private static let most = 64

    /// Names that do not identify anybody.
    static var anonymous: [String] { others.withLock { $0 } }

    /// Whether a name identifies somebody. A name that is in neither list is added to one.
    static func contain(_ name: String) -> Bool {
        if identifying.withLock({ $0.contains(name) }) { return true }
        if others.withLock({ $0.contains(name) }) { return false }
        let isIdentity = SecretName.isIdentity(name)
        (isIdentity ? identifying : others).withLock { names in
            if names.count >= most { names = [] }
            names.append(name)
        }
        return isIdentity
    }
}

import AbstractHTTP
import Foundation

/// The key of the hashes that tell users apart. Without it, nobody can check a guessed password against a hash.
enum IdentityKey {
    static let byteCount = 32

    static func random() -> [UInt8] { (0..<byteCount).map { _ in .random(in: 0...255) } }
}

/// A store whose responses another process can use. It keeps the key with them.
protocol IdentityKeyStore: CacheStore {
    /// The key, which is created if it is missing. Nil if it can be neither read nor written.
    var identityKey: [UInt8]? { get }
}

extension FolderCacheStore: IdentityKeyStore {
    var identityKey: [UInt8]? {
        let url = folder.appending(component: "key")
        func present() -> [UInt8]? {
            PrivateFile.contents(of: url.path, limit: IdentityKey.byteCount).map(Array.init)
                .flatMap { $0.count == IdentityKey.byteCount ? $0 : nil }
        }
        if let key = present() { return key }
        return try? locked {
            if let key = present() { return key }
            let key = IdentityKey.random()
            try PrivateFile.write(Data(key), to: url)
            return key
        }
    }
}

extension LayeredCacheStore: IdentityKeyStore {
    var identityKey: [UInt8]? { store(creating: true)?.identityKey }
}

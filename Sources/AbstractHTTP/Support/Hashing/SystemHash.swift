#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    // Apple's systems have these functions, and hash a whole message faster. SHA-512/256 is not among them.
    extension MD5 {
        package static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
            Array(CryptoKit.Insecure.MD5.hash(data: Data(message)))
        }
    }

    extension SHA256 {
        package static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
            Array(CryptoKit.SHA256.hash(data: Data(message)))
        }

        package static func authenticationCode(
            of message: some Sequence<UInt8>, key: some Collection<UInt8>
        ) -> [UInt8] {
            let key = CryptoKit.SymmetricKey(data: Data(key))
            return Array(CryptoKit.HMAC<CryptoKit.SHA256>.authenticationCode(for: Data(message), using: key))
        }
    }
#else
    // A function of a concrete type calls specialized code, even from another module.
    extension MD5 {
        package static func hash(_ message: some Sequence<UInt8>) -> [UInt8] { hash(ofBytes: Array(message)) }
    }

    extension SHA256 {
        package static func hash(_ message: some Sequence<UInt8>) -> [UInt8] { hash(ofBytes: Array(message)) }
    }
#endif

extension SHA512Half {
    package static func hash(_ message: some Sequence<UInt8>) -> [UInt8] { hash(ofBytes: Array(message)) }
}

// swift-format-ignore-file
// The declarations of CryptoKit that a recipe of the cookbook uses, for type-checking without a Mac. See
// Tests/Scripts/check-apple-ui.

@_exported import Foundation

public enum P256 {
    public enum Signing {
        public struct PublicKey: Sendable {
            public init(x963Representation: some ContiguousBytes) throws {}
            public var derRepresentation: Data { Data() }
        }
    }
}

public struct SHA256Digest: Sequence, Sendable {
    public func makeIterator() -> Array<UInt8>.Iterator { [UInt8]().makeIterator() }
}

public struct SHA256: Sendable {
    public static func hash(data: some DataProtocol) -> SHA256Digest { SHA256Digest() }
}

import Foundation

/// A cryptographic hash function that takes its message in pieces.
package protocol HashFunction {
    /// The length of a block in bytes.
    static var blockBytes: Int { get }
    init()
    /// Adds bytes to the message.
    mutating func update(_ bytes: some Sequence<UInt8>)
    /// Returns the hash of the message. Nothing may be added after that.
    mutating func finalize() -> [UInt8]
}

extension HashFunction {
    /// The hash of a message.
    package static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
        var function = Self()
        function.update(message)
        return function.finalize()
    }

    /// The keyed hash of a message (RFC 2104).
    package static func authenticationCode(of message: some Sequence<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        let short = key.count > blockBytes ? hash(key) : Array(key)
        let padded = short + Array(repeating: 0, count: blockBytes - short.count)
        let inner = hash(padded.map { $0 ^ 0x36 } + Array(message))
        return hash(padded.map { $0 ^ 0x5C } + inner)
    }
}

extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte, in lower case.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Whether the bytes are those of `other`, in a time that depends on their number alone.
    package func equalsInConstantTime(_ other: some Sequence<UInt8>) -> Bool {
        let (left, right) = (Array(self), Array(other))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

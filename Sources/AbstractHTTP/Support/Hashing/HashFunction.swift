/// A cryptographic hash function that works on blocks of words, such as MD5 and SHA-256.
///
/// A type describes the function. ``MessageHasher`` runs it on a message.
package protocol HashFunction {
    associatedtype Word: FixedWidthInteger & UnsignedInteger & Sendable
    /// The state before the first block.
    static var initialState: [Word] { get }
    /// The byte order of words and of the length.
    static var isBigEndian: Bool { get }
    /// The length of the result in bytes.
    static var byteCount: Int { get }
    /// Updates the state with a block of 16 words.
    static func compress(_ block: [Word], _ state: inout [Word])
}

extension HashFunction {
    /// The size of a block in bytes.
    static var blockBytes: Int { 16 * Word.bitWidth / 8 }

    /// Returns the hash of a message.
    package static func hash(_ message: some Sequence<UInt8>) -> [UInt8] { hash(ofBytes: Array(message)) }

    /// Does the same for an array. The compiler specializes this for each function.
    static func hash(ofBytes message: [UInt8]) -> [UInt8] {
        var hasher = MessageHasher<Self>()
        hasher.update(message)
        return hasher.finalize()
    }

    /// Returns the keyed hash of a message (HMAC, RFC 2104).
    package static func authenticationCode(of message: some Sequence<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        let short = key.count > blockBytes ? hash(key) : Array(key)
        let padded = short + Array(repeating: 0, count: blockBytes - short.count)
        let inner = hash(padded.map { $0 ^ 0x36 } + Array(message))
        return hash(padded.map { $0 ^ 0x5C } + inner)
    }
}

/// Hashes a message that arrives in pieces.
package struct MessageHasher<Function: HashFunction> {
    private var state = Function.initialState
    private var block: [UInt8] = []
    /// The length of the message in bytes.
    private var count: UInt64 = 0

    package init() {}

    /// Appends bytes to the message.
    package mutating func update(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            block.append(byte)
            count &+= 1
            guard block.count == Function.blockBytes else { continue }
            Function.compress(words(), &state)
            block.removeAll(keepingCapacity: true)
        }
    }

    /// Pads the message, and returns its hash (RFC 1321, section 3; FIPS 180-4, section 5.1).
    package consuming func finalize() -> [UInt8] {
        let lengthBytes = 2 * Function.Word.bitWidth / 8
        let bits = (count &* 8).bigEndianBytes
        let length = Array(repeating: 0, count: lengthBytes - bits.count) + bits
        update(CollectionOfOne(0x80))
        let end = block.count <= Function.blockBytes - lengthBytes ? Function.blockBytes : 2 * Function.blockBytes
        update(repeatElement(0, count: end - lengthBytes - block.count))
        update(Function.isBigEndian ? length : length.reversed())
        let result = state.flatMap { Function.isBigEndian ? $0.bigEndianBytes : $0.bigEndianBytes.reversed() }
        return Array(result.prefix(Function.byteCount))
    }

    private func words() -> [Function.Word] {
        let size = Function.Word.bitWidth / 8
        var words: [Function.Word] = []
        words.reserveCapacity(16)
        for start in stride(from: 0, to: block.count, by: size) {
            var word: Function.Word = 0
            for offset in 0..<size {
                let byte = block[start + (Function.isBigEndian ? offset : size - 1 - offset)]
                word = word << 8 | Function.Word(byte)
            }
            words.append(word)
        }
        return words
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// Rotates the bits to the right.
    func rotatedRight(_ count: Self) -> Self { self >> count | self << (Self(Self.bitWidth) - count) }

    /// The bytes, most significant first.
    package var bigEndianBytes: [UInt8] {
        withUnsafeBytes(of: bigEndian) { Array($0) }
    }
}

extension Sequence<UInt8> {
    /// Two lowercase hexadecimal digits for each byte.
    package var hexadecimal: String {
        func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) }
        var digits: [UInt8] = []
        digits.reserveCapacity(underestimatedCount * 2)
        for byte in self {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Compares the bytes in a time that depends only on their number. It reads no more than one byte after the end of
    /// the shorter sequence.
    package func equalsInConstantTime(_ other: some Sequence<UInt8>) -> Bool {
        var (left, right) = (makeIterator(), other.makeIterator())
        var difference: UInt8 = 0
        while let byte = left.next() {
            guard let otherByte = right.next() else { return false }
            difference |= byte ^ otherByte
        }
        let hasSameLength = right.next() == nil
        return difference == 0 && hasSameLength
    }
}

extension HashFunction {
    /// Reads a body chunk by chunk, and returns its hash. Rethrows the errors of the body.
    package static func hash(_ body: RequestBody?) async throws -> [UInt8] {
        var hasher = MessageHasher<Self>()
        if let body { for try await chunk in body { hasher.update(chunk) } }
        return hasher.finalize()
    }
}

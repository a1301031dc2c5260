/// Collects a message in blocks, and pads it at its end as MD5 and the SHA-2 family do (RFC 1321, section 3; FIPS
/// 180-4, section 5.1).
struct BlockBuffer {
    private let blockBytes: Int
    private var block: [UInt8] = []
    private var count: UInt64 = 0

    init(_ blockBytes: Int) {
        self.blockBytes = blockBytes
        block.reserveCapacity(blockBytes)
    }

    /// Adds bytes, and calls `compress` with each block that is full.
    mutating func append(_ bytes: some Sequence<UInt8>, _ compress: ([UInt8]) -> Void) {
        for byte in bytes {
            block.append(byte)
            count &+= 1
            guard block.count == blockBytes else { continue }
            compress(block)
            block.removeAll(keepingCapacity: true)
        }
    }

    /// Pads the message with its length in bits, in so many bytes.
    mutating func pad(lengthBytes: Int, isBigEndian: Bool, _ compress: ([UInt8]) -> Void) {
        let bits = count &* 8
        let number = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (UInt64($0) * 8)) }
        append([0x80], compress)
        while block.count != blockBytes - lengthBytes { append([0], compress) }
        let padding = Array(repeating: UInt8(0), count: lengthBytes - 8)
        append(isBigEndian ? padding + number.reversed() : number + padding, compress)
    }
}

extension [UInt8] {
    /// The words of a block.
    func words<Word: FixedWidthInteger & UnsignedInteger>(_ type: Word.Type, isBigEndian: Bool) -> [Word] {
        let size = Word.bitWidth / 8
        return stride(from: 0, to: count, by: size).map { start in
            let bytes = isBigEndian ? Array(self[start..<(start + size)]) : self[start..<(start + size)].reversed()
            return bytes.reduce(0) { $0 << 8 | Word($1) }
        }
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The bits moved to the right, and those that fall out put in on the left.
    func rotatedRight(_ count: Self) -> Self { self >> count | self << (Self(Self.bitWidth) - count) }

    /// The bytes, the most significant one first.
    var bigEndianBytes: [UInt8] {
        (0..<(Self.bitWidth / 8)).reversed().map { UInt8(truncatingIfNeeded: self >> Self($0 * 8)) }
    }
}

/// Writes escaped texts one after the other into memory that is large enough for all of them.
struct PercentEncoder: ~Copyable {
    private let start: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private let escaping: ByteEscaping
    fileprivate private(set) var count = 0

    fileprivate init(
        _ buffer: UnsafeMutableBufferPointer<UInt8>, _ start: UnsafeMutablePointer<UInt8>, _ escaping: ByteEscaping
    ) {
        self.start = start
        capacity = buffer.count
        self.escaping = escaping
    }

    /// Appends a byte as it is.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        precondition(count < capacity, "the text exceeds the capacity")
        start[count] = byte
        count += 1
    }

    /// Appends an escaped text.
    @inline(__always)
    mutating func append(_ text: String) {
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
        if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { append($0) } }
    }

    /// Appends a text as it is.
    mutating func append(unescaped text: String) {
        text.withBytes { bytes in
            precondition(bytes.count <= capacity - count, "the text exceeds the capacity")
            guard let first = bytes.baseAddress else { return }
            (start + count).update(from: first, count: bytes.count)
        }
        count += text.utf8.count
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        precondition(bytes.count * 3 <= capacity - count, "the text exceeds the capacity")
        let digits: StaticString = "0123456789ABCDEF"
        var end = start + count
        for byte in bytes {
            if escaping.keeps(byte) {
                end.pointee = byte
                end += 1
            } else if escaping.isSpacePlus, byte == UInt8(ascii: " ") {
                end.pointee = UInt8(ascii: "+")
                end += 1
            } else {
                end[0] = UInt8(ascii: "%")
                end[1] = digits.utf8Start[Int(byte >> 4)]
                end[2] = digits.utf8Start[Int(byte & 15)]
                end += 3
            }
        }
        count = end - start
    }
}

extension String {
    /// Creates the text that `write` writes. It has at most `capacity` bytes, and an escaped byte counts three times.
    init(capacity: Int, _ escaping: ByteEscaping, _ write: (inout PercentEncoder) -> Void) {
        self.init(unsafeUninitializedCapacity: capacity) { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            var writer = PercentEncoder(buffer, start, escaping)
            write(&writer)
            return writer.count
        }
    }
}

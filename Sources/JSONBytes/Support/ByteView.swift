#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The bytes of a JSON text. The compiler makes sure that they outlive the view.
package struct ByteView: ~Escapable {
    /// Used in this folder only.
    let start: UnsafePointer<UInt8>
    /// The number of bytes.
    package let count: Int

    @_lifetime(borrow bytes)
    package init(_ bytes: UnsafeRawBufferPointer) {
        count = bytes.count
        start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? Self.nothing.utf8Start
    }

    private static let nothing: StaticString = ""

    /// No bytes.
    package static var empty: ByteView {
        @_lifetime(immortal)
        get { ByteView() }
    }

    @_lifetime(immortal)
    private init() { (start, count) = (Self.nothing.utf8Start, 0) }

    /// The byte at an index, or 0 if the index is out of bounds. JSON never contains that byte.
    package func byte(at index: Int) -> UInt8 { UInt(bitPattern: index) < UInt(bitPattern: count) ? start[index] : 0 }

    /// The first byte at or after an index that is not white space (RFC 8259, section 2), and its index.
    ///
    /// - Precondition: The index is not negative.
    package func firstByte(from index: inout Int) -> UInt8 {
        var next = index
        while next < count {
            let byte = start[next]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
                index = next
                return byte
            }
            next += 1
        }
        index = next
        return 0
    }

    /// Whether these bytes are at an index.
    package func has(_ text: StaticString, at index: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index >= 0, length <= count - index else { return false }
        return memcmp(start + index, text.utf8Start, length) == 0
    }

    /// Whether the string whose first byte is at an index has exactly these bytes.
    func isString(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index >= 0, text.count < count - index, start[index + text.count] == UInt8(ascii: "\"") else {
            return false
        }
        return text.baseAddress.map { memcmp(start + index, $0, text.count) == 0 } ?? true
    }

    /// The number of the line, and of the byte in it, both from 1.
    package func place(of index: Int) -> (line: Int, column: Int) {
        var (line, lineStart, next) = (1, 0, 0)
        let end = min(max(index, 0), count)
        while next < end {
            if start[next] == 0x0A { (line, lineStart) = (line + 1, next + 1) }
            next += 1
        }
        return (line, end - lineStart + 1)
    }
}

extension ByteView {
    /// Calls a function with some of the bytes.
    package func withBytes<Result>(
        from first: Int, to end: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        precondition(first >= 0 && first <= end && end <= count, "the range exceeds the bytes")
        return try body(UnsafeRawBufferPointer(start: start + first, count: end - first))
    }
}

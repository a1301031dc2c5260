#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Bytes that grow at their end. They have one owner, so that nothing is checked or copied for each byte.
package struct OutputBytes: ~Copyable {
    /// Used in this folder only.
    private(set) var start: UnsafeMutablePointer<UInt8>
    package private(set) var count = 0
    private var capacity: Int

    package init(capacity: Int) {
        self.capacity = max(capacity, 64)
        start = Self.resized(nil, self.capacity)
    }

    deinit { free(start) }

    /// Makes room for bytes that are written next.
    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(more) }
    }

    private mutating func grow(_ more: Int) {
        capacity = max(capacity * 2, count + more)
        start = Self.resized(start, capacity)
    }

    /// Resizes an allocation. Some systems can move a large allocation without copying it.
    private static func resized(_ start: UnsafeMutablePointer<UInt8>?, _ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        guard let bytes = realloc(start, capacity) else { fatalError("there is no memory for \(capacity) bytes") }
        return bytes.assumingMemoryBound(to: UInt8.self)
    }

    package mutating func append(_ byte: UInt8) {
        reserve(1)
        start[count] = byte
        count += 1
    }

    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).update(from: first, count: bytes.count)
        count += bytes.count
    }

    /// Appends a text of ASCII characters as it is.
    package mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a text as it is.
    package mutating func append(text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Appends the decimal digits of an integer.
    package mutating func append(_ magnitude: UInt64, isNegative: Bool) {
        reserve(21)
        if isNegative {
            start[count] = UInt8(ascii: "-")
            count += 1
        }
        var (rest, digits) = (magnitude, 1)
        while rest >= 10 { (rest, digits) = (rest / 10, digits + 1) }
        rest = magnitude
        var index = count + digits
        repeat {
            index -= 1
            start[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        count += digits
    }

    /// Appends a part of the bytes of another one.
    package mutating func append(_ other: borrowing OutputBytes, _ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= other.count, "the range exceeds the bytes")
        append(UnsafeBufferPointer(start: other.start + range.lowerBound, count: range.count))
    }

    /// Removes the bytes from an index on.
    package mutating func removeAll(from index: Int) {
        precondition(0...count ~= index, "the index exceeds the bytes")
        count = index
    }

    /// Calls a function with a view of the bytes.
    package func withView<Result>(_ body: (ByteView) throws -> Result) rethrows -> Result {
        try body(ByteView(UnsafeRawBufferPointer(start: start, count: count)))
    }

    /// Returns the bytes, which the caller has to free.
    package consuming func release() -> UnsafeMutableRawBufferPointer {
        let bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
        discard self
        return bytes
    }
}

extension OutputBytes {
    /// Appends the description of a `Double` as a number. The fraction `.0` is left out.
    package mutating func append(number text: String) {
        append(text: text)
        if count > 2, start[count - 1] == UInt8(ascii: "0"), start[count - 2] == UInt8(ascii: ".") { count -= 2 }
    }
}

/// A string of a JSON text: its bytes between the quotation marks, and what they contain.
package struct StringExtent {
    package let start: Int
    package let end: Int
    package let hasEscapes: Bool
    package let isASCII: Bool
}

extension ByteView {
    /// The extent of the string whose first byte is at an index. Finds the closing quotation mark, 32 or 8 bytes at a
    /// time, and refuses control characters.
    package func stringExtent(from first: Int) throws(JSONSyntaxError) -> StringExtent {
        var (index, hasEscapes, bits) = (first, false, 0 as UInt64)
        while true {
            if count - index >= 8 {
                let word = word(index)
                let hits = word.specialBytes
                guard hits != 0 else {
                    bits |= word
                    index += 8
                    if index - first >= 64 { skipPlainBytes(from: &index, &bits) }
                    continue
                }
                let skipped = hits.trailingZeroBitCount >> 3
                if skipped > 0 { bits |= word << UInt64(64 - 8 * skipped) }
                index += skipped
            }
            guard index < count else { throw JSONSyntaxError(count, .unterminatedString) }
            let byte = start[index]
            if byte == 0x22 { break }
            if byte == 0x5C {
                hasEscapes = true
                index += 2
            } else {
                guard byte >= 0x20 else { throw JSONSyntaxError(index, .controlCharacter) }
                bits |= UInt64(byte)
                index += 1
            }
        }
        return StringExtent(
            start: first, end: index, hasEscapes: hasEscapes, isASCII: bits & 0x8080_8080_8080_8080 == 0)
    }

    /// Moves past bytes of a long string, up to the next quotation mark, backslash, or control character.
    ///
    /// - Parameter bits: All bits that are set in the bytes.
    private func skipPlainBytes(from index: inout Int, _ bits: inout UInt64) {
        while count - index >= 32 {
            let (one, two, three, four) = (word(index), word(index + 8), word(index + 16), word(index + 24))
            guard one.specialBytes | two.specialBytes | three.specialBytes | four.specialBytes == 0 else { return }
            bits |= one | two | three | four
            index += 32
        }
    }

    /// The eight bytes at an index.
    @inline(__always)
    private func word(_ index: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
    }

    /// Whether bytes are well-formed UTF-8 (RFC 3629, section 4).
    func isUTF8(from first: Int, to end: Int) -> Bool {
        var next = start + first
        let end = start + end
        while next < end {
            let lead = next[0]
            let left = end - next
            if lead < 0x80 {
                next += 1
            } else if lead < 0xE0 {
                guard lead >= 0xC2, left > 1, next[1].isTrail else { return false }
                next += 2
            } else if lead < 0xF0 {
                guard left > 2, next[1].isTrail, next[2].isTrail else { return false }
                guard lead != 0xE0 || next[1] >= 0xA0, lead != 0xED || next[1] < 0xA0 else { return false }
                next += 3
            } else {
                guard lead < 0xF5, left > 3, next[1].isTrail, next[2].isTrail, next[3].isTrail else { return false }
                guard lead != 0xF0 || next[1] >= 0x90, lead != 0xF4 || next[1] < 0x90 else { return false }
                next += 4
            }
        }
        return true
    }

    /// The text of a string without escapes, or nil if it is not UTF-8.
    package func text(of string: StringExtent) -> String? {
        let bytes = UnsafeBufferPointer(start: start + string.start, count: string.end - string.start)
        if string.isASCII { return String(decoding: bytes, as: UTF8.self) }
        return String(utf8: bytes)
    }
}

extension String {
    /// Creates the text, or returns nil if the bytes are not UTF-8.
    init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        // The initializer that validates looks up types, which costs more than it gains for a short text.
        if bytes.count > 64, #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            self = text
            return
        }
        var text = String(decoding: bytes, as: UTF8.self)
        // A text that was repaired differs from the bytes.
        guard text.withUTF8({ $0.count == bytes.count && $0.elementsEqual(bytes) }) else { return nil }
        self = text
    }
}

extension UInt64 {
    /// Has the highest bit set in the lowest byte that is a quotation mark, a backslash, or a control character. Bytes
    /// above it can be set without being one of these.
    @inline(__always)
    var specialBytes: UInt64 {
        let quote = self ^ 0x2222_2222_2222_2222
        let backslash = self ^ 0x5C5C_5C5C_5C5C_5C5C
        let ones: UInt64 = 0x0101_0101_0101_0101
        let found =
            (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (self &- 0x2020_2020_2020_2020) & ~self
        return found & 0x8080_8080_8080_8080
    }
}

extension UInt8 {
    /// Whether this is not the first byte of a character.
    @inline(__always)
    fileprivate var isTrail: Bool { self & 0xC0 == 0x80 }
}

extension ByteView {
    /// The text of a string with escapes (RFC 8259, section 7).
    package func unescapedText(of string: StringExtent) throws(JSONSyntaxError) -> String {
        guard string.isASCII || isUTF8(from: string.start, to: string.end) else {
            throw JSONSyntaxError(string.start, .invalidUTF8)
        }
        // The closure of the allocation cannot throw a typed error.
        let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: string.end - string.start) { buffer in
            Result { () throws(JSONSyntaxError) in
                guard let first = buffer.baseAddress else { return "" }
                let length = try unescape(string, into: first)
                return String(decoding: buffer.prefix(length), as: UTF8.self)
            }
        }
        return try result.get()
    }

    /// Checks the escapes and the characters of a string.
    package func check(_ string: StringExtent) throws(JSONSyntaxError) {
        if !string.isASCII, !isUTF8(from: string.start, to: string.end) {
            throw JSONSyntaxError(string.start, .invalidUTF8)
        }
        guard string.hasEscapes else { return }
        var index = string.start
        while index < string.end {
            if start[index] == 0x5C {
                _ = try escapedScalar(from: &index, to: string.end)
            } else {
                index += 1
            }
        }
    }

    /// Writes the unescaped bytes, which are never longer than the string, and returns their number.
    private func unescape(_ string: StringExtent, into first: UnsafeMutablePointer<UInt8>) throws(JSONSyntaxError)
        -> Int
    {
        var (index, target) = (string.start, first)
        let end = string.end
        while index < end {
            let byte = start[index]
            guard byte == 0x5C else {
                target[0] = byte
                target += 1
                index += 1
                continue
            }
            let value = try escapedScalar(from: &index, to: end)
            if value < 0x80 {
                target[0] = UInt8(truncatingIfNeeded: value)
                target += 1
            } else {
                target += Self.write(value, to: target)
            }
        }
        return target - first
    }

    /// Writes a scalar beyond ASCII in UTF-8 (RFC 3629, section 3), and returns the number of its bytes.
    private static func write(_ value: UInt32, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let last = 0x80 | UInt8(truncatingIfNeeded: value) & 0x3F
        if value < 0x800 {
            target[0] = 0xC0 | UInt8(truncatingIfNeeded: value >> 6)
            target[1] = last
            return 2
        }
        let second = 0x80 | UInt8(truncatingIfNeeded: value >> 6) & 0x3F
        if value < 0x1_0000 {
            target[0] = 0xE0 | UInt8(truncatingIfNeeded: value >> 12)
            target[1] = second
            target[2] = last
            return 3
        }
        target[0] = 0xF0 | UInt8(truncatingIfNeeded: value >> 18)
        target[1] = 0x80 | UInt8(truncatingIfNeeded: value >> 12) & 0x3F
        target[2] = second
        target[3] = last
        return 4
    }

    /// The character that a short escape stands for, or 0.
    private static func plain(_ escape: UInt8) -> UInt8 {
        switch escape {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): escape
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: 0
        }
    }

    /// The scalar of an escape, such as `\n`, or `\u00E9`, or of two that are a surrogate pair.
    private func escapedScalar(from index: inout Int, to end: Int) throws(JSONSyntaxError) -> UInt32 {
        // There is a byte after a backslash, because it would be the closing quotation mark otherwise.
        guard start[index + 1] == UInt8(ascii: "u") else {
            let plain = Self.plain(start[index + 1])
            guard plain != 0 else { throw JSONSyntaxError(index, .invalidEscape) }
            index += 2
            return UInt32(plain)
        }
        var value = try codeUnit(at: index, to: end)
        var next = index + 6
        if value & 0xF800 == 0xD800 {
            guard value < 0xDC00, next + 1 < end, start[next] == 0x5C, start[next + 1] == UInt8(ascii: "u") else {
                throw JSONSyntaxError(index, .loneSurrogate)
            }
            let low = try codeUnit(at: next, to: end)
            guard low & 0xFC00 == 0xDC00 else { throw JSONSyntaxError(index, .loneSurrogate) }
            value = 0x1_0000 + ((value & 0x3FF) << 10 | low & 0x3FF)
            next += 6
        }
        index = next
        return value
    }

    /// The code unit of an escape with four hexadecimal digits.
    private func codeUnit(at index: Int, to end: Int) throws(JSONSyntaxError) -> UInt32 {
        guard index + 6 <= end else { throw JSONSyntaxError(index, .invalidEscape) }
        var value: UInt32 = 0
        var next = index + 2
        while next < index + 6 {
            let byte = start[next]
            let digit: UInt8
            if byte &- 0x30 < 10 {
                digit = byte &- 0x30
            } else {
                // This makes letters lowercase, and no other character a letter from a to f.
                digit = (byte | 0x20) &- 0x57
                guard digit >= 10, digit < 16 else { throw JSONSyntaxError(index, .invalidEscape) }
            }
            value = value << 4 | UInt32(truncatingIfNeeded: digit)
            next += 1
        }
        return value
    }
}

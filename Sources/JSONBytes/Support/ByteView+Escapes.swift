extension ByteView {
    /// The text of a string with escapes (RFC 8259, section 7).
    package func unescapedText(of string: StringExtent) throws(JSONSyntaxError) -> String {
        guard string.isASCII || isUTF8(from: string.start, to: string.end) else {
            throw JSONSyntaxError(string.start, .invalidUTF8)
        }
        // The closure of the allocation cannot throw a typed error.
        let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: string.end - string.start) { buffer in
            Result { () throws(JSONSyntaxError) in
                let length = try unescape(string, into: buffer.baseAddress)
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
        if string.hasEscapes { _ = try unescape(string, into: nil) }
    }

    /// Writes the bytes that the string stands for, which are never more than its own, and returns their number.
    private func unescape(_ string: StringExtent, into target: UnsafeMutablePointer<UInt8>?) throws(JSONSyntaxError)
        -> Int
    {
        var (index, length) = (string.start, 0)
        while index < string.end {
            let byte = start[index]
            guard byte == 0x5C else {
                target?[length] = byte
                (index, length) = (index + 1, length + 1)
                continue
            }
            // There is a byte after a backslash, because it would be the closing quotation mark otherwise.
            if start[index + 1] == UInt8(ascii: "u") {
                let scalar = try escapedScalar(from: &index, to: string.end)
                length += scalar.write(to: target.map { $0 + length })
            } else {
                let plain = Self.plain(start[index + 1])
                guard plain != 0 else { throw JSONSyntaxError(index, .invalidEscape) }
                target?[length] = plain
                (index, length) = (index + 2, length + 1)
            }
        }
        return length
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

    /// The scalar of an escape such as `\u00E9`, or of two that are a surrogate pair.
    private func escapedScalar(from index: inout Int, to end: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
        let first = try codeUnit(at: index, to: end)
        var (value, next) = (UInt32(first), index + 6)
        if first & 0xFC00 == 0xD800 {
            guard next + 1 < end, start[next] == 0x5C, start[next + 1] == UInt8(ascii: "u") else {
                throw JSONSyntaxError(index, .loneSurrogate)
            }
            let second = try codeUnit(at: next, to: end)
            guard second & 0xFC00 == 0xDC00 else { throw JSONSyntaxError(index, .loneSurrogate) }
            value = 0x1_0000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
            next += 6
        }
        guard let scalar = Unicode.Scalar(value) else { throw JSONSyntaxError(index, .loneSurrogate) }
        index = next
        return scalar
    }

    /// The code unit of an escape with four hexadecimal digits.
    private func codeUnit(at index: Int, to end: Int) throws(JSONSyntaxError) -> UInt16 {
        guard index + 6 <= end else { throw JSONSyntaxError(index, .invalidEscape) }
        var value: UInt16 = 0
        var next = index + 2
        while next < index + 6 {
            let byte = start[next]
            let digit: UInt8 =
                switch byte {
                case 0x30...0x39: byte &- 0x30
                case 0x41...0x46: byte &- 0x37
                case 0x61...0x66: byte &- 0x57
                default: 0xFF
                }
            guard digit != 0xFF else { throw JSONSyntaxError(index, .invalidEscape) }
            value = value << 4 | UInt16(digit)
            next += 1
        }
        return value
    }
}

extension Unicode.Scalar {
    /// Writes the scalar in UTF-8 (RFC 3629, section 3), and returns the number of its bytes.
    fileprivate func write(to target: UnsafeMutablePointer<UInt8>?) -> Int {
        func trail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: value >> shift) & 0x3F }
        switch value {
        case ..<0x80:
            target?[0] = UInt8(truncatingIfNeeded: value)
            return 1
        case ..<0x800:
            target?[0] = 0xC0 | UInt8(truncatingIfNeeded: value >> 6)
            target?[1] = trail(0)
            return 2
        case ..<0x1_0000:
            target?[0] = 0xE0 | UInt8(truncatingIfNeeded: value >> 12)
            target?[1] = trail(6)
            target?[2] = trail(0)
            return 3
        default:
            target?[0] = 0xF0 | UInt8(truncatingIfNeeded: value >> 18)
            target?[1] = trail(12)
            target?[2] = trail(6)
            target?[3] = trail(0)
            return 4
        }
    }
}

extension OutputBytes {
    /// Appends a string with its quotation marks. Only what has to be escaped is escaped (RFC 8259, section 7).
    package mutating func append(string text: String) {
        var text = text
        text.withUTF8 { bytes in
            append(UInt8(ascii: "\""))
            if let first = bytes.baseAddress { append(escaping: first, bytes.count) }
            append(UInt8(ascii: "\""))
        }
    }

    private mutating func append(escaping bytes: UnsafePointer<UInt8>, _ count: Int) {
        var (index, written) = (0, 0)
        while true {
            index = Self.firstEscaped(bytes, from: index, to: count)
            append(UnsafeBufferPointer(start: bytes + written, count: index - written))
            guard index < count else { return }
            append(escapeOf: bytes[index])
            index += 1
            written = index
        }
    }

    /// The index of the first byte that has to be escaped, or the end.
    private static func firstEscaped(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        var index = start
        while end - index >= 8 {
            let hits = UInt64(littleEndian: UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)).specialBytes
            guard hits == 0 else { return index + hits.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < end {
            let byte = bytes[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
            index += 1
        }
        return end
    }

    private mutating func append(escapeOf byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        default:
            append("\\u00")
            append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            append(Self.digit(byte & 0xF))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}

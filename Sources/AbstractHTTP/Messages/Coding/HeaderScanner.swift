/// Reads the pieces of a header value from left to right (RFC 9110, section 5.6).
package struct HeaderScanner {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ value: String) {
        bytes = Array(value.utf8)
    }

    package var isAtEnd: Bool { position == bytes.count }

    private var next: UInt8? { isAtEnd ? nil : bytes[position] }

    /// Takes everything before the next byte for which `isEnd` is true, without the spaces and tabs around it.
    package mutating func text(until isEnd: (UInt8) -> Bool) -> String {
        let end = bytes[position...].firstIndex(where: isEnd) ?? bytes.count
        defer { position = end }
        return String(decoding: bytes[position..<end], as: UTF8.self).withoutOuterWhitespace
    }

    /// Skips spaces and tabs.
    package mutating func skipWhitespace() {
        while next == 0x20 || next == 0x09 { position += 1 }
    }

    /// Whether `byte` is next.
    package func isAt(_ byte: UInt8) -> Bool { next == byte }

    /// Skips `byte` if it is next.
    package mutating func skip(_ byte: UInt8) -> Bool {
        guard isAt(byte) else { return false }
        position += 1
        return true
    }

    /// Skips everything before the next `byte` outside quotes.
    package mutating func skip(to byte: UInt8) {
        while let next, next != byte {
            if next != UInt8(ascii: "\"") {
                position += 1
            } else if quotedString() == nil {
                // The quotes do not end, so nothing after them is outside.
                position = bytes.count
            }
        }
    }

    /// Whether a quotation mark is next.
    var isAtQuote: Bool { isAt(UInt8(ascii: "\"")) }

    /// Everything before the next `byte`, even within quotes, without the spaces and tabs around it.
    package mutating func text(before byte: UInt8) -> String {
        text(until: { $0 == byte })
    }

    /// The next token, or nil if there is none.
    package mutating func token() -> String? {
        let start = position
        while let next, next.isToken { position += 1 }
        return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// The unescaped content of the next quoted string, or nil if there is none or it does not end.
    package mutating func quotedString() -> String? {
        guard next == UInt8(ascii: "\"") else { return nil }
        var content: [UInt8] = []
        var isEscaped = false
        for index in bytes.indices[(position + 1)...] {
            switch bytes[index] {
            case let byte where isEscaped:
                content.append(byte)
                isEscaped = false
            case UInt8(ascii: "\\"):
                isEscaped = true
            case UInt8(ascii: "\""):
                position = index + 1
                return String(decoding: content, as: UTF8.self)
            case let byte:
                content.append(byte)
            }
        }
        return nil
    }
}

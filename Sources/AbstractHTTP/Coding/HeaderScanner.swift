/// Reads the pieces of a header value from left to right (RFC 9110, section 5.6).
struct HeaderScanner {
    private var rest: Substring.UTF8View

    init(_ value: String) {
        rest = value[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips spaces and tabs.
    mutating func skipWhitespace() {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    }

    /// Skips `byte`, when it is next.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Skips everything before the next `byte` that does not stand in quotes.
    mutating func skip(to byte: UInt8) {
        while let next = rest.first, next != byte {
            if quotedString() == nil { rest = rest.dropFirst() }
        }
    }

    /// The token that is next, nil when there is none.
    mutating func token() -> Substring? {
        let token = rest.prefix(while: \.isToken)
        guard !token.isEmpty else { return nil }
        rest = rest[token.endIndex...]
        return Substring(token)
    }

    /// The content of the quoted string that is next, unescaped; nil when there is none or it does not end.
    mutating func quotedString() -> String? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        var bytes: [UInt8] = []
        var isEscaped = false
        for index in rest.dropFirst().indices {
            switch rest[index] {
            case let byte where isEscaped:
                bytes.append(byte)
                isEscaped = false
            case UInt8(ascii: "\\"):
                isEscaped = true
            case UInt8(ascii: "\""):
                rest = rest[rest.index(after: index)...]
                return String(decoding: bytes, as: UTF8.self)
            case let byte:
                bytes.append(byte)
            }
        }
        return nil
    }
}

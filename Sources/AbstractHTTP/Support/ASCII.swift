import Foundation

extension UInt8 {
    /// The byte with `A` to `Z` in lowercase.
    var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// Whether the byte is an ASCII digit.
    package var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte is an ASCII letter or digit.
    package var isAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            false
        }
    }

    /// Whether the byte may occur in a token: a letter, a digit, or one of `!#$%&'*+-.^_|~` and the backtick (RFC 9110,
    /// section 5.6.2).
    ///
    /// It uses a bit for each ASCII character, because every byte of a header name is looked up for every request.
    package var isToken: Bool {
        let bits: UInt64 = self < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return self < 128 && bits >> UInt64(self & 63) & 1 == 1
    }

    /// Whether the byte is unreserved in a URI (RFC 3986, section 2.3).
    var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: isAlphanumeric
        }
    }

    /// Whether the byte may occur unescaped in a URI: unreserved or reserved (RFC 3986, section 2).
    var isURICharacter: Bool {
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "?"):
            true
        default:
            isUnreserved
        }
    }

    /// The value of the byte as a hexadecimal digit, or nil if it is not one.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension StringProtocol {
    /// Whether this contains control characters of ASCII, which a field value must not contain (RFC 9110, section
    /// 5.5). The tab is allowed there.
    package var hasControlBytes: Bool { utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
}

extension String {
    /// Whether both strings are equal, ignoring the case of ASCII letters.
    func equalsIgnoringASCIICase(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return withBytes { bytes in other.withBytes { bytes.equalsIgnoringASCIICase($0) } }
    }

    /// Whether the string is a token (RFC 9110, section 5.6.2).
    package var isToken: Bool {
        withBytes { bytes in
            for byte in bytes where !byte.isToken { return false }
            return !bytes.isEmpty
        }
    }

    /// The offset in bytes of the first `byte`, or nil if there is none.
    package func offset(of byte: UInt8) -> Int? {
        withBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
            return UnsafeRawPointer(found) - UnsafeRawPointer(start)
        }
    }

    /// Whether the bytes from `offset` to the end equal `ending`, ignoring the case of ASCII letters.
    func hasEnding(_ ending: String, at offset: Int) -> Bool {
        withBytes { bytes in
            ending.withBytes { UnsafeBufferPointer(rebasing: bytes.dropFirst(offset)).equalsIgnoringASCIICase($0) }
        }
    }

    /// Calls `body` with the UTF-8 of the string. Iterating over this memory is many times faster than over the view.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether both have the same bytes, ignoring the case of ASCII letters.
    func equalsIgnoringASCIICase(_ other: Self) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] {
            guard self[index].lowercasedASCII == other[index].lowercasedASCII else { return false }
        }
        return true
    }
}

extension [UInt8] {
    /// Appends `byte` as `%` and two uppercase hexadecimal digits.
    mutating func appendPercentEncoded(_ byte: UInt8) {
        let digits: StaticString = "0123456789ABCDEF"
        digits.withUTF8Buffer { digits in
            append(UInt8(ascii: "%"))
            append(digits[Int(byte >> 4)])
            append(digits[Int(byte & 15)])
        }
    }
}

extension StringProtocol {
    /// The text of a field's value without the spaces and tabs around it, which are not a part of it (RFC 9110, section
    /// 5.5).
    package var withoutOuterWhitespace: String {
        var bytes = Substring(self).utf8[...]
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return String(Substring(bytes))
    }

    /// Whether the text has only spaces and tabs.
    var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}

extension UInt8 {
    /// The byte with `A` to `Z` made lower case.
    var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

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

    /// Whether the byte may stand in a token (RFC 9110, section 5.6.2).
    var isToken: Bool {
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default:
            isAlphanumeric
        }
    }

    /// Whether the byte is unreserved in a URI (RFC 3986, section 2.3).
    var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: isAlphanumeric
        }
    }

    /// Whether the byte may stand unescaped somewhere in a URI: unreserved or reserved (RFC 3986, section 2).
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

    /// The value of the byte as a hexadecimal digit; nil when it is none.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension String {
    /// Whether both texts are equal when the case of ASCII letters is ignored.
    func equalsIgnoringASCIICase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }

    /// Whether the text is a token (RFC 9110, section 5.6.2).
    package var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isToken) }
}

extension [UInt8] {
    /// Appends `byte` as `%` and two upper-case hexadecimal digits.
    mutating func appendPercentEncoded(_ byte: UInt8) {
        let digits: StaticString = "0123456789ABCDEF"
        digits.withUTF8Buffer { digits in
            append(UInt8(ascii: "%"))
            append(digits[Int(byte >> 4)])
            append(digits[Int(byte & 15)])
        }
    }
}

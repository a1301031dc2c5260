import Foundation

extension URL {
    /// The host in the form in which hosts are compared, or nil if there is none. See ``Swift/String/normalizedHost``.
    package var normalizedHost: String? {
        // A host that is no name after decoding must not equal another one, or end before its end. Nil is not UTF-8.
        if let host = host(percentEncoded: false), host.utf8.allSatisfy(\.isInName) { return host.normalizedHost }
        return host(percentEncoded: true)?.normalizedHost
    }
}

extension String {
    /// This host in the form in which hosts are compared (RFC 3986, section 6): a name in A-labels, in lowercase, and
    /// without the dot of the DNS root; an IPv4 address as four decimal numbers; an IPv6 address as RFC 5952 writes it,
    /// without brackets.
    ///
    /// All spellings of a host lead to one server, which therefore is one server for credentials, cookies, caches, and
    /// pins. A text that cannot be a host only gets lowercase letters.
    package var normalizedHost: String {
        guard !withBytes(\.isNormalizedName) else { return self }
        if utf8.contains(UInt8(ascii: ":")) { return withoutBrackets.normalizedIPv6 ?? lowercased() }
        // Mapping can result in dots and digits.
        let name = inALabels.withoutRootLabel
        return name.normalizedIPv4 ?? name
    }

    /// The name in A-labels (RFC 5890, section 2.3.2.1), as the parser of URLs writes it, and in lowercase.
    package var inALabels: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased() }
        var url = URLComponents()
        (url.scheme, url.host) = ("http", self)
        return (url.encodedHost ?? self).lowercased()
    }

    private var withoutBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }

    /// The name without the dot at the end, which stands for the DNS root (RFC 1034, section 3.1).
    private var withoutRootLabel: String {
        let dot = UInt8(ascii: ".")
        guard utf8.last == dot, utf8.dropLast().last != dot else { return self }
        return String(dropLast())
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether this is a name in its normalized form. False for a name whose last label begins with a digit, which may
    /// be an address (WHATWG URL standard, "ends-in-a-number checker").
    var isNormalizedName: Bool {
        var (isAfterDot, maybeAddress) = (true, false)
        for byte in self {
            switch byte {
            case UInt8(ascii: "."): isAfterDot = true
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: ":"), 0x80...: return false
            case _ where isAfterDot: (isAfterDot, maybeAddress) = (false, byte.isDigit)
            default: break
            }
        }
        return !isAfterDot && !maybeAddress
    }
}

extension UInt8 {
    /// Whether the byte may be part of a name (RFC 3986, section 3.2.2), or of a character beyond ASCII.
    fileprivate var isInName: Bool {
        switch self {
        case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "@"): false
        default: self >= 0x80 || isURICharacter
        }
    }
}

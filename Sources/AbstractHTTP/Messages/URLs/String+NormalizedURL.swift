import Foundation

extension String {
    /// This `http` or `https` URL with its scheme, host, port, and empty path in one form, so that the spellings of a
    /// URL are the same text (RFC 9110, section 4.2.3; RFC 3986, section 6.2.3). Any other text stays as it is.
    package var normalizedURL: String {
        guard !withBytes({ $0.startsWithNormalizedOrigin }), let origin = HTTPOrigin(of: self), !isNormalized(origin),
            let url = URL(string: self),
            let host = url.normalizedHost
        else { return self }
        let authority = utf8.prefix(origin.byteCount)
        let userInfo = authority.lastIndex(of: UInt8(ascii: "@")).map { end in
            String(self[utf8.index(startIndex, offsetBy: origin.schemeLength)...end])
        }
        let port = url.port.flatMap { $0 == origin.defaultPort ? nil : ":\($0)" }
        let rest = self[authority.endIndex...]
        return (origin.isSecure ? "https://" : "http://") + (userInfo ?? "")
            + (host.contains(":") ? "[\(host)]" : host) + (port ?? "") + (rest.hasPrefix("/") ? "" : "/") + rest
    }

    /// Whether this URL with the origin `origin` is already in normalized form.
    private func isNormalized(_ origin: HTTPOrigin) -> Bool {
        guard origin.isPlain else { return false }
        return withBytes { bytes in
            guard bytes.count > origin.byteCount, bytes[origin.byteCount] == UInt8(ascii: "/") else { return false }
            let authority = bytes[origin.schemeLength..<origin.byteCount]
            let end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
            return UnsafeBufferPointer(rebasing: authority[..<end]).isNormalizedHost
                && UnsafeBufferPointer(rebasing: authority[end...]).isNormalizedPort(otherThan: origin.defaultPort)
        }
    }
}

extension HTTPOrigin {
    /// The number of bytes of the scheme, with the slashes.
    fileprivate var schemeLength: Int { isSecure ? 8 : 7 }
    fileprivate var defaultPort: Int { isSecure ? 443 : 80 }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether this is a URL with a path, and with a name of lowercase letters as its host and no port, as most are.
    /// One scan answers this, because the cache asks for each request.
    fileprivate var startsWithNormalizedOrigin: Bool {
        guard count > 8 else { return false }
        var index = self[4] == UInt8(ascii: "s") ? 8 : 7
        guard self[0] == UInt8(ascii: "h"), self[1] == UInt8(ascii: "t"), self[2] == UInt8(ascii: "t"),
            self[3] == UInt8(ascii: "p"), self[index - 3] == UInt8(ascii: ":"), self[index - 2] == UInt8(ascii: "/"),
            self[index - 1] == UInt8(ascii: "/")
        else { return false }
        // The last label of an address begins with a digit.
        var labelStart = index
        while index < count {
            let byte = self[index]
            if byte == UInt8(ascii: "/") { return index > labelStart && !self[labelStart].isDigit }
            if byte == UInt8(ascii: ".") {
                labelStart = index + 1
            } else if byte < UInt8(ascii: "-") || byte > UInt8(ascii: "z") || byte.isUppercaseOrDelimiter {
                return false
            }
            index += 1
        }
        return false
    }

    /// Whether this is a name or an IPv4 address in its normalized form.
    fileprivate var isNormalizedHost: Bool {
        if isNormalizedName { return true }
        let host = String(decoding: self, as: UTF8.self)
        return host.normalizedHost == host
    }

    /// Whether this is empty, or a colon and a port without leading zeros.
    fileprivate func isNormalizedPort(otherThan standard: Int) -> Bool {
        guard !isEmpty else { return true }
        let digits = String(decoding: dropFirst(), as: UTF8.self)
        return digits != String(standard) && digits.first != "0" && !digits.isEmpty
    }
}

extension UInt8 {
    /// Whether a byte from `-` to `z` is neither a lowercase letter, nor a digit, nor `-`.
    fileprivate var isUppercaseOrDelimiter: Bool {
        self > UInt8(ascii: "9") && self < UInt8(ascii: "a") || self == UInt8(ascii: "/")
    }
}

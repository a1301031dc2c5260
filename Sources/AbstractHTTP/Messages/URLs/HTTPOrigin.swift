/// The beginning of an `http` or `https` URL: scheme, host and port (RFC 9110, section 4.3.1), as they are written.
package struct HTTPOrigin: Equatable, Sendable {
    /// Whether the scheme is `https`.
    package let isSecure: Bool
    /// The number of bytes of the origin in the text.
    package let byteCount: Int
    /// Whether the origin is plain enough to need no further checks: a lowercase scheme, host labels of ASCII letters,
    /// digits, and hyphens, and either no port or a valid one.
    package let isPlain: Bool

    /// Returns nil if there is no scheme or a different one.
    package init?(of text: String) {
        var text = text
        guard let origin = text.withUTF8({ Self(of: $0) }) else { return nil }
        self = origin
    }

    init(isSecure: Bool, byteCount: Int, isPlain: Bool) {
        (self.isSecure, self.byteCount, self.isPlain) = (isSecure, byteCount, isPlain)
    }

    private init?(of text: UnsafeBufferPointer<UInt8>) {
        let colon = UInt8(ascii: ":")
        isSecure = text.count > 5 && text[5] == colon
        let name: StaticString = isSecure ? "https" : "http"
        guard text.count > name.utf8CodeUnitCount, text[name.utf8CodeUnitCount] == colon else { return nil }
        guard let isSmall = text.isSmall(name) else { return nil }
        let start = text.end(from: name.utf8CodeUnitCount + 1) { $0 == UInt8(ascii: "/") }
        let host = text.endOfPlainHost(from: start)
        byteCount = text.end(from: host) { !$0.endsAuthority }
        let hasHost = start == name.utf8CodeUnitCount + 3 && host > start
        isPlain = isSmall && hasHost && text[host..<byteCount].isPlainPort
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether this begins with `name` in lowercase, or nil if it does not begin with `name` in any case.
    fileprivate func isSmall(_ name: StaticString) -> Bool? {
        var isSmall = true
        for index in 0..<name.utf8CodeUnitCount {
            guard self[index] | 0x20 == name.utf8Start[index] else { return nil }
            if self[index] & 0x20 == 0 { isSmall = false }
        }
        return isSmall
    }

    /// The index of the first byte at or after `start` for which `isPart` is false.
    fileprivate func end(from start: Int, while isPart: (UInt8) -> Bool) -> Int {
        var index = start
        while index < count, isPart(self[index]) { index += 1 }
        return index
    }

    /// The index after the plain host that begins at `start`.
    fileprivate func endOfPlainHost(from start: Int) -> Int {
        var index = start
        while index < count, self[index].isInLabel || self[index] == UInt8(ascii: ".") && self[index - 1].isInLabel {
            index += 1
        }
        return index
    }
}

extension UInt8 {
    /// Whether the byte may be part of a host label or an IPv4 address.
    fileprivate var isInLabel: Bool { isAlphanumeric || self == UInt8(ascii: "-") }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Whether this is empty, or a colon and a valid port (RFC 3986, section 3.2.3).
    fileprivate var isPlainPort: Bool {
        guard !isEmpty else { return true }
        guard first == UInt8(ascii: ":"), count <= 6 else { return false }
        var port = 0
        for byte in dropFirst() {
            guard byte.isDigit else { return false }
            port = port * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return port <= 65_535
    }
}

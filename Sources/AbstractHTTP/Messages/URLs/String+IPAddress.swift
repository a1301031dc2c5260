import Foundation

extension String {
    /// The IPv4 address in this text as four decimal numbers, or nil if it is none.
    ///
    /// A URL can have fewer numbers, octal ones after `0`, and hexadecimal ones after `0x` (WHATWG URL standard, "IPv4
    /// parser"). The connectors send a request for `127.1` to 127.0.0.1. Expects lowercase.
    var normalizedIPv4: String? {
        let parts = utf8.split(separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
        let numbers = parts.compactMap(\.ipv4Number)
        guard numbers.count == parts.count, parts.count <= 4, let last = numbers.last else { return nil }
        guard numbers.dropLast().allSatisfy({ $0 < 256 }), last < 1 << (8 * (5 - numbers.count)) else { return nil }
        let bytes = numbers.dropLast() + (numbers.count - 1..<4).map { last >> (8 * (3 - UInt64($0))) & 255 }
        return bytes.map { String($0) }.joined(separator: ".")
    }

    /// The IPv6 address in this text in the form of RFC 5952, section 4, or nil if it is none. A zone stays as it is
    /// (RFC 4007, section 11).
    var normalizedIPv6: String? {
        let zone = utf8.firstIndex(of: UInt8(ascii: "%")) ?? endIndex
        // The function of the system reads only up to a NUL.
        guard !self[..<zone].utf8.contains(0) else { return nil }
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(self[..<zone]), &address) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &address, Array.init)
        let groups = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return groups.addressText + self[zone...]
    }
}

extension [UInt16] {
    /// The groups of an IPv6 address in hexadecimal, with two colons in place of the longest run of zeros.
    fileprivate var addressText: String {
        let zeros = longestZeros
        guard zeros.count > 1 else { return self[...].hexadecimal }
        return self[..<zeros.lowerBound].hexadecimal + "::" + self[zeros.upperBound...].hexadecimal
    }

    /// The first of the longest runs of zeros.
    private var longestZeros: Range<Int> {
        var (longest, start) = (0..<0, 0)
        for (index, group) in enumerated() {
            if group != 0 { start = index + 1 }
            if index + 1 - start > longest.count { longest = start..<index + 1 }
        }
        return longest
    }
}

extension ArraySlice<UInt16> {
    fileprivate var hexadecimal: String { map { String($0, radix: 16) }.joined(separator: ":") }
}

extension Substring.UTF8View {
    /// The number in a part of an IPv4 address, or nil if it is none.
    fileprivate var ipv4Number: UInt64? {
        if starts(with: "0x".utf8) { return count == 2 ? 0 : dropFirst(2).number(radix: 16) }
        return first == UInt8(ascii: "0") && count > 1 ? dropFirst().number(radix: 8) : number(radix: 10)
    }

    private func number(radix: Int) -> UInt64? {
        // The initializer also reads a sign.
        allSatisfy(\.isAlphanumeric) ? UInt64(Substring(self), radix: radix) : nil
    }
}

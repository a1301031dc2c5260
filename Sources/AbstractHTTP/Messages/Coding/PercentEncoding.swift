extension String {
    /// The text in UTF-8 with every byte percent-encoded except for unreserved characters (RFC 3986, section 2.3). With
    /// `keepingReserved`, reserved characters and existing escapes also stay (RFC 6570, section 1.5).
    package func percentEncoded(keepingReserved: Bool = false) -> String {
        func isKept(_ byte: UInt8) -> Bool { keepingReserved ? byte.isReservedOrUnreserved : byte.isUnreserved }
        let isPlain = withBytes { bytes in
            for byte in bytes where !isKept(byte) { return false }
            return true
        }
        guard !isPlain else { return self }
        let source = Array(utf8)
        var result: [UInt8] = []
        result.reserveCapacity(source.count * 3)
        for (index, byte) in source.enumerated() {
            if isKept(byte) || keepingReserved && source.escapedByte(at: index) != nil {
                result.append(byte)
            } else {
                result.appendPercentEncoded(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension [UInt8] {
    /// The byte that `%` at `index` and the next two hexadecimal digits encode.
    func escapedByte(at index: Int) -> UInt8? {
        guard self[index] == UInt8(ascii: "%"), index + 2 < count,
            let high = self[index + 1].hexDigitValue, let low = self[index + 2].hexDigitValue
        else { return nil }
        return high << 4 | low
    }
}

extension UInt8 {
    fileprivate var isReservedOrUnreserved: Bool {
        isURICharacter || self == UInt8(ascii: "#") || self == UInt8(ascii: "[") || self == UInt8(ascii: "]")
    }
}

import Foundation

extension String {
    /// Decodes `data` as UTF-8. Returns nil if it is not valid UTF-8.
    ///
    /// It decodes with repair and compares, because a repaired string differs from the bytes. For a short text, that is
    /// faster than `String(validating:as:)`, which looks up types at run time.
    package init?(validUTF8 data: Data, dropsByteOrderMark: Bool = false) {
        let text = data.withUnsafeBytes { bytes -> String? in
            let hasMark = dropsByteOrderMark && bytes.starts(with: [0xEF, 0xBB, 0xBF])
            return String(validUTF8: hasMark ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst(3)) : bytes)
        }
        guard let text else { return nil }
        self = text
    }

    private init?(validUTF8 bytes: UnsafeRawBufferPointer) {
        var text = String(decoding: bytes, as: UTF8.self)
        guard text.withUTF8({ bytes.hasBytes($0) }) else { return nil }
        self = text
    }

    /// Decodes the bytes of a field value as UTF-8 or, if they are not valid UTF-8, as Latin-1 (RFC 9110, section 5.5).
    static func fieldValue(_ bytes: ArraySlice<UInt8>) -> (text: String, isLatin1: Bool) {
        if let text = bytes.withUnsafeBytes({ String(validUTF8: $0) }) { return (text, false) }
        return (String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })), true)
    }

    /// This text, which was decoded as Latin-1, with its bytes beyond ASCII percent-encoded.
    package var percentEncodingLatin1: String {
        var result: [UInt8] = []
        for byte in latin1 {
            if byte < 0x80 { result.append(byte) } else { result.appendPercentEncoded(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The bytes of a text that was decoded as Latin-1.
    var latin1: [UInt8] { unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
}

extension UnsafeRawBufferPointer {
    /// Whether both hold the same bytes. Compares memory, because comparing through iterators is slow.
    fileprivate func hasBytes(_ others: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == others.count else { return false }
        guard let first = baseAddress, let other = others.baseAddress else { return true }
        return memcmp(first, other, count) == 0
    }
}

import Foundation

extension String {
    /// Decodes `data` as UTF-8. Returns nil if it is not valid UTF-8.
    ///
    /// It decodes with repair and compares, because a repaired string differs from the bytes. For a short text, that is
    /// faster than `String(validating:as:)`, which looks up types at run time.
    package init?(validUTF8 data: Data, dropsByteOrderMark: Bool = false) {
        let text = data.withUnsafeBytes { bytes -> String? in
            let hasMark = dropsByteOrderMark && bytes.starts(with: [0xEF, 0xBB, 0xBF])
            let bytes = hasMark ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst(3)) : bytes
            var text = String(decoding: bytes, as: UTF8.self)
            return text.withUTF8 { bytes.hasBytes($0) } ? text : nil
        }
        guard let text else { return nil }
        self = text
    }
}

extension UnsafeRawBufferPointer {
    /// Whether both hold the same bytes. Compares memory, because comparing through iterators is slow.
    fileprivate func hasBytes(_ others: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == others.count else { return false }
        guard let first = baseAddress, let other = others.baseAddress else { return true }
        return memcmp(first, other, count) == 0
    }
}

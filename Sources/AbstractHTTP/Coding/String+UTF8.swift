import Foundation

extension String {
    /// The bytes as UTF-8; nil when they are not.
    ///
    /// `String(validating:as:)` needs macOS 15. What is repaired differs from the bytes.
    package init?(validUTF8 data: Data) {
        var text = String(decoding: data, as: UTF8.self)
        guard text.withUTF8({ data.hasBytes($0) }) else { return nil }
        self = text
    }
}

extension Data {
    /// Whether these are the same bytes. The iterators of strings and of data would be slow.
    fileprivate func hasBytes(_ others: UnsafeBufferPointer<UInt8>) -> Bool {
        withUnsafeBytes { bytes in
            guard bytes.count == others.count else { return false }
            guard let first = bytes.baseAddress, let other = others.baseAddress else { return true }
            return memcmp(first, other, bytes.count) == 0
        }
    }
}

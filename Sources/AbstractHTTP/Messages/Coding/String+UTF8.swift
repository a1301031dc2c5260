import Foundation

extension String {
    /// Decodes `bytes` as UTF-8; nil if they are not valid UTF-8.
    ///
    /// Before macOS 15, which has `String(validating:as:)`, this decodes with repair and compares: a repaired string
    /// differs from the bytes.
    package init?(validUTF8 data: Data) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            let text = data.withUnsafeBytes { String(validating: $0.bindMemory(to: UInt8.self), as: UTF8.self) }
            guard let text else { return nil }
            self = text
            return
        }
        var text = String(decoding: data, as: UTF8.self)
        guard text.withUTF8({ data.hasBytes($0) }) else { return nil }
        self = text
    }
}

extension Data {
    /// Whether both hold the same bytes. Compares memory, because comparing through iterators is slow.
    fileprivate func hasBytes(_ others: UnsafeBufferPointer<UInt8>) -> Bool {
        withUnsafeBytes { bytes in
            guard bytes.count == others.count else { return false }
            guard let first = bytes.baseAddress, let other = others.baseAddress else { return true }
            return memcmp(first, other, bytes.count) == 0
        }
    }
}

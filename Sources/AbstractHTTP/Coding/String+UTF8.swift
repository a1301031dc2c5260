import Foundation

extension String {
    /// The bytes as UTF-8; nil when they are not.
    ///
    /// `String(validating:as:)` needs macOS 15. What is repaired differs from the bytes.
    package init?(validUTF8 data: Data) {
        var text = String(decoding: data, as: UTF8.self)
        // In place: the iterators of strings and of data are slow.
        let isUnchanged = text.withUTF8 { repaired in data.withUnsafeBytes { $0.elementsEqual(repaired) } }
        guard isUnchanged else { return nil }
        self = text
    }
}

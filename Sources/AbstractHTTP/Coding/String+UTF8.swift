import Foundation

extension String {
    /// The bytes as UTF-8; nil when they are not.
    ///
    /// `String(validating:as:)` needs macOS 15. What is repaired differs from the bytes.
    package init?(validUTF8 data: Data) {
        let text = String(decoding: data, as: UTF8.self)
        guard text.utf8.elementsEqual(data) else { return nil }
        self = text
    }
}

import Foundation

/// Writes a value as a property list, as `PropertyListEncoder` does it.
public struct PropertyListContentEncoder: ContentEncoder {
    /// The notation.
    public enum Format: Sendable {
        /// A text, which is the same for the same value unless that is a set, which has no order.
        case xml
        /// Bytes, whose order of members need not be the same.
        case binary
    }

    /// The notation.
    public var format: Format

    /// Makes the encoder.
    public init(format: Format = .xml) {
        self.format = format
    }

    /// Writes `value`; throws ``HTTPContentError`` for files and for null in an array, and what `PropertyListEncoder`
    /// throws.
    public func encode(_ value: any Encodable) throws -> EncodedContent {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format == .xml ? .xml : .binary
        if let key = HTTPContent.omitsNulls { encoder.userInfo[key] = true }
        try HTTPContent(value).withoutNulls.checkForPropertyList()
        return EncodedContent(mediaType: .propertyList, body: .data(try encoder.encode(value)))
    }
}

extension ContentEncoder where Self == PropertyListContentEncoder {
    /// As a property list.
    public static var propertyList: Self { Self() }
}

extension HTTPContent {
    fileprivate func checkForPropertyList() throws(HTTPContentError) {
        switch self {
        case .null: throw HTTPContentError(reason: .null)
        case .file: throw HTTPContentError(reason: .file)
        default: try forEachChild { _, child throws(HTTPContentError) in try child.checkForPropertyList() }
        }
    }
}

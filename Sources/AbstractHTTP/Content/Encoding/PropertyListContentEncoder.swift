import Foundation

/// Writes a value as a property list, with `PropertyListEncoder`.
///
/// ```swift
/// let http = HTTP("/settings").method(.put).content(settings, encoder: .propertyList)
/// ```
public struct PropertyListContentEncoder: ContentEncoder {
    /// The format of the property list.
    public enum Format: Sendable {
        /// XML. The same value always gives the same text, unless it contains a set.
        case xml
        /// The binary format. The order of members can vary.
        case binary
    }

    /// The format of the property list.
    public var format: Format

    /// Creates an encoder.
    public init(format: Format = .xml) {
        self.format = format
    }

    /// Writes `value`. Throws ``HTTPContentError`` for files, for null in an array, and for dates that are not finite
    /// or too far away. Rethrows errors of `PropertyListEncoder`.
    public func encode(_ value: any Encodable) throws -> EncodedContent {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format == .xml ? .xml : .binary
        if let key = HTTPContent.omitsNulls { encoder.userInfo[key] = true }
        try HTTPContent(value).withoutNulls.checkForPropertyList()
        return EncodedContent(mediaType: .propertyList, body: .data(try encoder.encode(value)))
    }
}

extension ContentEncoder where Self == PropertyListContentEncoder {
    /// A property list encoder that writes XML.
    public static var propertyList: Self { Self() }
}

extension HTTPContent {
    fileprivate func checkForPropertyList() throws(HTTPContentError) {
        switch self {
        case .null: throw HTTPContentError(reason: .null)
        case .file: throw HTTPContentError(reason: .file)
        case .date(let date) where !date.isWritable: throw HTTPContentError(reason: .notFinite)
        default: try forEachChild { _, child throws(HTTPContentError) in try child.checkForPropertyList() }
        }
    }
}

import Foundation

/// Bytes in memory that are sent as a file of a form, or as a whole body.
public struct HTTPData: Hashable, Sendable {
    /// The bytes.
    public var data: Data
    /// The file name that a multipart form tells; nil for none.
    public var fileName: String?
    /// What the bytes are; nil for what the file name's extension says.
    public var mediaType: MediaType?

    /// Describes `data`.
    public init(_ data: Data, fileName: String? = nil, mediaType: MediaType? = nil) {
        self.data = data
        self.fileName = fileName
        self.mediaType = mediaType
    }
}

extension HTTPData: Encodable {
    /// Encodes the bytes alone, as `Data` is encoded.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(data)
    }
}

import Foundation

/// Bytes in memory that are sent as a file of a form or as a whole body.
///
/// ```swift
/// let avatar = HTTPData(image, fileName: "ada.png")
/// let http = HTTP("/avatar").method(.post).content(["avatar": .data(avatar)], encoder: .multipart)
/// ```
public struct HTTPData: Hashable, Sendable {
    /// The bytes.
    public var data: Data
    /// The file name in a multipart form, or nil for none.
    public var fileName: String?
    /// The media type of the bytes. If it is nil, the extension of the file name determines it.
    public var mediaType: MediaType?

    /// Creates a value with the bytes in `data`.
    public init(_ data: Data, fileName: String? = nil, mediaType: MediaType? = nil) {
        self.data = data
        self.fileName = fileName
        self.mediaType = mediaType
    }
}

extension HTTPData: Encodable {
    /// Encodes the bytes in the way that `Data` encodes them, without the file name and the media type.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(data)
    }
}

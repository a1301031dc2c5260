import Foundation

/// A file that is sent as a file of a form, or as a whole body, and read while it is sent.
public struct HTTPFile: Hashable, Sendable {
    /// Where it is.
    public var url: URL
    /// The file name that a multipart form tells; nil for that of the URL.
    public var fileName: String?
    /// What the bytes are; nil for what the file name's extension says.
    public var mediaType: MediaType?

    /// Describes the file at `url`.
    public init(_ url: URL, fileName: String? = nil, mediaType: MediaType? = nil) {
        self.url = url
        self.fileName = fileName
        self.mediaType = mediaType
    }
}

extension HTTPFile: Encodable {
    /// Throws `EncodingError.invalidValue`: only the multipart and the binary encoder carry a file.
    public func encode(to encoder: any Encoder) throws {
        let context = EncodingError.Context(
            codingPath: encoder.codingPath, debugDescription: HTTPContentError.Reason.file.description)
        throw EncodingError.invalidValue(self, context)
    }
}

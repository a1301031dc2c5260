import Foundation

/// A file on disk that is sent as a file of a form or as a whole body. It is read while it is sent.
///
/// ```swift
/// let film = HTTPFile(URL(filePath: "/tmp/holiday.mp4"))
/// let http = HTTP("/films").method(.post).content(["film": .file(film)], encoder: .multipart)
/// ```
public struct HTTPFile: Hashable, Sendable {
    /// The URL of the file.
    public var url: URL
    /// The file name in a multipart form. If it is nil, the last component of the URL is used.
    public var fileName: String?
    /// The media type of the file. If it is nil, the extension of the file name determines it.
    public var mediaType: MediaType?

    /// Creates a value for the file at `url`.
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

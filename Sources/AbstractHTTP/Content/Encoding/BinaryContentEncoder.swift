import Foundation

/// Writes data, a file, or a string as the body, byte for byte.
///
/// ```swift
/// let http = HTTP("https://example.com/avatar").method(.put)
///     .content(HTTPFile(URL(filePath: "/tmp/ada.png")), encoder: .binary)
/// ```
public struct BinaryContentEncoder: ContentEncoder {
    /// Creates an encoder.
    public init() {}

    /// Writes `value`, which is `Data`, ``HTTPData``, ``HTTPFile``, or a string (written in UTF-8). Throws
    /// ``HTTPContentError`` for other values.
    public func encode(_ value: any Encodable) throws -> EncodedContent {
        switch try HTTPContent(value) {
        case .data(let data): EncodedContent(mediaType: data.knownMediaType ?? .binary, body: .data(data.data))
        case .file(let file): EncodedContent(mediaType: file.knownMediaType, body: try file.body())
        case .string(let text): EncodedContent(mediaType: .text, body: .data(Data(text.utf8)))
        default: throw HTTPContentError(reason: .notBinary)
        }
    }
}

extension ContentEncoder where Self == BinaryContentEncoder {
    /// An encoder that writes the value byte for byte.
    public static var binary: Self { Self() }
}

extension HTTPData {
    /// The given media type, or the one for the file name, or nil if there is neither.
    var knownMediaType: MediaType? { mediaType ?? fileName.map(MediaType.init(fileName:)) }
}

extension HTTPFile {
    /// The given media type, or the one for the file name.
    var knownMediaType: MediaType { mediaType ?? MediaType(fileName: fileName ?? url.lastPathComponent) }

    /// The file as a body.
    func body() throws(HTTPContentError) -> RequestBody {
        do {
            return try .file(url)
        } catch {
            throw HTTPContentError(reason: .unreadableFile("\(error)"))
        }
    }
}

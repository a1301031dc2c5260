import Foundation

/// A file that was downloaded completely.
///
/// ```swift
/// let film = try await HTTP("https://example.com/film.mp4").download(into: folder).response()
/// print(film.url, film.length)
/// ```
public struct DownloadedFile: Sendable {
    /// The URL of the file.
    public var url: URL
    /// The length of the file, in bytes.
    public var length: Int
    /// The number of bytes that an earlier download had already received. The last request asked only for the rest.
    public var resumedAt: Int
    /// The last response, without its body.
    public var response: Response

    /// Creates a description of a file.
    public init(url: URL, length: Int, resumedAt: Int = 0, response: Response) {
        self.url = url
        self.length = length
        self.resumedAt = resumedAt
        self.response = response
    }
}

import Foundation

/// A file that was downloaded, and is in its place.
public struct DownloadedFile: Sendable {
    /// Where it is.
    public var url: URL
    /// Its length, in bytes.
    public var length: Int
    /// How many of its bytes were there before the last request, which asked for the rest only.
    public var resumedAt: Int
    /// The last response, without its body.
    public var response: Response

    /// Describes a file.
    public init(url: URL, length: Int, resumedAt: Int = 0, response: Response) {
        self.url = url
        self.length = length
        self.resumedAt = resumedAt
        self.response = response
    }
}

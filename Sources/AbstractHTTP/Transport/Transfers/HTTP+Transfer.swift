import Foundation

extension HTTP {
    /// A connection that downloads to `file`, and resumes what broke off: see
    /// ``Connection/download(_:to:config:onSuccess:)``.
    public func download(to file: URL) -> Connection<DownloadedFile> {
        .download(self, to: file, config: usedConfig)
    }

    /// A connection that downloads into `folder`: see ``Connection/download(_:into:config:onSuccess:)``.
    public func download(into folder: URL) -> Connection<DownloadedFile> {
        .download(self, into: folder, config: usedConfig)
    }

    /// With the bytes of `file` as the body, read while they are sent, and its media type, that of its extension unless
    /// another one is given. Throws a `CocoaError` when the file is missing or no regular file.
    public func upload(from file: URL, contentType: MediaType? = nil) throws -> Self {
        let contentType = contentType ?? MediaType(fileName: file.lastPathComponent)
        return headers(["Content-Type": contentType.rawValue]).body(try RequestBody.file(file))
    }

    /// With the bytes of a stream as the body, which can be sent once, and their media type.
    public func upload<Chunks: AsyncSequence & Sendable>(
        from chunks: Chunks, length: Int? = nil, contentType: MediaType = .binary
    ) -> Self where Chunks.Element == Data {
        headers(["Content-Type": contentType.rawValue]).body(.stream(length: length) { chunks })
    }
}

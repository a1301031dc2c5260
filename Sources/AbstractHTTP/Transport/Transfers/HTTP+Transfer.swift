import Foundation

extension HTTP {
    /// Creates a connection that downloads to `file` and can resume. See
    /// ``Connection/download(_:to:config:onSuccess:)``.
    public func download(to file: URL, config: ConnectionConfig = .shared) -> Connection<DownloadedFile> {
        .download(self, to: file, config: config)
    }

    /// Creates a connection that downloads into `folder`. See ``Connection/download(_:into:config:onSuccess:)``.
    public func download(into folder: URL, config: ConnectionConfig = .shared) -> Connection<DownloadedFile> {
        .download(self, into: folder, config: config)
    }

    /// Sets the body to a file, which is read while it is sent. If `contentType` is nil, the extension of the file
    /// determines it. If the file is missing or is not a regular file, the connection fails before anything is sent.
    public func upload(from file: URL, contentType: MediaType? = nil) -> Self {
        let contentType = contentType ?? MediaType(fileName: file.lastPathComponent)
        let http = headers(["Content-Type": contentType.rawValue])
        do {
            return http.body(try RequestBody.file(file))
        } catch {
            return http.failing(because: error)
        }
    }

    /// Sets the body to a stream with a media type. It can be sent once.
    public func upload<Chunks: AsyncSequence & Sendable>(
        from chunks: Chunks, length: Int? = nil, contentType: MediaType = .binary
    ) -> Self where Chunks.Element == Data {
        headers(["Content-Type": contentType.rawValue]).body(.stream(length: length) { chunks })
    }
}

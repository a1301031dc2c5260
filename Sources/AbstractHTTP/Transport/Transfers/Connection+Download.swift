import Foundation

extension Connection where ResponseModel == DownloadedFile {
    /// Creates a connection that downloads the response of `spec` to `file`, and replaces an existing file.
    ///
    /// The bytes go to a hidden file in the same folder, which is moved into place when the download is complete. If
    /// the download is interrupted, that file stays. The next download of the same request to the same file asks for
    /// the rest (`Range` with `If-Range`, RFC 9110, section 13.1.5), even in another process. If the resource has
    /// changed on the server, it is downloaded from the start.
    ///
    /// ```swift
    /// let film = try await Connection.download(GetFilm(id: 7), to: URL(filePath: "/tmp/film.mp4")).response()
    /// ```
    public static func download(
        _ spec: sending some RequestSpec, to file: URL, config: ConnectionConfig = .shared,
        onSuccess: (@MainActor @Sendable (DownloadedFile) -> Void)? = nil
    ) -> Connection<DownloadedFile> {
        return download(spec, .file(file), config, onSuccess)
    }

    /// Creates a connection that downloads the response of `spec` into `folder`. The name of the file is the one that
    /// the server sends (RFC 6266) or the last component of the URL. An existing file with that name stays, and the new
    /// file gets a number. A name never leads out of the folder.
    public static func download(
        _ spec: sending some RequestSpec, into folder: URL, config: ConnectionConfig = .shared,
        onSuccess: (@MainActor @Sendable (DownloadedFile) -> Void)? = nil
    ) -> Connection<DownloadedFile> {
        return download(spec, .folder(folder), config, onSuccess)
    }

    /// Does the same with a failure model.
    package static func download(
        _ spec: sending some RequestSpec, into folder: URL, config: ConnectionConfig,
        failure: @escaping @Sendable (Response) throws -> (any Sendable)?
    ) -> Connection<DownloadedFile> {
        download(spec, .folder(folder), config, nil, failure)
    }

    private static func download(
        _ spec: sending any RequestSpec, _ target: DownloadTarget, _ config: ConnectionConfig,
        _ onSuccess: (@MainActor @Sendable (DownloadedFile) -> Void)?, _ failure: Download.FailureParser? = nil
    ) -> Connection<DownloadedFile> {
        let restart = DownloadRestart(target)
        let download = Download(spec, config, to: target, restart: restart, failure: failure)
        return Connection(download, config: config, onSuccess: onSuccess).addPolicy(restart)
    }
}

import Foundation

extension Connection where ResponseModel == DownloadedFile {
    /// A connection that downloads what `spec` asks for to `file`, in place of the one that is there.
    ///
    /// The bytes go to a hidden file beside it, which is moved into place when all have come. When they break off, it
    /// stays, and the next download of the same request to the same file asks for the rest (`Range` with `If-Range`,
    /// RFC 9110, section 13.1.5), also in another process; what has changed on the server meanwhile is downloaded from
    /// its beginning.
    ///
    /// ```swift
    /// let film = try await Connection.download(GetFilm(id: 7), to: URL(filePath: "/tmp/film.mp4")).response()
    /// ```
    public static func download(
        _ spec: sending some RequestSpec, to file: URL, config: ConnectionConfig = .shared,
        onSuccess: (@MainActor @Sendable (DownloadedFile) -> Void)? = nil
    ) -> Connection<DownloadedFile> {
        download(spec, .file(file), config, onSuccess)
    }

    /// The same into `folder`, under the name that the server gives (RFC 6266), or the last component of the URL. A
    /// file that has the name already stays: the new one gets a number. No name leads out of the folder.
    public static func download(
        _ spec: sending some RequestSpec, into folder: URL, config: ConnectionConfig = .shared,
        onSuccess: (@MainActor @Sendable (DownloadedFile) -> Void)? = nil
    ) -> Connection<DownloadedFile> {
        download(spec, .folder(folder), config, onSuccess)
    }

    /// The same, with a model of a failure.
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
        let restart = DownloadRestart()
        let download = Download(spec, config, to: target, restart: restart, failure: failure)
        return Connection(download, config: config, onSuccess: onSuccess).addRecovery(restart)
    }
}

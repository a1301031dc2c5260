/// The kind of failure that ended an attempt.
///
/// It is an `Error` itself, so that a spec can `throw ConnectionErrorType.parse`.
public enum ConnectionErrorType: Error, Hashable, Sendable, CaseIterable {
    /// The spec's URL is malformed or not absolute. Nothing was sent.
    case invalidURL
    /// The spec's method, headers or body cannot be sent. Nothing was sent.
    case invalidRequest
    /// The connector failed. No response arrived, or only a part of it.
    case network
    /// A deadline passed. The underlying error is a ``DeadlineExceeded``, which names the deadline.
    case timeout
    /// There were no credentials. The underlying error is a ``TokenRefreshError``.
    case authorization
    /// A body is larger than ``ConnectionConfig/maximumResponseBytes`` or ``ConnectionConfig/limits`` allow.
    case bodyTooLarge
    /// The response could not be written to its file, because the disk is full, or the folder is missing or not
    /// writable. The underlying error is ``DownloadError/missingFolder(path:)``, a `POSIXError`, or a `CocoaError`.
    case fileSystem
    /// A redirect cannot be followed. The underlying error is a ``RedirectError``.
    case redirect
    /// The spec or a response listener rejected the response.
    case invalidResponse
    /// The spec could not decode its model from the response.
    case parse
    /// A response listener rejected the model.
    case validation
    /// The connection, or the task that awaited it, was canceled.
    case canceled
}

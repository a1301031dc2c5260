/// What kind of failure ended an attempt.
///
/// It is an `Error` itself, so that a spec can `throw ConnectionErrorType.parse`.
public enum ConnectionErrorType: Error, Hashable, Sendable, CaseIterable {
    /// The spec's URL is malformed or not absolute. Nothing was sent.
    case invalidURL
    /// The spec's method, headers or body cannot be sent. Nothing was sent.
    case invalidRequest
    /// The connector failed: no response arrived, or not the whole of it.
    case network
    /// A deadline was over; the underlying error is a ``DeadlineExceeded``, which names the clock.
    case timeout
    /// There were no credentials to be had; the underlying error is a ``TokenRefreshError``.
    case authorization
    /// A body is larger than ``ConnectionConfig/maximumResponseBytes`` or ``ConnectionConfig/limits`` allow.
    case bodyTooLarge
    /// The response cannot be written to its file: the disk is full, or the folder is missing or not writable. The
    /// underlying error is a `POSIXError` or `CocoaError`.
    case fileSystem
    /// A redirect must not be followed; the underlying error is a ``RedirectError``.
    case redirect
    /// The spec found the response invalid, or a response listener refused it.
    case invalidResponse
    /// The spec could not make its model of the response.
    case parse
    /// A response listener refused the model.
    case validation
    /// The connection, or the task that awaited it, was canceled.
    case canceled
}

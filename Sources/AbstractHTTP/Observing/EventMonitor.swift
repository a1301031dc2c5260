/// Receives all events of a connection. It combines all listener protocols. Implement only the methods that you need.
///
/// ```swift
/// final class FailureCounter: EventMonitor {
///     func afterError(
///         connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
///     ) { count(error.type) }
/// }
/// config.addListener(FailureCounter())
/// ```
public protocol EventMonitor: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener,
    ConnectionProgressListener, ConnectionObserver
{}

extension EventMonitor {
    /// Does nothing.
    public func onProgress(connection: any ConnectionTask, progress: TransferProgress) async {}
}

import AbstractHTTP

/// Told of what all endpoints do: a listener of every kind but progress. Implement what you need of it.
///
/// ```swift
/// final class FailureCounter: EventMonitor {
///     func afterError(
///         connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
///     ) { count(error.type) }
/// }
/// Configuration.eventMonitors = [FailureCounter()]
/// ```
public protocol EventMonitor: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener,
    ConnectionObserver
{}

extension Connection {
    func addEventMonitor(_ monitor: any EventMonitor) {
        addListener(monitor).addResponseListener(monitor).addErrorListener(monitor).addObserver(monitor)
    }
}

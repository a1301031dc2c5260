import AbstractHTTP

/// An event monitor made of closures, which are called on no particular thread and awaited.
///
/// ```swift
/// let monitor = ClosureEventMonitor(
///     onStart: { request in print("→", request) },
///     onEnd: { response, error in print("←", response?.statusCode ?? 0, error?.type ?? "ok") })
/// ```
public final class ClosureEventMonitor: EventMonitor {
    private let start: (@Sendable (Request) async -> Void)?
    private let response: (@Sendable (Response) async -> Void)?
    private let value: (@Sendable (any Sendable) async -> Void)?
    private let error: (@Sendable (ConnectionError) async -> Void)?
    private let end: (@Sendable (Response?, ConnectionError?) async -> Void)?

    /// Makes a monitor.
    ///
    /// - Parameters:
    ///   - onStart: A call begins, with this request; once, however many attempts follow.
    ///   - onResponse: A response arrived, a success or not; once for each attempt that has one.
    ///   - onValue: A call succeeded, with this output.
    ///   - onError: A call failed, or was canceled.
    ///   - onEnd: A call is over, whatever came of it.
    public init(
        onStart: (@Sendable (Request) async -> Void)? = nil, onResponse: (@Sendable (Response) async -> Void)? = nil,
        onValue: (@Sendable (any Sendable) async -> Void)? = nil,
        onError: (@Sendable (ConnectionError) async -> Void)? = nil,
        onEnd: (@Sendable (Response?, ConnectionError?) async -> Void)? = nil
    ) {
        (start, response, value, error, end) = (onStart, onResponse, onValue, onError, onEnd)
    }

    /// Calls `onStart`.
    public func onStart(connection: any ConnectionTask, request: Request) async { await start?(request) }

    /// Calls `onResponse`.
    public func onReceived(connection: any ConnectionTask, response: Response) async -> Bool {
        await self.response?(response)
        return true
    }

    /// Calls `onValue`.
    public func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) async {
        await value?(responseModel)
    }

    /// Calls `onError`.
    public func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) async { await self.error?(error) }

    /// Calls `onEnd`.
    public func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) async { await end?(response, error) }
}

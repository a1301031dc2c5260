import AbstractHTTP

/// An event monitor that calls closures. The closures are awaited, and run on no particular thread.
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

    /// Creates a monitor.
    ///
    /// - Parameters:
    ///   - onStart: Called once when a call starts, however many attempts follow.
    ///   - onResponse: Called for each response, whether it is a success or not.
    ///   - onValue: Called with the output of a call that succeeds.
    ///   - onError: Called when a call fails or is canceled.
    ///   - onEnd: Called when a call ends, regardless of its outcome.
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

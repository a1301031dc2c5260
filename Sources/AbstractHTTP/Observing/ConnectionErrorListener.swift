/// Receives the failure or the cancel of a generation: one of the first five calls, and then ``afterError``. If a
/// listener gives a command meanwhile, a second of the five may follow.
///
/// ```swift
/// final class FailureLog: ConnectionErrorListener {
///     func afterError(
///         connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
///     ) {
///         if error.type != .canceled { print(error) }
///     }
/// }
/// ```
///
/// The connection calls these methods when no recovery policy has recovered. In the first four, `restart()` still
/// begins a new attempt of the same generation. After them the outcome is settled.
public protocol ConnectionErrorListener: ConnectionEventListener {
    /// There is no whole response: the request could not be built or sent, a deadline has expired, or the response was
    /// cut off or too large.
    func onNetworkError(connection: any ConnectionTask, error: (any Error)?) async
    /// The spec found the response invalid, or a listener refused it.
    func onResponseError(connection: any ConnectionTask, response: Response) async
    /// The spec could not make a model of the response.
    func onParseError(connection: any ConnectionTask, response: Response, error: any Error) async
    /// A listener refused the model.
    func onValidationError(connection: any ConnectionTask, response: Response, responseModel: any Sendable) async
    /// The generation was canceled.
    func onCanceled(connection: any ConnectionTask) async
    /// The failure, or the cancel, is settled.
    func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) async
}

extension ConnectionErrorListener {
    /// Does nothing.
    public func onNetworkError(connection: any ConnectionTask, error: (any Error)?) async {}
    /// Does nothing.
    public func onResponseError(connection: any ConnectionTask, response: Response) async {}
    /// Does nothing.
    public func onParseError(connection: any ConnectionTask, response: Response, error: any Error) async {}
    /// Does nothing.
    public func onValidationError(
        connection: any ConnectionTask, response: Response, responseModel: any Sendable
    ) async {}
    /// Does nothing.
    public func onCanceled(connection: any ConnectionTask) async {}
    /// Does nothing.
    public func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) async {}
}

/// Receives the failure or the cancel of a generation: one of the first five calls, and then
/// `afterError`.
///
/// If a listener restarts the connection in between, another one of the five can follow.
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
/// These methods are called after all recovery policies have given up. In the first four, `restart()` still starts a
/// new attempt of the same generation. After them, the outcome is settled.
public protocol ConnectionErrorListener: ConnectionEventListener {
    /// There is no complete response. The request could not be built or sent, a deadline passed, or the response was
    /// cut off or too large.
    func onNetworkError(connection: any ConnectionTask, error: (any Error)?) async
    /// The spec or a listener rejected the response.
    func onResponseError(connection: any ConnectionTask, response: Response) async
    /// The spec could not decode a model from the response.
    func onParseError(connection: any ConnectionTask, response: Response, error: any Error) async
    /// A listener rejected the model.
    func onValidationError(connection: any ConnectionTask, response: Response, responseModel: any Sendable) async
    /// The same, for a class that is not isolated to an actor.
    func onValidationError(connection: any ConnectionTask, response: Response, responseModel: Any)
    /// The generation was canceled.
    func onCanceled(connection: any ConnectionTask) async
    /// The failure or the cancel is settled.
    func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) async
    /// The same, for a class that is not isolated to an actor.
    func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError
    )
}

extension ConnectionErrorListener {
    /// Does nothing.
    public func onNetworkError(connection: any ConnectionTask, error: (any Error)?) async {}
    /// Does nothing.
    public func onResponseError(connection: any ConnectionTask, response: Response) async {}
    /// Does nothing.
    public func onParseError(connection: any ConnectionTask, response: Response, error: any Error) async {}
    /// Calls the method whose model is `Any`.
    public func onValidationError(
        connection: any ConnectionTask, response: Response, responseModel: any Sendable
    ) {
        onValidationError(connection: connection, response: response, responseModel: responseModel as Any)
    }
    /// Does nothing.
    public func onValidationError(connection: any ConnectionTask, response: Response, responseModel: Any) {}
    /// Does nothing.
    public func onCanceled(connection: any ConnectionTask) async {}
    /// Calls the method whose model is `Any?`.
    public func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) {
        afterError(connection: connection, response: response, responseModel: responseModel as Any?, error: error)
    }
    /// Does nothing.
    public func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError
    ) {}
}

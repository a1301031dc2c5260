/// Sees how a generation fails or is canceled: one of the first five calls, then ``afterError``.
///
/// The calls come when no recovery took the failure over. From the first four, `restart()` still begins a new attempt
/// in the same generation; after that the outcome is settled.
public protocol ConnectionErrorListener: ConnectionEventListener {
    /// No whole response: the request could not be made or sent, or the response was cut off or too large.
    func onNetworkError(connection: any ConnectionTask, error: (any Error)?) async
    /// The spec found the response invalid, or a listener refused it.
    func onResponseError(connection: any ConnectionTask, response: Response) async
    /// The spec could not make its model of the response.
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

/// Sees responses and models on their way, and may refuse them.
///
/// ```swift
/// final class MaintenanceGuard: ConnectionResponseListener {
///     func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
///         response.headers["X-Maintenance"] == nil
///     }
/// }
/// ```
public protocol ConnectionResponseListener: ConnectionEventListener {
    /// A redirect is followed; next, `redirect.next` is sent.
    func onRedirect(connection: any ConnectionTask, redirect: Redirect) async
    /// A response arrived, valid or not, and no redirect that is followed; of a stream, its head. `false` refuses it:
    /// ``ConnectionErrorType/invalidResponse``.
    func onReceived(connection: any ConnectionTask, response: Response) async -> Bool
    /// The response became a model. `false` refuses it: ``ConnectionErrorType/validation``.
    func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) async -> Bool
    /// The generation succeeded. Of a stream that was read to its end, `responseModel` is the head (a ``Response``).
    func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) async
}

extension ConnectionResponseListener {
    /// Does nothing.
    public func onRedirect(connection: any ConnectionTask, redirect: Redirect) async {}
    /// Accepts.
    public func onReceived(connection: any ConnectionTask, response: Response) async -> Bool { true }
    /// Accepts.
    public func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) async -> Bool { true }
    /// Does nothing.
    public func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) async {}
}

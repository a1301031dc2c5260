/// Receives responses and models before they are accepted, and may refuse them.
///
/// ```swift
/// final class MaintenanceGuard: ConnectionResponseListener {
///     func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
///         response.headers["X-Maintenance"] == nil
///     }
/// }
/// ```
public protocol ConnectionResponseListener: ConnectionEventListener {
    /// The connection follows a redirect, and sends `redirect.next` next.
    func onRedirect(connection: any ConnectionTask, redirect: Redirect) async
    /// A response arrived, valid or not. Not called for redirects that are followed. Of a stream, only the head has
    /// arrived.
    ///
    /// Return `false` to refuse the response: the attempt fails with ``ConnectionErrorType/invalidResponse``.
    func onReceived(connection: any ConnectionTask, response: Response) async -> Bool
    /// The response became a model.
    ///
    /// Return `false` to refuse the model: the attempt fails with ``ConnectionErrorType/validation``.
    func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) async -> Bool
    /// The generation succeeded. Of a stream, `responseModel` is the head, a ``Response``.
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

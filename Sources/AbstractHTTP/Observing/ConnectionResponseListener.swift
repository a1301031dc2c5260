/// Receives responses and models before they are accepted, and can reject them.
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
    /// A response arrived, valid or not. This method is not called for redirects that are followed. For a stream, only
    /// the head has arrived.
    ///
    /// Return `false` to reject the response. The attempt then fails with ``ConnectionErrorType/invalidResponse``.
    func onReceived(connection: any ConnectionTask, response: Response) async -> Bool
    /// The spec decoded the model.
    ///
    /// Return `false` to reject the model. The attempt then fails with ``ConnectionErrorType/validation``.
    func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) async -> Bool
    /// The same, for a class that is not isolated to an actor.
    func onReceivedModel(connection: any ConnectionTask, responseModel: Any) -> Bool
    /// The generation succeeded. For a stream, `responseModel` is the head, a ``Response``.
    func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) async
    /// The same, for a class that is not isolated to an actor.
    func afterSuccess(connection: any ConnectionTask, responseModel: Any)
}

extension ConnectionResponseListener {
    /// Does nothing.
    public func onRedirect(connection: any ConnectionTask, redirect: Redirect) async {}
    /// Accepts it.
    public func onReceived(connection: any ConnectionTask, response: Response) async -> Bool { true }
    /// Calls the method whose model is `Any`.
    public func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) -> Bool {
        onReceivedModel(connection: connection, responseModel: responseModel as Any)
    }
    /// Accepts it.
    public func onReceivedModel(connection: any ConnectionTask, responseModel: Any) -> Bool { true }
    /// Calls the method whose model is `Any`.
    public func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) {
        afterSuccess(connection: connection, responseModel: responseModel as Any)
    }
    /// Does nothing.
    public func afterSuccess(connection: any ConnectionTask, responseModel: Any) {}
}

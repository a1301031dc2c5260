/// Receives each step that a connection takes with its requests and responses.
///
/// ```swift
/// final class Signposts: ConnectionObserver {
///     func willSend(connection: any ConnectionTask, request: Request) { begin(request) }
///     func didSend(connection: any ConnectionTask, request: Request, response: Response?) { end(request) }
/// }
/// config.addListener(Signposts())
/// ```
///
/// A request is encoded once for each attempt, the first time before `onStart`. It is sent once for each attempt and
/// each redirect.
///
/// The calls do not always come in pairs. An attempt that is canceled or replaced in between gets no second call, and
/// the model of a ``ModelFallback`` is not decoded.
public protocol ConnectionObserver: ConnectionEventListener {
    /// The connection is about to build the request from the spec, or to repeat the last one.
    func willEncode(connection: any ConnectionTask) async
    /// The request was built, or as much of it as possible.
    func didEncode(connection: any ConnectionTask, request: Request) async
    /// The request is about to go to the middleware and the connector. The policies have adapted it.
    func willSend(connection: any ConnectionTask, request: Request) async
    /// The middleware and the connector returned a response or failed.
    ///
    /// `response` is nil if they failed without one. If the body is read while it arrives, `response` is its head. The
    /// `cacheStatus` of the response says what an `HTTPCache` did.
    func didSend(connection: any ConnectionTask, request: Request, response: Response?) async
    /// The spec is about to decode the model. If the body is read while it arrives, `response` is its head.
    func willDecode(connection: any ConnectionTask, response: Response) async
    /// The spec decoded the model.
    func didDecode(connection: any ConnectionTask, response: Response, responseModel: any Sendable) async
}

extension ConnectionObserver {
    /// Does nothing.
    public func willEncode(connection: any ConnectionTask) async {}
    /// Does nothing.
    public func didEncode(connection: any ConnectionTask, request: Request) async {}
    /// Does nothing.
    public func willSend(connection: any ConnectionTask, request: Request) async {}
    /// Does nothing.
    public func didSend(connection: any ConnectionTask, request: Request, response: Response?) async {}
    /// Does nothing.
    public func willDecode(connection: any ConnectionTask, response: Response) async {}
    /// Does nothing.
    public func didDecode(connection: any ConnectionTask, response: Response, responseModel: any Sendable) async {}
}

/// Sees what a connection does with its requests and responses, step by step, and changes nothing.
///
/// The calls of one connection never overlap, with those of the listeners neither. A request is encoded before
/// `onStart` shows it, and once for each attempt; it is sent once for each attempt and each redirect.
///
/// ```swift
/// final class Signposts: ConnectionObserver {
///     func willSend(connection: any ConnectionTask, request: Request) { begin(request) }
///     func didSend(connection: any ConnectionTask, request: Request) { end(request) }
/// }
/// config.addListener(Signposts())
/// ```
public protocol ConnectionObserver: ConnectionEventListener {
    /// The request is about to be made of the spec.
    func willEncode(connection: any ConnectionTask) async
    /// The request was made, as far as it could be.
    func didEncode(connection: any ConnectionTask, request: Request) async
    /// The request goes to the middleware and the connector, with what recovery policies have put in.
    func willSend(connection: any ConnectionTask, request: Request) async
    /// They have a response to it, or have failed.
    func didSend(connection: any ConnectionTask, request: Request) async
    /// The model is about to be made of the response; of one that is read while it arrives, of its head.
    func willDecode(connection: any ConnectionTask, response: Response) async
    /// The model was made.
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
    public func didSend(connection: any ConnectionTask, request: Request) async {}
    /// Does nothing.
    public func willDecode(connection: any ConnectionTask, response: Response) async {}
    /// Does nothing.
    public func didDecode(connection: any ConnectionTask, response: Response, responseModel: any Sendable) async {}
}

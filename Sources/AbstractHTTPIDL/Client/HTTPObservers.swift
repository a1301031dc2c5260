import AbstractHTTP

/// Receives each step of a request, for each attempt and for each redirect. It receives a copy of the request that was
/// sent.
///
/// ```swift
/// final class RequestLog: HTTPRequestObserver {
///     func willSend(request: any IDLRequest) { print(request.method, request.uri) }
/// }
/// BaseClient.shared.add(requestObserver: log)
/// ```
public protocol HTTPRequestObserver: AnyObject, Sendable {
    /// The request is about to go to the connector.
    func willSend(request: any IDLRequest)
    /// The connector returned a response or failed.
    func didSend(request: any IDLRequest)
    /// The request is about to be encoded.
    func willEncode(request: any IDLRequest)
    /// The request was encoded.
    func didEncode(request: any IDLRequest, encoded: Request)
}

/// Receives each step of a response.
///
/// ```swift
/// final class FailureLog: HTTPResponseObserver {
///     func receive(error: ConnectionError) { print(error) }
/// }
/// BaseClient.shared.add(responseObserver: log)
/// ```
public protocol HTTPResponseObserver: AnyObject, Sendable {
    /// A request failed or was canceled.
    func receive(error: ConnectionError)
    /// A response arrived.
    func receive(rawResponse: HTTPResponse)
    /// The response is about to be decoded.
    func willDecode(rawResponse: HTTPResponse)
    /// The response was decoded.
    func didDecode(rawResponse: HTTPResponse, decodedResponse: any IDLResponse)
}

extension HTTPRequestObserver {
    /// Does nothing.
    public func willSend(request: any IDLRequest) {}
    /// Does nothing.
    public func didSend(request: any IDLRequest) {}
    /// Does nothing.
    public func willEncode(request: any IDLRequest) {}
    /// Does nothing.
    public func didEncode(request: any IDLRequest, encoded: Request) {}
}

extension HTTPResponseObserver {
    /// Does nothing.
    public func receive(error: ConnectionError) {}
    /// Does nothing.
    public func receive(rawResponse: HTTPResponse) {}
    /// Does nothing.
    public func willDecode(rawResponse: HTTPResponse) {}
    /// Does nothing.
    public func didDecode(rawResponse: HTTPResponse, decodedResponse: any IDLResponse) {}
}

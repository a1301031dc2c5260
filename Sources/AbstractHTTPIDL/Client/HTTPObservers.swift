import AbstractHTTP

/// Told what becomes of requests, step by step, once for each attempt. The request that it is shown is a copy of that
/// which was sent.
public protocol HTTPRequestObserver: AnyObject, Sendable {
    /// The request goes to the connector.
    func willSend(request: any IDLRequest)
    /// The connector has a response to it, or has failed.
    func didSend(request: any IDLRequest)
    /// The request is about to be encoded.
    func willEncode(request: any IDLRequest)
    /// The request was encoded.
    func didEncode(request: any IDLRequest, encoded: HTTPRequest)
}

/// Told what becomes of responses, step by step.
public protocol HTTPResponseObserver: AnyObject, Sendable {
    /// A request has failed for good, or was canceled.
    func receive(error: HIError)
    /// A response has come.
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
    public func didEncode(request: any IDLRequest, encoded: HTTPRequest) {}
}

extension HTTPResponseObserver {
    /// Does nothing.
    public func receive(error: HIError) {}
    /// Does nothing.
    public func receive(rawResponse: HTTPResponse) {}
    /// Does nothing.
    public func willDecode(rawResponse: HTTPResponse) {}
    /// Does nothing.
    public func didDecode(rawResponse: HTTPResponse, decodedResponse: any IDLResponse) {}
}

/// Makes another request, a response or an error of a request before it is sent.
public typealias HTTPRequestRewriter = RequestRewriter
/// What becomes of a request.
public typealias HTTPRequestRewriterResult = RequestRewriterResult
/// Makes another response or an error of a response before it is read.
public typealias HTTPResponseRewriter = ResponseRewriter
/// What becomes of a response.
public typealias HTTPResponseRewriterResult = ResponseRewriterResult

extension RequestRewriterResult {
    /// It is sent like this.
    public static func request(request: HTTPRequest) -> Self { .request(request) }
    /// It is not sent; this is the response.
    public static func response(response: HTTPResponse) -> Self { .response(response) }
    /// It is not sent; the attempt fails.
    public static func error(error: any Error) -> Self { .error(error) }
}

extension ResponseRewriterResult {
    /// It is this one.
    public static func response(response: HTTPResponse) -> Self { .response(response) }
    /// The attempt fails.
    public static func error(error: any Error) -> Self { .error(error) }
}

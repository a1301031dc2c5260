/// A simple middleware for requests. It turns each request into another request, a response, or an error.
///
/// ```swift
/// struct Staging: RequestRewriter {
///     func rewrite(request: Request) -> RequestRewriterResult {
///         var request = request
///         request.headers["X-Stage"] = "test"
///         return .request(request)
///     }
/// }
/// config.addRewriter(Staging())
/// ```
public protocol RequestRewriter: Sendable {
    /// Returns the request to send, a response, or an error.
    func rewrite(request: Request) async -> RequestRewriterResult
}

/// The result of a ``RequestRewriter``.
public enum RequestRewriterResult: Sendable {
    /// This request is sent.
    case request(Request)
    /// Nothing is sent, and this is the response.
    case response(Response)
    /// Nothing is sent, and the attempt fails with this underlying error.
    ///
    /// The type is ``ConnectionErrorType/invalidRequest``, or ``ConnectionErrorType/invalidURL`` for an
    /// ``InvalidRequest`` about the URL. A ``ConnectionErrorType`` is the type itself, and a ``ConnectionError`` keeps
    /// its type, its response, and its underlying error.
    case error(any Error)
}

struct RequestRewriting: HTTPMiddleware {
    let rewriter: any RequestRewriter

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        switch await rewriter.rewrite(request: request) {
        case .request(let rewritten): return try await next.execute(rewritten)
        case .response(let response): return ResponseStream(response)
        case .error(let error):
            let type = (error as? InvalidRequest)?.type ?? .invalidRequest
            throw ConnectionError(rewriting: error, as: type, request: request)
        }
    }
}

extension ConnectionError {
    /// The error of a rewriter, which has `type` unless `error` itself names one.
    init(rewriting error: any Error, as type: ConnectionErrorType, request: Request, response: Response? = nil) {
        switch error {
        case let error as ConnectionError: self = error
        case let named as ConnectionErrorType:
            self.init(type: named, request: request, response: response, underlying: error)
        default: self.init(type: type, request: request, response: response, underlying: error)
        }
    }
}

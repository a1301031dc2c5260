/// The simple form of a middleware for requests: each one becomes another request, a response or an error.
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
    /// Returns what becomes of the request.
    func rewrite(request: Request) async -> RequestRewriterResult
}

/// What becomes of a request.
public enum RequestRewriterResult: Sendable {
    /// It is sent like this.
    case request(Request)
    /// It is not sent; this is the response.
    case response(Response)
    /// The request is not sent, and the attempt fails with this underlying error.
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

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
    /// It is not sent; the attempt fails, as ``HTTPMiddleware`` has it.
    case error(any Error)
}

struct RequestRewriting: HTTPMiddleware {
    let rewriter: any RequestRewriter

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        switch await rewriter.rewrite(request: request) {
        case .request(var rewritten):
            // Of a request that was made anew, too, it is told how far it has come.
            rewritten.onSent = rewritten.onSent ?? request.onSent
            rewritten.onConnected = rewritten.onConnected ?? request.onConnected
            return try await next.execute(rewritten)
        case .response(let response): return ResponseStream(response)
        case .error(let error): throw error
        }
    }
}

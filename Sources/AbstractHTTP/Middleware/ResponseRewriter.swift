/// The simple form of a middleware for responses: each one becomes another response or an error.
///
/// The whole body is there, also for a spec that reads it while it arrives: it is collected first, up to
/// ``ConnectionConfig/maximumResponseBytes``.
///
/// ```swift
/// struct Unwrapping: ResponseRewriter {
///     func rewrite(response: Response) -> ResponseRewriterResult {
///         response.text == "error" ? .error(ServiceError()) : .response(response)
///     }
/// }
/// config.addRewriter(Unwrapping())
/// ```
public protocol ResponseRewriter: Sendable {
    /// Returns what becomes of the response, which may have any status.
    func rewrite(response: Response) async -> ResponseRewriterResult
}

/// What becomes of a response.
public enum ResponseRewriterResult: Sendable {
    /// It is this one.
    case response(Response)
    /// The attempt fails, as ``HTTPMiddleware`` has it.
    case error(any Error)
}

struct ResponseRewriting: HTTPMiddleware {
    let rewriter: any ResponseRewriter
    let limit: Int

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        let stream = try await next.execute(request)
        let response = request.method == .head ? stream.head() : try await stream.collect(limit: limit).get()
        switch await rewriter.rewrite(response: response) {
        case .response(let response): return ResponseStream(response)
        case .error(let error): throw error
        }
    }
}

extension ConnectionConfig {
    /// Adds a rewriter, inside of the middleware that is there.
    public mutating func addRewriter(_ rewriter: some RequestRewriter) {
        middleware.append(RequestRewriting(rewriter: rewriter))
    }

    /// Adds a rewriter, inside of the middleware that is there.
    public mutating func addRewriter(_ rewriter: some ResponseRewriter) {
        middleware.append(ResponseRewriting(rewriter: rewriter, limit: maximumResponseBytes))
    }

    /// Adds a rewriter of both, inside of the middleware that is there.
    public mutating func addRewriter(_ rewriter: some RequestRewriter & ResponseRewriter) {
        middleware.append(ResponseRewriting(rewriter: rewriter, limit: maximumResponseBytes))
        middleware.append(RequestRewriting(rewriter: rewriter))
    }
}

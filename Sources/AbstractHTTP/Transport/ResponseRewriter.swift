/// A simple middleware for responses. It turns each response into another response or an error.
///
/// The whole body is collected first, up to ``ConnectionConfig/maximumResponseBytes``, even for a spec that reads it
/// while it arrives. For redirects that are followed, only the start of the body is available.
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
    /// Returns a response or an error. The given response can have any status.
    func rewrite(response: Response) async -> ResponseRewriterResult
}

/// The result of a ``ResponseRewriter``.
public enum ResponseRewriterResult: Sendable {
    /// This is the response.
    case response(Response)
    /// The attempt fails with this underlying error and the response.
    ///
    /// The type is ``ConnectionErrorType/invalidResponse``. A ``ConnectionErrorType`` is the type itself, and a
    /// ``ConnectionError`` keeps its type, its response, and its underlying error.
    case error(any Error)
}

struct ResponseRewriting: BodyHandlingMiddleware {
    let rewriter: any ResponseRewriter
    var handling = BodyHandling(
        isLive: false, redirects: .follow, config: ConnectionConfig(),
        decoder: SharedDecoder(MediaTypeDecoder.standard))

    func with(_ handling: BodyHandling) -> any HTTPMiddleware { Self(rewriter: rewriter, handling: handling) }

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        var stream = try await next.execute(request)
        stream.sharedDecoder = handling.decoder
        let collected = try await collected(stream, of: request)
        switch await rewriter.rewrite(response: collected) {
        case .response(let response): return ResponseStream(response)
        case .error(let error):
            throw ConnectionError(rewriting: error, as: .invalidResponse, request: request, response: collected)
        }
    }

    private func collected(_ stream: ResponseStream, of request: Request) async throws -> Response {
        switch handling.use(of: stream, to: request) {
        case .live, .whole: return try await stream.collected(limit: handling.config.maximumResponseBytes, for: request)
        case .truncated: return await stream.truncated(.ofRedirect(handling.config))
        case .none:
            _ = await stream.truncated(TruncationLimit(handling.config))
            return stream.head()
        }
    }
}

extension ConnectionConfig {
    /// Adds a rewriter inside the existing middleware.
    public mutating func addRewriter(_ rewriter: some RequestRewriter) {
        middleware.append(RequestRewriting(rewriter: rewriter))
    }

    /// Adds a rewriter inside the existing middleware.
    public mutating func addRewriter(_ rewriter: some ResponseRewriter) {
        middleware.append(ResponseRewriting(rewriter: rewriter))
    }

    /// Adds a rewriter of requests and responses inside the existing middleware.
    public mutating func addRewriter(_ rewriter: some RequestRewriter & ResponseRewriter) {
        middleware.append(ResponseRewriting(rewriter: rewriter))
        middleware.append(RequestRewriting(rewriter: rewriter))
    }
}

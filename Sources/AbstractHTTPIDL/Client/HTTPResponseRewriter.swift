import AbstractHTTP

/// A simple middleware for responses. It turns each response into another response or an error.
///
/// The whole body is collected first, up to `ConnectionConfig.maximumResponseBytes`, even for a spec that reads it
/// while it arrives. For redirects that are followed, only the start of the body is available.
///
/// ```swift
/// struct Unwrapping: HTTPResponseRewriter {
///     func rewrite(response: Response) -> HTTPResponseRewriterResult {
///         response.text == "error" ? .error(error: ServiceError()) : .response(response: response)
///     }
/// }
/// client.add(responseRewriter: Unwrapping())
/// ```
public protocol HTTPResponseRewriter: Sendable {
    /// Returns a response or an error. The given response can have any status.
    func rewrite(response: Response) async -> HTTPResponseRewriterResult
}

/// The result of a ``HTTPResponseRewriter``.
public enum HTTPResponseRewriterResult: Sendable {
    /// This is the response.
    case response(response: Response)
    /// The attempt fails with this underlying error and the response.
    ///
    /// The type is `ConnectionErrorType.invalidResponse`. A `ConnectionErrorType` is the type itself, and a
    /// `ConnectionError` keeps its type, its response, and its underlying error.
    case error(error: any Error)
}

extension HTTPResponseRewriterResult: CustomReflectable {
    /// The associated value of the case. An error is a string.
    public var customMirror: Mirror {
        switch self {
        case .response(let response): Mirror(self, children: ["response": response], displayStyle: .enum)
        case .error(let error): Mirror(self, children: ["error": error.textWithoutSecrets], displayStyle: .enum)
        }
    }
}

struct ResponseRewriting: HTTPMiddleware {
    let rewriter: any HTTPResponseRewriter

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        try await intercept(request, next: next, in: ExchangeContext())
    }

    func intercept(
        _ request: Request, next: any HTTPConnector, in context: ExchangeContext
    ) async throws -> ResponseStream {
        let handling = context.handling ?? .ofWholeBodies
        let collected = try await handling.collected(try await next.execute(request, in: context), of: request)
        switch await rewriter.rewrite(response: collected) {
        case .response(let response): return ResponseStream(response)
        case .error(let error):
            throw ConnectionError(rewriting: error, as: .invalidResponse, request: request, response: collected)
        }
    }
}

extension ConnectionConfig {
    /// Adds a rewriter inside the existing middleware.
    public mutating func addRewriter(_ rewriter: some HTTPRequestRewriter) {
        middleware.append(RequestRewriting(rewriter: rewriter))
    }

    /// Adds a rewriter inside the existing middleware.
    public mutating func addRewriter(_ rewriter: some HTTPResponseRewriter) {
        middleware.append(ResponseRewriting(rewriter: rewriter))
    }

    /// Adds a rewriter of requests and responses inside the existing middleware.
    public mutating func addRewriter(_ rewriter: some HTTPRequestRewriter & HTTPResponseRewriter) {
        middleware.append(ResponseRewriting(rewriter: rewriter))
        middleware.append(RequestRewriting(rewriter: rewriter))
    }
}

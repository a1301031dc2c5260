import AbstractHTTP

/// A simple middleware for requests. It turns each request into another request, a response, or an error.
///
/// ```swift
/// struct Staging: HTTPRequestRewriter {
///     func rewrite(request: Request) -> HTTPRequestRewriterResult {
///         var request = request
///         request.headers["X-Stage"] = "test"
///         return .request(request: request)
///     }
/// }
/// client.add(requestRewriter: Staging())
/// ```
public protocol HTTPRequestRewriter: Sendable {
    /// Returns the request to send, a response, or an error.
    func rewrite(request: Request) async -> HTTPRequestRewriterResult
}

/// The result of a ``HTTPRequestRewriter``.
public enum HTTPRequestRewriterResult: Sendable {
    /// This request is sent.
    case request(request: Request)
    /// Nothing is sent, and this is the response.
    case response(response: Response)
    /// Nothing is sent, and the attempt fails with this underlying error.
    ///
    /// The type is `ConnectionErrorType.invalidRequest`, or `ConnectionErrorType.invalidURL` for an
    /// `InvalidRequest` about the URL. A `ConnectionErrorType` is the type itself, and a `ConnectionError` keeps
    /// its type, its response, and its underlying error.
    case error(error: any Error)
}

extension HTTPRequestRewriterResult: CustomReflectable {
    /// The associated value of the case. An error is a string.
    public var customMirror: Mirror {
        switch self {
        case .request(let request): Mirror(self, children: ["request": request], displayStyle: .enum)
        case .response(let response): Mirror(self, children: ["response": response], displayStyle: .enum)
        case .error(let error): Mirror(self, children: ["error": error.textWithoutSecrets], displayStyle: .enum)
        }
    }
}

struct RequestRewriting: HTTPMiddleware {
    let rewriter: any HTTPRequestRewriter

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

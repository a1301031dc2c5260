/// Sends requests to a server and returns the responses.
///
/// Each call sends one request. A connector does not follow redirects, apply policies, or retry. The pipeline does
/// that. Any number of calls can run at the same time.
///
/// ```swift
/// struct Teapot: HTTPConnector {
///     func execute(_ request: Request) async throws -> ResponseStream {
///         ResponseStream(Response(statusCode: 418, data: Data("short and stout".utf8)))
///     }
/// }
/// ```
public protocol HTTPConnector: Sendable {
    /// Sends a request, and returns when the head of the response arrives. Canceling the task aborts the exchange.
    ///
    /// Releasing the body before its end also aborts the exchange. Errors have the same effect as those of a middleware
    /// (see ``HTTPMiddleware/intercept(_:next:)``). Most of them become the underlying error of
    /// ``ConnectionErrorType/network``.
    func execute(_ request: Request) async throws -> ResponseStream

    /// Sends a request and reports its progress to `context`. The pipeline calls this method, or that of an
    /// ``AbortableConnector``.
    ///
    /// The default reports a connection immediately, so that ``Deadlines/connect`` does not apply, and calls
    /// ``execute(_:)``. Uploads then have no progress. A connector that wraps another one implements this method to
    /// pass the context on.
    func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream
}

extension HTTPConnector {
    /// Reports a connection and calls ``execute(_:)``.
    public func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        context.didConnect()
        return try await execute(request)
    }
}

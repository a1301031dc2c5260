/// Carries requests to a server, and their responses back.
///
/// Each call carries one request. A connector follows no redirects, applies no policy, and retries nothing: the
/// pipeline does. Any number of calls may run at the same time.
///
/// ```swift
/// struct Teapot: HTTPConnector {
///     func execute(_ request: Request) async throws -> ResponseStream {
///         ResponseStream(Response(statusCode: 418, data: Data("short and stout".utf8)))
///     }
/// }
/// ```
public protocol HTTPConnector: Sendable {
    /// Sends one request, and returns when the head of the response is there. Canceling the task aborts the exchange.
    ///
    /// Releasing the body before its end aborts the exchange, too. Errors that this throws
    /// count as those of a middleware, see ``HTTPMiddleware/intercept(_:next:)``: most of them become the underlying
    /// error of ``ConnectionErrorType/network``.
    func execute(_ request: Request) async throws -> ResponseStream

    /// Sends one request, and reports to `context` what happens meanwhile. The pipeline calls this function, or that of
    /// an ``AbortableConnector``.
    ///
    /// By default, this reports a connection at once, so that ``Deadlines/connect`` does not apply, and calls
    /// ``execute(_:)``. An upload has no progress. A connector that wraps another one implements it to pass the context
    /// on.
    func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream
}

extension HTTPConnector {
    /// Reports a connection, and calls ``execute(_:)``.
    public func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        context.didConnect()
        return try await execute(request)
    }
}

/// Carries one request at a time to a server, and its response back.
///
/// A connector follows no redirects, keeps no policy, and retries nothing: the pipeline does. Any number of calls may
/// run at the same time.
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
    /// Releasing the body before its end aborts the exchange, too. An error that this throws becomes the underlying
    /// error of ``ConnectionErrorType/network``.
    func execute(_ request: Request) async throws -> ResponseStream

    /// Sends one request, and reports to `context` what happens meanwhile. The pipeline calls this function.
    ///
    /// By default, this calls ``execute(_:)`` and reports nothing: an upload has no progress, and ``Deadlines/connect``
    /// does not apply. A connector that wraps another one implements it to pass the context on.
    func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream
}

extension HTTPConnector {
    /// Calls ``execute(_:)``.
    public func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        context.didConnect()
        return try await execute(request)
    }
}

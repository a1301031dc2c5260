/// Carries one request at a time to a server and its response back.
///
/// Connectors follow no redirects, keep no policy and retry nothing; the pipeline does. Any number of calls may run at once.
///
/// ```swift
/// struct Teapot: HTTPConnector {
///     func execute(_ request: Request) async throws -> ResponseStream {
///         ResponseStream(Response(statusCode: 418, data: Data("short and stout".utf8)))
///     }
/// }
/// ```
public protocol HTTPConnector: Sendable {
    /// Sends one request and returns when the response head is in. Cancelling the task aborts the exchange.
    ///
    /// Releasing the body before its end aborts it, too. What it throws becomes the underlying error of
    /// ``ConnectionErrorType/network``.
    func execute(_ request: Request) async throws -> ResponseStream
}

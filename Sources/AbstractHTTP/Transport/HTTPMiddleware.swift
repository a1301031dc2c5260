/// Changes, answers, or fails requests on their way to the connector, and changes responses on their way back.
///
/// A middleware wraps the connector. It calls `next` to continue:
///
/// ```swift
/// struct Tracing: HTTPMiddleware {
///     func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
///         var request = request
///         request.headers["X-Request-ID"] = UUID().uuidString
///         return try await next.execute(request)
///     }
/// }
/// config.middleware = [Tracing()]
/// ```
///
/// ### What a middleware sees
///
/// It sees every request that is sent, including every attempt and every redirect. The middleware of the config
/// surrounds the middleware of the connection. The body of the response is still arriving when `next` returns. To see
/// the requests after the cookie jar and the cache, for example to sign them, add the middleware to
/// ``ConnectionConfig/networkMiddleware``.
///
/// ### What it must take care of
///
/// `next` validates the request again. For example, it throws for a header field with a line break, and for a body that
/// can be sent only once and was sent. A middleware that adds credentials must check where the request goes. A
/// ``RequestAdapter`` is better for credentials, because redirects to another origin drop its `Authorization`.
public protocol HTTPMiddleware: Sendable {
    /// Returns the response of `next` or another one. The method runs in a task that is canceled with the attempt.
    ///
    /// An error that it throws ends the attempt:
    /// - A ``ConnectionError`` keeps its type, its response, and its underlying error.
    /// - A ``ConnectionErrorType`` is the type of the failure, except for `canceled`.
    /// - An ``InvalidRequest``, a ``URITemplateError``, a ``BodyTooLarge``, and a ``TokenRefreshError`` have their own
    ///   types, such as ``ConnectionErrorType/invalidURL``.
    /// - `CancellationError` and `URLError.cancelled` cancel the connection (``CancelReason/connector``).
    /// - Anything else becomes ``ConnectionErrorType/network``.
    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream

    /// Does the same, with the context that receives the reports of the connector. The pipeline calls this method.
    ///
    /// The default calls ``intercept(_:next:)`` with a `next` that reports to `context`. Implement this method in a
    /// middleware that waits instead of connecting. It calls ``ExchangeContext/didConnect()``, so that the wait does
    /// not count for ``Deadlines/connect``, and passes the context on to ``HTTPConnector/execute(_:in:)`` of `next`.
    func intercept(
        _ request: Request, next: any HTTPConnector, in context: ExchangeContext
    ) async throws -> ResponseStream
}

extension HTTPMiddleware {
    /// Calls ``intercept(_:next:)`` with a `next` that reports to `context`.
    public func intercept(
        _ request: Request, next: any HTTPConnector, in context: ExchangeContext
    ) async throws -> ResponseStream {
        try await intercept(request, next: next.reporting(to: context))
    }
}

extension HTTPConnector {
    /// Returns a connector that is this connector with a middleware around it.
    public func wrapped(by middleware: any HTTPMiddleware) -> any HTTPConnector {
        WrappedConnector(middleware: middleware, next: CheckingConnector(next: self), handling: nil)
    }

    /// This connector with all of `middleware` around it, the first one outermost.
    func wrapped(by middleware: [any HTTPMiddleware], _ handling: BodyHandling) -> any HTTPConnector {
        let checked: any HTTPConnector = CheckingConnector(next: self)
        return middleware.reversed().reduce(checked) { next, middleware in
            WrappedConnector(middleware: middleware, next: next, handling: handling)
        }
    }
}

/// A middleware of the framework, such as the authenticator, the cookie jar, and the cache. It runs after the
/// middleware of the config and the connection.
package protocol LastMiddleware: AnyObject, HTTPMiddleware {
    /// Where it runs among these.
    static var place: MiddlewarePlace { get }

    /// Returns the response with its whole body, or nil if the request must be sent as usual. Returns immediately.
    ///
    /// The pipeline asks the only middleware of a config before it makes a task for the request. The default is nil.
    func immediateResponse(to request: Request, _ config: ConnectionConfig) -> ResponseStream?
}

extension LastMiddleware {
    package func immediateResponse(to request: Request, _ config: ConnectionConfig) -> ResponseStream? { nil }
}

/// The order of the last middleware, from the outermost to the one closest to the connector. After them comes
/// ``ConnectionConfig/networkMiddleware``.
package enum MiddlewarePlace: Int, Sendable {
    /// Answers challenges.
    case authentication
    /// Adds the cookies of the jar to requests, and stores those of responses.
    case cookies
    /// Answers requests with stored responses.
    case cache
    /// Fails requests that the cache does not answer, in place of a connector.
    case failing
}

extension ConnectionConfig {
    /// Returns the config's middleware of this type. A config has at most one.
    package func last<Middleware: LastMiddleware>(_ type: Middleware.Type) -> Middleware? {
        for case let found as Middleware in lastMiddleware { return found }
        for case let found as Middleware in middleware { return found }
        return nil
    }

    /// Inserts a middleware at its position, and removes the one of the same type.
    package mutating func setLast<Middleware: LastMiddleware>(_ new: Middleware?) {
        middleware.removeAll { $0 is Middleware }
        var last = lastMiddleware.filter { !($0 is Middleware) }
        if let new { last.insert(new, at: last.firstIndex { $0.isAfter(Middleware.place) } ?? last.endIndex) }
        lastMiddleware = last
    }
}

extension LastMiddleware {
    fileprivate func isAfter(_ place: MiddlewarePlace) -> Bool { Self.place.rawValue > place.rawValue }
}

private struct WrappedConnector: HTTPConnector {
    let middleware: any HTTPMiddleware
    let next: any HTTPConnector
    /// Nil outside of a pipeline.
    let handling: BodyHandling?

    func execute(_ request: Request) async throws -> ResponseStream {
        try await execute(request, in: ExchangeContext())
    }

    func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        let stream = try await middleware.intercept(request, next: next, in: context.handling(by: handling))
        // A middleware around this one may read the body, which takes longer than connecting.
        context.didConnect()
        return stream
    }
}

extension HTTPConnector {
    /// This connector, with reports to `context`.
    package func reporting(to context: ExchangeContext) -> any HTTPConnector {
        context.isSilent ? self : ReportingConnector(next: self, context: context)
    }
}

/// Reports to the context of the pipeline, which most middleware does not see.
private struct ReportingConnector: HTTPConnector {
    let next: any HTTPConnector
    let context: ExchangeContext

    func execute(_ request: Request) async throws -> ResponseStream {
        try await next.execute(request, in: context)
    }
}

/// Rejects requests that must not be sent, and reports that the head of a response arrived.
private struct CheckingConnector: HTTPConnector {
    let next: any HTTPConnector

    func execute(_ request: Request) async throws -> ResponseStream {
        try await execute(request, in: ExchangeContext())
    }

    func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        try request.validate()
        let stream = try await next.execute(request, in: context)
        context.didConnect()
        return stream
    }
}

import Foundation

/// Work that can be aborted immediately, such as an exchange of an ``AbortableConnector``.
///
/// ```swift
/// final class Exchange: Abortable {
///     func abort() { channel.close() }
/// }
/// ```
public protocol Abortable: AnyObject, Sendable {
    /// Aborts the work and resumes the tasks that wait for it.
    ///
    /// The method is called from any thread and must return immediately. It must do nothing if the work has ended.
    func abort()
}

/// A connector that can end its exchanges immediately, so that the pipeline needs no task for each of them.
///
/// The pipeline runs any other connector in a separate task. It stops waiting for that task when a command or a
/// deadline ends the attempt. An abortable connector saves the task, which is a large part of what a small request
/// costs, if the connection has no middleware and no speed limit for downloads, and collects the body. A connector that
/// never waits has nothing to end:
///
/// ```swift
/// struct Teapot: AbortableConnector {
///     func execute(
///         _ request: Request, in context: ExchangeContext, tracking track: (any Abortable) -> Bool
///     ) async throws -> ResponseStream {
///         ResponseStream(Response(statusCode: 418, data: Data("short and stout".utf8)))
///     }
/// }
/// ```
///
/// A connector that waits must call `track` with an object that ends the wait. Otherwise, a cancel has no effect until
/// the connector returns.
public protocol AbortableConnector: HTTPConnector {
    /// Sends a request, and returns when the head of the response arrives.
    ///
    /// Unlike ``HTTPConnector/execute(_:in:)``, this method ignores the cancellation of its task.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - context: Receives the reports of the connector.
    ///   - track: Call this closure once, before you send anything, with the object that aborts the exchange. If it
    ///     returns `false`, throw `CancellationError`, because the exchange is no longer needed. After the call,
    ///     ``Abortable/abort()`` must end the exchange and the reading of its body.
    func execute(
        _ request: Request, in context: ExchangeContext, tracking track: (any Abortable) -> Bool
    ) async throws -> ResponseStream
}

extension AbortableConnector {
    /// Sends a request without the pipeline.
    public func execute(_ request: Request) async throws -> ResponseStream {
        try await execute(request, in: ExchangeContext())
    }

    /// Sends a request in a task. Canceling the task, or the task that reads the body, ends the exchange.
    public func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        try Task.checkCancellation()
        let tracked = LockedValue<(any Abortable)?>(nil)
        var stream = try await withTaskCancellationHandler {
            try await execute(request, in: context) { abortable in
                tracked.change { $0 = abortable }
                return !Task.isCancelled
            }
        } onCancel: {
            // `abort` may resume this task, which the handler must not do.
            DispatchQueue.global().async { tracked.withLock { $0 }?.abort() }
        }
        if stream.body.data == nil, let exchange = tracked.withLock({ $0 }) {
            stream.body = ResponseBody(AbortingSource(stream.body.makeSource(), exchange))
        }
        return stream
    }
}

/// The body of an exchange, which it aborts when the task that reads is canceled.
private final class AbortingSource: ChunkSource {
    private let source: any ChunkSource
    private let exchange: any Abortable

    init(_ source: any ChunkSource, _ exchange: any Abortable) {
        self.source = source
        self.exchange = exchange
    }

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await source.next()
        } onCancel: { [exchange] in
            DispatchQueue.global().async { exchange.abort() }
        }
    }
}

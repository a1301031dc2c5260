/// What can be ended at once, such as an exchange of an ``AbortableConnector``.
public protocol Abortable: AnyObject, Sendable {
    /// Ends it, and resumes whoever waits for it. Returns at once; a second call, and one that comes late, do nothing.
    ///
    /// May be called from any thread.
    func abort()
}

/// A connector that can end its exchanges at once, so that the pipeline needs no task for each of them.
///
/// The pipeline runs any other connector in a task of its own. It stops waiting for that task when a command or a
/// deadline ends the attempt. An abortable connector saves the task, which is a large part of what a small request
/// costs, if the connection has no middleware and collects the body. A connector that never waits has nothing to end:
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
/// A connector that does wait calls `track` with what ends the wait. If it does not, a request that it leaves without
/// an answer cannot be canceled.
public protocol AbortableConnector: HTTPConnector {
    /// Sends one request, and returns when the head of the response is there.
    ///
    /// Unlike ``HTTPConnector/execute(_:in:)``, this ignores the cancellation of its task.
    ///
    /// - Parameter track: To be called once before anything is sent, with what ends the exchange. Returns whether the
    ///   exchange is still wanted; if it is not, throw `CancellationError`. From then on, ``Abortable/abort()`` ends
    ///   the exchange and the reading of its body.
    func execute(
        _ request: Request, in context: ExchangeContext, tracking track: (any Abortable) -> Bool
    ) async throws -> ResponseStream
}

extension AbortableConnector {
    /// Sends one request without the pipeline.
    public func execute(_ request: Request) async throws -> ResponseStream {
        try await execute(request, in: ExchangeContext())
    }

    /// Sends one request in a task, which ends the exchange when it is canceled before the response is there.
    public func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        try Task.checkCancellation()
        let tracked = LockedValue<(any Abortable)?>(nil)
        return try await withTaskCancellationHandler {
            try await execute(request, in: context) { abortable in
                tracked.change { $0 = abortable }
                return !Task.isCancelled
            }
        } onCancel: {
            tracked.withLock { $0 }?.abort()
        }
    }
}

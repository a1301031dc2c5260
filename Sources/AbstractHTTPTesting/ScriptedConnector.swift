import AbstractHTTP

/// A connector that returns scripted replies in order, and keeps the requests that it receives.
///
/// ```swift
/// let connector = ScriptedConnector(.failure(URLError(.timedOut)), .response(Response(statusCode: 200)))
/// ```
public final class ScriptedConnector: HTTPConnector {
    /// The outcome of an exchange.
    public enum Reply: Sendable {
        /// A response with its whole body.
        case response(Response)
        /// A response whose body is still to be read.
        case stream(ResponseStream)
        /// An error.
        case failure(any Error)
        /// No reply until the task is canceled. The exchange then throws `CancellationError`.
        case silence
        /// No reply until ``ScriptedConnector/release()`` is called, even if the task is canceled. The exchange then
        /// throws `CancellationError`.
        case silenceIgnoringCancellation
    }

    /// The script has no reply for a request.
    public struct ScriptEnded: Error, CustomStringConvertible {
        /// The number of the request, from 1.
        public let requestNumber: Int
        /// What happened.
        public var description: String { "the script has no reply for request number \(requestNumber)" }
    }

    private struct State {
        var requests: [Request] = []
        var contexts: [ExchangeContext] = []
        var active = 0
        var arrivals = ThresholdWaiters()
        var endless: [Promise<Void>] = []
        /// Tasks that wait until no exchange is in progress.
        var idle: [Promise<Void>] = []
    }

    private let script: @Sendable (_ number: Int, _ request: Request) -> Reply
    private let state = LockedValue(State())

    /// Creates a connector with replies in order. A request after the last reply fails with ``ScriptEnded``.
    public convenience init(_ replies: Reply...) {
        self.init(replies)
    }

    fileprivate convenience init(_ replies: [Reply]) {
        self.init { number, _ in
            replies.indices.contains(number - 1)
                ? replies[number - 1] : .failure(ScriptEnded(requestNumber: number))
        }
    }

    /// Creates a connector whose replies depend on the number of the request, from 1, and on the request.
    public init(_ script: @escaping @Sendable (_ number: Int, _ request: Request) -> Reply) {
        self.script = script
    }

    /// The requests so far.
    public var requests: [Request] { state.withLock(\.requests) }

    /// The contexts of the requests, to which a test can report progress and connections.
    public var contexts: [ExchangeContext] { state.withLock(\.contexts) }

    /// The number of calls of ``execute(_:)`` that have not returned.
    public var activeCount: Int { state.withLock(\.active) }

    /// Waits until `count` requests have arrived, or the task is canceled.
    public func waitForRequests(_ count: Int) async {
        await state.withLock { $0.arrivals.wait(for: count, present: $0.requests.count) }?.valueUnlessCanceled()
    }

    /// Waits until no exchange is in progress, or the task is canceled.
    public func waitUntilIdle() async {
        let promise = state.withLock { state -> Promise<Void>? in
            guard state.active > 0 else { return nil }
            let promise = Promise<Void>()
            state.idle.append(promise)
            return promise
        }
        await promise?.valueUnlessCanceled()
    }

    /// Ends every ``Reply/silenceIgnoringCancellation`` that is in progress.
    public func release() {
        let endless = state.withLock { state in
            defer { state.endless = [] }
            return state.endless
        }
        for promise in endless { promise.fulfill(()) }
    }

    /// Returns the next reply.
    public func execute(_ request: Request) async throws -> ResponseStream {
        try await execute(request, in: ExchangeContext())
    }

    /// Returns the next reply. It reports nothing to `context`.
    public func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        let (number, arrived) = state.withLock { state in
            state.requests.append(request)
            state.contexts.append(context)
            state.active += 1
            return (state.requests.count, state.arrivals.reached(state.requests.count))
        }
        defer { end() }
        let reply = script(number, request)
        let silence = Promise<Void>()
        if case .silenceIgnoringCancellation = reply { state.withLock { $0.endless.append(silence) } }
        for promise in arrived { promise.fulfill(()) }
        return try await play(reply, silence)
    }

    /// Counts the end of an exchange.
    private func end() {
        let idle = state.withLock { state -> [Promise<Void>] in
            state.active -= 1
            guard state.active == 0 else { return [] }
            defer { state.idle = [] }
            return state.idle
        }
        for promise in idle { promise.fulfill(()) }
    }

    private func play(_ reply: Reply, _ silence: Promise<Void>) async throws -> ResponseStream {
        switch reply {
        case .response(let response):
            return ResponseStream(response)
        case .stream(let stream):
            return stream
        case .failure(let error):
            throw error
        case .silence:
            await withTaskCancellationHandler {
                await silence.value()
            } onCancel: {
                silence.fulfill(())
            }
            throw CancellationError()
        case .silenceIgnoringCancellation:
            await silence.value()
            throw CancellationError()
        }
    }
}

extension HTTPConnector where Self == ScriptedConnector {
    /// Creates a connector with replies in order. A request after the last reply fails with
    /// ``AbstractHTTPTesting/ScriptedConnector/ScriptEnded``.
    ///
    /// ```swift
    /// let config = ConnectionConfig(
    ///     connector: .scripted(.failure(URLError(.timedOut)), .response(Response(statusCode: 200))))
    /// ```
    public static func scripted(_ replies: ScriptedConnector.Reply...) -> ScriptedConnector {
        ScriptedConnector(replies)
    }
}

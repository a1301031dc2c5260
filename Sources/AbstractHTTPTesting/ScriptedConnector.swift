import AbstractHTTP

/// A connector that plays one reply after the other and keeps the requests that it got.
///
/// ```swift
/// let connector = ScriptedConnector(.failure(URLError(.timedOut)), .response(Response(statusCode: 200)))
/// ```
public final class ScriptedConnector: HTTPConnector {
    /// What an exchange comes to.
    public enum Reply: Sendable {
        /// A response with its whole body.
        case response(Response)
        /// A response whose body is still to be read.
        case stream(ResponseStream)
        /// An error.
        case failure(any Error)
        /// Nothing, until the task is canceled: then `CancellationError`.
        case silence
        /// Nothing, also when the task is canceled, until ``ScriptedConnector/release()``: then `CancellationError`.
        case deafSilence
    }

    /// No reply was left for a request.
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
        var deaf: [Promise<Void>] = []
    }

    private let script: @Sendable (_ number: Int, _ request: Request) -> Reply
    private let state = LockedValue(State())

    /// Makes a connector that plays `replies` in order; a request after the last fails with ``ScriptEnded``.
    public convenience init(_ replies: Reply...) {
        self.init(replies)
    }

    fileprivate convenience init(_ replies: [Reply]) {
        self.init { number, _ in
            replies.indices.contains(number - 1)
                ? replies[number - 1] : .failure(ScriptEnded(requestNumber: number))
        }
    }

    /// Makes a connector whose replies depend on the number of the request, from 1, and on the request.
    public init(_ script: @escaping @Sendable (_ number: Int, _ request: Request) -> Reply) {
        self.script = script
    }

    /// The requests so far.
    public var requests: [Request] { state.withLock(\.requests) }

    /// The contexts of the requests, to report progress and connections to.
    public var contexts: [ExchangeContext] { state.withLock(\.contexts) }

    /// The number of calls of ``execute(_:)`` that have not returned.
    public var activeCount: Int { state.withLock(\.active) }

    /// Waits until `count` requests have come, or the task is canceled.
    public func waitForRequests(_ count: Int) async {
        await state.withLock { $0.arrivals.wait(for: count, present: $0.requests.count) }?.valueUnlessCanceled()
    }

    /// Ends every ``Reply/deafSilence`` that is going on.
    public func release() {
        let deaf = state.withLock { state in
            defer { state.deaf = [] }
            return state.deaf
        }
        for promise in deaf { promise.fulfill(()) }
    }

    /// Plays the next reply.
    public func execute(_ request: Request) async throws -> ResponseStream {
        try await execute(request, in: ExchangeContext())
    }

    /// Plays the next reply. Reports nothing to `context`.
    public func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        let (number, arrived) = state.withLock { state in
            state.requests.append(request)
            state.contexts.append(context)
            state.active += 1
            return (state.requests.count, state.arrivals.reached(state.requests.count))
        }
        defer { state.withLock { $0.active -= 1 } }
        let reply = script(number, request)
        let silence = Promise<Void>()
        if case .deafSilence = reply { state.withLock { $0.deaf.append(silence) } }
        for promise in arrived { promise.fulfill(()) }
        return try await play(reply, silence)
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
        case .deafSilence:
            await silence.value()
            throw CancellationError()
        }
    }
}

extension HTTPConnector where Self == ScriptedConnector {
    /// A connector that plays `replies` in order. A request after the last reply fails with
    /// ``ScriptedConnector/ScriptEnded``.
    ///
    /// ```swift
    /// let config = ConnectionConfig(
    ///     connector: .scripted(.failure(URLError(.timedOut)), .response(Response(statusCode: 200))))
    /// ```
    public static func scripted(_ replies: ScriptedConnector.Reply...) -> ScriptedConnector {
        ScriptedConnector(replies)
    }
}

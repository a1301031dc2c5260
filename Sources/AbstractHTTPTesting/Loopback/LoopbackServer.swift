import AbstractHTTP
import Foundation

/// A real HTTP/1.1 server on 127.0.0.1, for tests and samples.
///
/// It answers with the responses that were enqueued, one a request, and then with its handler; it keeps every request
/// byte for byte. It is stopped when it is released.
///
/// ```swift
/// let server = try LoopbackServer { request in .text("you asked for \(request.target)") }
/// let text = try await HTTP(server.url + "/hello").asString().response()
/// #expect(server.requests[0].target == "/hello")
/// ```
public final class LoopbackServer: Sendable {
    /// Answers a request; what it throws becomes a response of status 500.
    public typealias Handler = @Sendable (LoopbackRequest) async throws -> LoopbackResponse

    /// The port on which it listens.
    public let port: Int
    private let core: LoopbackCore

    /// Starts a server on a free port. Throws when the system gives none.
    ///
    /// - Parameters:
    ///   - clock: On which delays and throttles wait. Default: the continuous clock.
    ///   - keptBodyBytes: How many bytes of each request's body are kept; of a longer one only the number is. Default:
    ///     all.
    ///   - handler: Answers the requests for which nothing is enqueued. A fault of its response at a stage before the
    ///     response has the effect that it has at the head of the response.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), keptBodyBytes: Int = .max,
        handler: @escaping Handler = { request in
            .text("nothing is enqueued for \(request.method) \(request.target)", statusCode: 500)
        }
    ) throws {
        let socket = try Socket.listening()
        port = try socket.port()
        core = LoopbackCore(socket, port: port, clock: clock, keptBodyBytes: keptBodyBytes, handler)
        core.start()
    }

    deinit {
        stop()
    }

    /// `http://127.0.0.1:port`, to which a path is appended.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// The requests so far, in the order in which they were whole.
    public var requests: [LoopbackRequest] { core.requests }

    /// What came of requests that broke off, or that a fault cut short; what was not understood is empty.
    public var truncatedRequests: [LoopbackRequest] { core.truncatedRequests }

    /// Adds responses; each answers one request, in order, before the handler is asked.
    ///
    /// One with a fault at ``LoopbackFault/Stage/accept`` answers the next connection instead, once it is the first.
    public func enqueue(_ responses: LoopbackResponse...) {
        core.enqueue(responses)
    }

    /// How many connections clients have made so far.
    public var connectionCount: Int { core.connectionCount }

    /// How many connections are open.
    public var openConnectionCount: Int { core.openConnectionCount }

    /// Waits until `count` requests have come, those that were taken included, or the task is canceled.
    public func waitForRequests(_ count: Int) async {
        await core.waitForRequests(count)
    }

    /// Waits until `count` requests have broken off, or the task is canceled.
    public func waitForTruncatedRequests(_ count: Int) async {
        await core.waitForTruncatedRequests(count)
    }

    /// The requests so far, which it forgets.
    public func takeRequests() -> [LoopbackRequest] {
        core.takeRequests()
    }

    /// Stops listening, closes every connection, and returns when no thread of the server is left.
    public func stop() {
        core.stop()
    }
}

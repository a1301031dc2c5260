import AbstractHTTP
import Foundation

/// A real HTTP/1.1 server on 127.0.0.1, for tests and samples.
///
/// It answers each request with the next enqueued response, and then with its handler. It keeps all requests byte for
/// byte. Releasing the server stops it.
///
/// ```swift
/// let server = try LoopbackServer { request in .text("you asked for \(request.target)") }
/// let text = try await HTTP(server.url + "/hello").asString().response()
/// #expect(server.requests[0].target == "/hello")
/// ```
public final class LoopbackServer: Sendable {
    /// Returns the response to a request. An error becomes a response with the status 500.
    public typealias Handler = @Sendable (LoopbackRequest) async throws -> LoopbackResponse

    /// The port of the server.
    public let port: Int
    private let core: LoopbackCore

    /// Starts a server on a free port. Throws if the system has none.
    ///
    /// - Parameters:
    ///   - clock: The clock of delays and throttles. Default: `ContinuousClock`.
    ///   - keptBodyBytes: How many bytes of each request body are kept. Default: all.
    ///   - handler: Answers requests for which no response is enqueued. If its response has a fault at a stage before
    ///     the response, the fault happens at the head of the response.
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

    /// The URL of the server without a path: `http://127.0.0.1:port`.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// The requests so far, in the order in which they were complete.
    public var requests: [LoopbackRequest] { core.requests }

    /// The received parts of requests that broke off or that a fault cut off. A part that the server could not parse is
    /// empty.
    public var truncatedRequests: [LoopbackRequest] { core.truncatedRequests }

    /// Adds responses. Each answers one request, in order, before the handler is called.
    ///
    /// A response with a fault at ``LoopbackFault/Stage/accept`` answers the next connection instead, if it is the
    /// first in the queue.
    public func enqueue(_ responses: LoopbackResponse...) {
        core.enqueue(responses)
    }

    /// The number of connections so far.
    public var connectionCount: Int { core.connectionCount }

    /// The number of open connections.
    public var openConnectionCount: Int { core.openConnectionCount }

    /// Waits until `count` requests have arrived, including those that were taken, or the task is canceled.
    public func waitForRequests(_ count: Int) async {
        await core.waitForRequests(count)
    }

    /// Waits until `count` requests have broken off, or the task is canceled.
    public func waitForTruncatedRequests(_ count: Int) async {
        await core.waitForTruncatedRequests(count)
    }

    /// Returns the requests so far, and forgets them.
    public func takeRequests() -> [LoopbackRequest] {
        core.takeRequests()
    }

    /// Stops listening, closes all connections, and returns when all threads of the server have ended.
    public func stop() {
        core.stop()
    }
}

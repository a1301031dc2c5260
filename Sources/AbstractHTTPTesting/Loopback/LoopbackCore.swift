import AbstractHTTP
import Foundation

/// The state and the threads of a ``LoopbackServer``. One thread accepts connections, and one serves each of them.
final class LoopbackCore: Sendable {
    private struct State {
        var requests: [LoopbackRequest] = []
        var truncatedRequests: [LoopbackRequest] = []
        var enqueued: [LoopbackResponse] = []
        var connections: [ObjectIdentifier: Socket] = [:]
        /// The number of connections whose sockets are not closed yet.
        var openCount = 0
        var requestCount = 0
        var connectionCount = 0
        var requestWaits = ThresholdWaiters()
        var truncatedWaits = ThresholdWaiters()
        var isStopped = false
    }

    let waits: ThreadWaits
    let keptBodyBytes: Int
    private let socket: Socket
    private let port: Int
    private let handler: LoopbackServer.Handler
    private let state = LockedValue(State())
    private let threads = DispatchGroup()

    init(
        _ socket: Socket, port: Int, clock: any Clock<Duration>, keptBodyBytes: Int,
        _ handler: @escaping LoopbackServer.Handler
    ) {
        self.socket = socket
        self.port = port
        self.keptBodyBytes = keptBodyBytes
        self.handler = handler
        waits = ThreadWaits(clock)
    }

    func start() {
        thread { $0.accept() }
    }

    func stop() {
        let (isFirst, connections) = state.withLock { state in
            defer { state.isStopped = true }
            return (!state.isStopped, Array(state.connections.values))
        }
        waits.stop()
        for connection in connections { connection.shutDown() }
        // Wake the accepting thread. Shutting down does that on Linux, and a connection does it elsewhere.
        if isFirst {
            socket.shutDown()
            _ = try? Socket.connected(to: port)
        }
        threads.wait()
    }

    private func thread(_ body: @escaping @Sendable (LoopbackCore) -> Void) {
        threads.enter()
        let thread = Thread { [self] in
            body(self)
            threads.leave()
        }
        thread.name = "LoopbackServer"
        thread.start()
    }

    private func accept() {
        defer { socket.closeNow() }
        while true {
            guard let connection = try? socket.accepted() else {
                guard !state.withLock(\.isStopped) else { return }
                // The process has no descriptors left, or the client left before it was accepted.
                Thread.sleep(forTimeInterval: 0.01)
                continue
            }
            let isServed = state.withLock { state in
                guard !state.isStopped else { return false }
                state.connections[ObjectIdentifier(connection)] = connection
                state.connectionCount += 1
                state.openCount += 1
                return true
            }
            guard isServed else { return }
            thread { $0.serve(connection) }
        }
    }

    private func serve(_ socket: Socket) {
        var connection = LoopbackConnection(socket, self)
        connection.serve()
        // Remove the entry before the socket closes.
        _ = state.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(socket)) }
        socket.closeNow()
        // A test that waits for this sends the next request only when the client can see the end.
        state.withLock { $0.openCount -= 1 }
    }
}

/// Functions for connections.
extension LoopbackCore {
    /// Takes the next queued response whose fault is, or is not, at the moment of accepting.
    func takeEnqueued(atAccept isAtAccept: Bool) -> LoopbackResponse? {
        state.withLock { state in
            let index = state.enqueued.firstIndex { ($0.fault?.stage == .accept) == isAtAccept }
            // A response for a new connection does not overtake one that comes before it.
            guard let index, !isAtAccept || index == 0 else { return nil }
            return state.enqueued.remove(at: index)
        }
    }

    func record(_ request: LoopbackRequest) {
        let reached = state.withLock { state in
            state.requests.append(request)
            state.requestCount += 1
            return state.requestWaits.reached(state.requestCount)
        }
        for promise in reached { promise.fulfill(()) }
    }

    /// Records the received part of an incomplete request.
    func recordTruncated(_ request: LoopbackRequest) {
        guard !request.raw.isEmpty else { return }
        let reached = state.withLock { state in
            state.truncatedRequests.append(request)
            return state.truncatedWaits.reached(state.truncatedRequests.count)
        }
        for promise in reached { promise.fulfill(()) }
    }

    /// Returns the response of the handler.
    func response(to request: LoopbackRequest) throws -> LoopbackResponse {
        try waits.wait { [handler] in
            do {
                return try await handler(request)
            } catch {
                return .text("the handler threw: \(error)", statusCode: 500)
            }
        }
    }
}

/// Functions for users of the server.
extension LoopbackCore {
    var requests: [LoopbackRequest] { state.withLock(\.requests) }

    var truncatedRequests: [LoopbackRequest] { state.withLock(\.truncatedRequests) }

    var connectionCount: Int { state.withLock(\.connectionCount) }

    var openConnectionCount: Int { state.withLock(\.openCount) }

    func enqueue(_ responses: [LoopbackResponse]) {
        state.withLock { $0.enqueued += responses }
    }

    func takeRequests() -> [LoopbackRequest] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    func waitForRequests(_ count: Int) async {
        await state.withLock { $0.requestWaits.wait(for: count, present: $0.requestCount) }?.valueUnlessCanceled()
    }

    func waitForTruncatedRequests(_ count: Int) async {
        await state.withLock { $0.truncatedWaits.wait(for: count, present: $0.truncatedRequests.count) }?
            .valueUnlessCanceled()
    }
}

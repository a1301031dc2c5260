import AbstractHTTP
import Foundation

/// The threads of a ``LoopbackServer``: one accepts, one serves each connection.
final class LoopbackCore: Sendable {
    private struct State {
        var requests: [LoopbackRequest] = []
        var enqueued: [LoopbackResponse] = []
        var connections: [ObjectIdentifier: Socket] = [:]
        var answers: [ObjectIdentifier: Task<Void, Never>] = [:]
        var isStopped = false
    }

    private let socket: Socket
    private let port: Int
    private let handler: LoopbackServer.Handler
    private let state = Guarded(State())
    private let threads = DispatchGroup()

    init(_ socket: Socket, port: Int, _ handler: @escaping LoopbackServer.Handler) {
        self.socket = socket
        self.port = port
        self.handler = handler
    }

    var requests: [LoopbackRequest] { state.withLock(\.requests) }

    func enqueue(_ responses: [LoopbackResponse]) {
        state.withLock { $0.enqueued += responses }
    }

    func takeRequests() -> [LoopbackRequest] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    func start() {
        thread { $0.accept() }
    }

    func stop() {
        let (isFirst, connections, answers) = state.withLock { state in
            defer { state.isStopped = true }
            return (!state.isStopped, Array(state.connections.values), Array(state.answers.values))
        }
        for connection in connections { connection.shutDown() }
        for answer in answers { answer.cancel() }
        // Wakes the thread that accepts; shutting the listening socket down does that on Linux only.
        if isFirst { _ = try? Socket.connected(to: port) }
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
        while let connection = try? socket.accepted() {
            let isServed = state.withLock { state in
                guard !state.isStopped else { return false }
                state.connections[ObjectIdentifier(connection)] = connection
                return true
            }
            guard isServed else { return }
            thread { $0.serve(connection) }
        }
    }

    private func serve(_ connection: Socket) {
        defer {
            // The entry leaves the lock before the socket closes.
            _ = state.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
        }
        var reader = RequestReader(read: connection.read) {
            try connection.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        while let request = try? reader.next() {
            let enqueued = state.withLock { state in
                state.requests.append(request)
                return state.enqueued.isEmpty ? nil : state.enqueued.removeFirst()
            }
            let isKept = runBlocking(connection) { [handler] in
                do {
                    let response = try await Self.response(to: request, enqueued, handler)
                    return try await ResponseWriter(connection, request).write(response)
                } catch {
                    return false
                }
            }
            guard isKept else { return }
        }
    }

    private static func response(
        to request: LoopbackRequest, _ enqueued: LoopbackResponse?, _ handler: LoopbackServer.Handler
    ) async throws -> LoopbackResponse {
        if let enqueued { return enqueued }
        do {
            return try await handler(request)
        } catch {
            return .text("the handler threw: \(error)", statusCode: 500)
        }
    }

    /// Blocks the connection's thread until `operation` has ended, or `stop()` has cancelled it.
    private func runBlocking(_ connection: Socket, _ operation: @escaping @Sendable () async -> Bool) -> Bool {
        let result = Guarded(false)
        let done = DispatchSemaphore(value: 0)
        let task = Task {
            let value = await operation()
            result.withLock { $0 = value }
            done.signal()
        }
        let isStopped = state.withLock { state in
            state.answers[ObjectIdentifier(connection)] = task
            return state.isStopped
        }
        if isStopped { task.cancel() }
        done.wait()
        state.withLock { $0.answers[ObjectIdentifier(connection)] = nil }
        return result.withLock { $0 }
    }
}

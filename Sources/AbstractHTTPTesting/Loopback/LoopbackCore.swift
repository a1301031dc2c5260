import AbstractHTTP
import Foundation

/// The threads of a ``LoopbackServer``: one accepts, one serves each connection.
final class LoopbackCore: Sendable {
    private struct State {
        var requests: [LoopbackRequest] = []
        var enqueued: [LoopbackResponse] = []
        var connections: [ObjectIdentifier: Socket] = [:]
        var answers: [ObjectIdentifier: Answer] = [:]
        var requestCount = 0
        var connectionCount = 0
        var waits = CountWaits()
        var isStopped = false
    }

    /// A task that makes and writes a response, and the thread that waits for it.
    private struct Answer {
        let task: Task<Void, Never>
        let done: DispatchSemaphore

        /// Lets the thread go on at once: the task may need a thread that the caller of `stop()` blocks.
        func abandon() {
            task.cancel()
            done.signal()
        }
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

    var connectionCount: Int { state.withLock(\.connectionCount) }

    var openConnectionCount: Int { state.withLock(\.connections.count) }

    func waitForRequests(_ count: Int) async {
        await state.withLock { $0.waits.wait(for: count, present: $0.requestCount) }?.value()
    }

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
        for answer in answers { answer.abandon() }
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
        defer { socket.closeNow() }
        while let connection = try? socket.accepted() {
            let isServed = state.withLock { state in
                guard !state.isStopped else { return false }
                state.connections[ObjectIdentifier(connection)] = connection
                state.connectionCount += 1
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
            guard answer(request, on: connection) else { return }
        }
    }

    /// Answers a request; returns whether the connection is kept.
    private func answer(_ request: LoopbackRequest, on connection: Socket) -> Bool {
        let writer = ResponseWriter(connection, request)
        let enqueued = record(request)
        if let enqueued, case .data(let data) = enqueued.body {
            return (try? writer.write(enqueued, data)) ?? false
        }
        return runBlocking(connection) { [handler] in
            let response = await Self.response(to: request, enqueued, handler)
            return (try? await writer.write(response)) ?? false
        }
    }

    /// Keeps the request and returns the response that is enqueued for it.
    private func record(_ request: LoopbackRequest) -> LoopbackResponse? {
        let (enqueued, reached) = state.withLock { state in
            state.requests.append(request)
            state.requestCount += 1
            let enqueued = state.enqueued.isEmpty ? nil : state.enqueued.removeFirst()
            return (enqueued, state.waits.reached(state.requestCount))
        }
        for promise in reached { promise.fulfil(()) }
        return enqueued
    }

    private static func response(
        to request: LoopbackRequest, _ enqueued: LoopbackResponse?, _ handler: LoopbackServer.Handler
    ) async -> LoopbackResponse {
        if let enqueued { return enqueued }
        do {
            return try await handler(request)
        } catch {
            return .text("the handler threw: \(error)", statusCode: 500)
        }
    }

    /// Blocks the connection's thread until `operation` has ended, or `stop()` has abandoned it.
    private func runBlocking(_ connection: Socket, _ operation: @escaping @Sendable () async -> Bool) -> Bool {
        let isKept = Guarded(false)
        let done = DispatchSemaphore(value: 0)
        let task = Task {
            let value = await operation()
            isKept.withLock { $0 = value }
            done.signal()
        }
        let answer = Answer(task: task, done: done)
        let isStopped = state.withLock { state in
            state.answers[ObjectIdentifier(connection)] = answer
            return state.isStopped
        }
        if isStopped { answer.abandon() }
        done.wait()
        state.withLock { $0.answers[ObjectIdentifier(connection)] = nil }
        return isKept.withLock { $0 }
    }
}

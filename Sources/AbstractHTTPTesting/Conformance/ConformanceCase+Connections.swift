import AbstractHTTP
import Foundation

/// Connections, their faults, and canceled exchanges.
extension ConformanceCase {
    static let connections: [ConformanceCase] =
        idleConnections + [
            ConformanceCase("a connection is used again") { probe in
                for _ in 0..<5 { try await probe.expectService() }
                try probe.expectEqual(probe.server.connectionCount, 1, "the number of connections")
            },
            ConformanceCase("a connection that says that it closes is not used again") { probe in
                _ = try await probe.receive(LoopbackResponse(headers: ["Connection": "close"]))
                try await probe.expectService()
            },
            ConformanceCase("a connection that closed without a word costs no request") { probe in
                _ = try await probe.receive(LoopbackResponse.text("x").failing(.close, at: .end))
                while probe.server.openConnectionCount > 0 && !Task.isCancelled { await Task.yield() }
                try await probe.expectService()
            },
            ConformanceCase("bytes after a response are not the next response") { probe in
                let response = try await probe.receive(.text("x").failing(.garbage, at: .end))
                try probe.expectEqual(response.text, "x", "the body")
                // They may make the next request fail if it reused the connection before they arrived.
                let next = try? await probe.send(probe.request("/service"))
                try probe.expectEqual(next?.text ?? "GET /service", "GET /service", "the next response")
                try await probe.expectService()
            },
            ConformanceCase("fifty requests at once are answered") { probe in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<50 {
                        group.addTask {
                            let response = try await probe.send(probe.request("/\(number)"))
                            try probe.expectEqual(response.text, "GET /\(number)", "the body")
                        }
                    }
                    try await group.waitForAll()
                }
            },
            ConformanceCase("a connection is reported before the response") { probe in
                let isConnected = Promise<Bool>()
                let (request, context) = (
                    try probe.request(), ExchangeContext(onConnected: { isConnected.fulfill(true) })
                )
                probe.server.enqueue(.text("x").delayed(by: .seconds(1)))
                let sending = Task {
                    defer { isConnected.fulfill(false) }
                    return try await probe.send(request, in: context)
                }
                try probe.expect(await isConnected.value(), "nothing was reported")
                await probe.clock.waitForSleepers()
                probe.clock.advance(by: .seconds(1))
                try probe.expectEqual(try await sending.value.text, "x", "the body")
            },
            ConformanceCase("a server that does not answer holds no other request up") { probe in
                probe.server.enqueue(.text("never").failing(.stall, at: .responseHead))
                let waiting = Task { try await probe.send(probe.request("/waiting")) }
                await probe.server.waitForRequests(1)
                try await probe.expectService()
                waiting.cancel()
                _ = await waiting.result
            },
        ]

    /// What a server does to a connection between two requests, or after the head of the second one.
    private static let idleConnections: [ConformanceCase] =
        [
            ConformanceCase("a response that nobody asked for answers no request") { probe in
                for extra in [
                    "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison",
                    "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                ] {
                    try await probe.receive(then: Data(extra.utf8))
                    for _ in 0..<2 { try await probe.expectService() }
                }
            },
            ConformanceCase("a request with Expect that is answered early swallows no other request") { probe in
                for body in [Data(count: 16), Data(count: 200_000)] {
                    probe.server.enqueue(.text("early").early())
                    let expectation: HTTPHeaders = ["Expect": "100-continue"]
                    // The body may be sent or not. Either may cut the response off.
                    _ = try? await probe.send(probe.request("/", .put, headers: expectation, body: .data(body)))
                    try await probe.expectService()
                    let uploads = probe.server.requests.filter { $0.method == .put }
                    try probe.expect(uploads.allSatisfy { $0.body.allSatisfy { $0 == 0 } }, "a request became a body")
                }
            },
            ConformanceCase("a POST is not sent again after its kept connection is lost") { probe in
                try await probe.expectService()
                probe.server.enqueue(.text("never").failing(.close, at: .responseHead))
                let body = RequestBody.data(Data("once".utf8))
                try await probe.expectFailure(of: probe.request("/once", .post, body: body))
                // By then, the server has seen all connections end.
                while probe.server.openConnectionCount > 0, !Task.isCancelled { await Task.yield() }
                let posts = (probe.server.requests + probe.server.truncatedRequests).filter { $0.method == .post }
                try probe.expectEqual(posts.count, 1, "the number of requests")
            },
        ]
        + [LoopbackFault.Kind.close, .reset].flatMap { kind in
            [HTTPMethod.get, .put, .post, .patch].map { method in
                ConformanceCase("a kept connection that ends (\(kind)) costs no \(method)") { probe in
                    let stream = RequestBody.stream(length: 5) {
                        AsyncStream { continuation in
                            continuation.yield(Data("hello".utf8))
                            continuation.finish()
                        }
                    }
                    let data = RequestBody.data(Data("hello".utf8))
                    for body in method == .get ? [nil] : [nil, data, stream] {
                        try await probe.receive(then: kind)
                        try await probe.expectResponse(to: probe.request("/", method, body: body))
                    }
                    guard method == .post else { return }
                    try await probe.receive(then: kind)
                    let expectation: HTTPHeaders = ["Expect": "100-continue"]
                    try await probe.expectResponse(to: probe.request("/", method, headers: expectation, body: data))
                }
            }
        }

    static let faults: [ConformanceCase] =
        lost + [
            fault("an incomplete head is an error", .truncate, .responseHead),
            fault("half of a body is an error", .truncate, .responseBody),
            fault("a body without its last byte is an error", .truncate, .end),
            fault("a length that is too large is an error", .corruptLength, .responseBody),
            fault("two lengths that contradict each other are an error", .corruptLength, .responseHead),
            fault("garbage before the request is an error", .garbage, .accept),
            fault("garbage in place of a head is an error", .garbage, .responseHead),
            fault("garbage in place of chunks is an error", .garbage, .responseBody),
            chunks("half of a chunk is an error", .truncate, .responseBody),
            chunks("chunks without their end are an error", .truncate, .end),
            chunks("a chunk whose declared size is too large is an error", .corruptLength, .responseBody),
            chunks("a last chunk that is not empty is an error", .corruptLength, .end),
            ConformanceCase("a length that no number holds is an error") { probe in
                probe.server.enqueue(.raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nbody"))
                try await probe.expectFailure(of: probe.request())
            },
            ConformanceCase("the largest Content-Length that fits into an integer is an error if the body is shorter") {
                probe in
                probe.server.enqueue(.raw("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nbody"))
                try await probe.expectFailure(of: probe.request())
            },
            ConformanceCase("nobody at the port is an error") { probe in
                let request = try probe.request()
                probe.server.stop()
                try await probe.expectFailure(of: request)
            },
            ConformanceCase("a name that nobody has is an error") { probe in
                guard let url = URL(string: "http://no-such-host.invalid/") else { return }
                try await probe.expectFailure(of: Request(url: url))
            },
        ]

    private static let lost: [ConformanceCase] = [LoopbackFault.Kind.close, .halfClose, .reset].flatMap { kind in
        [LoopbackFault.Stage.accept, .requestHead, .requestBody, .responseHead, .responseBody].map { stage in
            fault("a connection that is lost (\(kind) at \(stage)) is an error", kind, stage)
        }
    }

    /// The request has a body, so that it is not sent again.
    private static func fault(
        _ name: String, _ kind: LoopbackFault.Kind, _ stage: LoopbackFault.Stage
    ) -> ConformanceCase {
        ConformanceCase(name) { probe in
            probe.server.enqueue(LoopbackResponse(data: Data("0123456789".utf8)).failing(kind, at: stage))
            try await probe.expectFailure(of: probe.request("/", .post, body: .data(Data("hello".utf8))))
            try await probe.expectService()
        }
    }

    private static func chunks(
        _ name: String, _ kind: LoopbackFault.Kind, _ stage: LoopbackFault.Stage
    ) -> ConformanceCase {
        ConformanceCase(name) { probe in
            let chunks = AsyncStream { continuation in
                continuation.yield(Data("0123456789".utf8))
                continuation.finish()
            }
            probe.server.enqueue(LoopbackResponse(body: .chunks(chunks)).failing(kind, at: stage))
            try await probe.expectFailure(of: probe.request("/", .post))
            try await probe.expectService()
        }
    }

    static let cancels: [ConformanceCase] =
        [
            cancel("before a request is read", .accept), cancel("while a body is sent", .requestBody),
            cancel("before the response", .responseHead), cancel("while a body is read", .responseBody),
        ] + [
            ConformanceCase("a task that is canceled already sends nothing, or ends at once") { probe in
                let task = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try await probe.send(probe.request())
                }
                _ = await task.result
                try await probe.expectService()
            },
            ConformanceCase("a body that is let go ends its exchange") { probe in
                let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
                probe.server.enqueue(LoopbackResponse(body: .chunks(chunks)))
                pieces.yield(Data("first".utf8))
                do {
                    let stream = try await probe.connector.execute(probe.request())
                    var body = stream.body.makeAsyncIterator()
                    _ = try await body.next()
                }
                // The server notices when it writes.
                while probe.server.openConnectionCount > 0 && !Task.isCancelled {
                    pieces.yield(Data(count: 1_024))
                    await Task.yield()
                }
                try await probe.expectService()
            },
        ]

    /// The server stalls at `stage`, and a cancel ends the exchange on both sides.
    private static func cancel(_ moment: String, _ stage: LoopbackFault.Stage) -> ConformanceCase {
        ConformanceCase("a cancel \(moment) ends the exchange") { probe in
            probe.server.enqueue(LoopbackResponse(data: Data("0123456789".utf8)).failing(.stall, at: stage))
            let (hasBegun, hasEnded) = (LockedValue(false), LockedValue(false))
            let task = Task {
                defer { hasEnded.withLock { $0 = true } }
                let body = stage == .requestBody ? RequestBody.data(Data(count: 16 << 20)) : nil
                let stream = try await probe.connector.execute(probe.request("/", .put, body: body))
                hasBegun.withLock { $0 = true }
                return try await probe.collect(stream)
            }
            let isReached: () -> Bool =
                switch stage {
                case .responseBody: { hasBegun.withLock { $0 } }
                case .responseHead: { !probe.server.requests.isEmpty }
                case .requestBody: { !probe.server.truncatedRequests.isEmpty }
                default: { probe.server.connectionCount > 0 }
                }
            // A connector that throws must not leave the rule waiting.
            while !isReached() && !hasEnded.withLock({ $0 }) && !Task.isCancelled { await Task.yield() }
            task.cancel()
            if case .success(let response) = await task.result {
                throw ConformanceFailure(reason: "no error, but \(response)")
            }
            // While the server leaves bytes unread, it does not notice that the client has closed.
            while stage != .requestBody && probe.server.openConnectionCount > 0 && !Task.isCancelled {
                await Task.yield()
            }
            try await probe.expectService()
        }
    }
}

extension ConformanceProbe {
    /// Sends a request that the server has to answer.
    fileprivate func expectResponse(to request: Request) async throws {
        try expectEqual(try await send(request).text, "\(request.method) /", "the response")
    }

    /// Receives a response, whose connection then gets `extra` bytes. Returns when the system of the client has them.
    fileprivate func receive(then extra: Data) async throws {
        let isWritten = LockedValue(false)
        try await receive(then: { extra }, isOver: { isWritten.withLock { $0 = true } })
        while !isWritten.withLock({ $0 }), server.openConnectionCount > 0, !Task.isCancelled { await Task.yield() }
    }

    /// Receives a response, whose connection then ends as `fault` says. Returns when it has ended.
    fileprivate func receive(then fault: LoopbackFault.Kind) async throws {
        try await receive(fault: fault)
        while server.openConnectionCount > 0, !Task.isCancelled { await Task.yield() }
    }

    /// Receives a response of one byte. Its connection gets more only when the client has read it.
    private func receive(
        then extra: @escaping @Sendable () -> Data = { Data() }, fault: LoopbackFault.Kind? = nil,
        isOver: @escaping @Sendable () -> Void = {}
    ) async throws {
        let (step, isRead) = (LockedValue(0), Promise<Void>())
        let pieces = AsyncStream<Data> {
            switch step.withLock({
                $0 += 1; return $0
            }) {
            case 1: return Data("x".utf8)
            case 2:
                await isRead.value()
                return extra()
            default:
                isOver()
                return nil
            }
        }
        var response = LoopbackResponse(body: .stream(length: 1, pieces))
        if let fault { response = response.failing(fault, at: .end) }
        try expectEqual(try await receive(response).text, "x", "the body")
        isRead.fulfill(())
    }
}

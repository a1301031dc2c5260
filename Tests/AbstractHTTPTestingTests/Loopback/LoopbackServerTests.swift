import Foundation
import Testing

@testable import AbstractHTTP
@testable import AbstractHTTPTesting

/// The server against a bare socket, byte for byte.
@Suite(.timeLimit(.minutes(1))) struct LoopbackServerTests {
    @Test func aRequestIsKeptByteForByte() async throws {
        let server = try LoopbackServer()
        let sent = "POST /a%2Fb?c=d HTTP/1.1\r\nhost: x\r\nX-Odd:  spaced \r\nContent-Length: 5\r\n\r\nhello"

        _ = try await exchange(sent, with: server, until: "POST /a%2Fb?c=d")

        let request = try #require(server.requests.first)
        #expect(request.raw == Data(sent.utf8))
        #expect(request.method == .post)
        #expect(request.target == "/a%2Fb?c=d")
        #expect(request.path == "/a%2Fb")
        #expect(request.query == "c=d")
        #expect(request.headers["x-odd"] == "spaced")
        #expect(request.body == Data("hello".utf8))
    }

    @Test func aChunkedRequestIsKeptRawAndItsBodyIsPutTogether() async throws {
        let server = try LoopbackServer()
        let sent =
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4;x=y\r\nabcd\r\nA\r\n0123456789\r\n0\r\nT: v\r\n\r\n"

        _ = try await exchange(sent, with: server, until: "POST /")

        #expect(server.requests.first?.raw == Data(sent.utf8))
        #expect(server.requests.first?.body == Data("abcd0123456789".utf8))
    }

    @Test func theResponseIsWrittenByteForByte() async throws {
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(statusCode: 201, headers: ["B": "1", "A": "2"], data: Data("hello".utf8)))

        let received = try await exchange("GET / HTTP/1.1\r\n\r\n", with: server, until: "hello")

        #expect(received == "HTTP/1.1 201 Created\r\nB: 1\r\nA: 2\r\nContent-Length: 5\r\n\r\nhello")
    }

    @Test func chunksAreFramedAndTheConnectionIsKept() async throws {
        let server = try LoopbackServer { request in .text(request.path) }
        let chunks = AsyncStream { continuation in
            for chunk in ["hello", "", "0123456789abcdef"] { continuation.yield(Data(chunk.utf8)) }
            continuation.finish()
        }
        server.enqueue(LoopbackResponse(body: .chunks(chunks)))

        let received = try await exchange(
            "GET /one HTTP/1.1\r\n\r\nGET /two HTTP/1.1\r\n\r\n", with: server, until: "/two")

        #expect(
            received.hasPrefix(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n"
            ))
        #expect(received.hasSuffix("\r\n\r\n/two"))
        #expect(server.connectionCount == 1)
    }

    @Test func headAnd204And304HaveNoBody() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/204": LoopbackResponse(statusCode: 204, data: Data("x".utf8))
            case "/304": LoopbackResponse(statusCode: 304, data: Data("x".utf8))
            default: .text("four")
            }
        }

        #expect(
            try await exchange("HEAD / HTTP/1.1\r\n\r\n", with: server, until: "\r\n\r\n").hasSuffix(
                "Content-Length: 4\r\n\r\n"))
        #expect(
            try await exchange("GET /204 HTTP/1.1\r\n\r\n", with: server, until: "\r\n\r\n")
                == "HTTP/1.1 204 No Content\r\n\r\n")
        #expect(try await exchange("GET /304 HTTP/1.1\r\n\r\n", with: server, until: "\r\n\r\n").hasSuffix("\r\n\r\n"))
    }

    @Test func expect100ContinueIsAnswered() async throws {
        let server = try LoopbackServer { request in .text(String(decoding: request.body, as: UTF8.self)) }
        let socket = try Socket.connected(to: server.port)
        try socket.write(Data("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n".utf8))

        #expect(try await read(socket, until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try socket.write(Data("body".utf8))

        #expect(try await read(socket, until: "body").hasSuffix("body"))
    }

    @Test func aHandlerThatThrowsIsA500ThatSaysWhat() async throws {
        struct Odd: Error {}
        let server = try LoopbackServer { _ in throw Odd() }

        let received = try await exchange("GET / HTTP/1.1\r\n\r\n", with: server, until: "Odd()")

        #expect(received.hasPrefix("HTTP/1.1 500 "))
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "GET /\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "\u{16}\u{3}\u{1}\r\n",
    ])
    func garbageClosesTheConnectionAndTheServerLives(garbage: String) async throws {
        let server = try LoopbackServer { _ in .text("alive") }
        let socket = try Socket.connected(to: server.port)
        try socket.write(Data(garbage.utf8))

        #expect(try await onThread { try socket.read() }.isEmpty)
        #expect(try await exchange("GET / HTTP/1.1\r\n\r\n", with: server, until: "alive").hasSuffix("alive"))
        #expect(server.requests.count == 1)
    }

    @Test func stoppingClosesEveryConnectionAndReturns() async throws {
        let server = try LoopbackServer { _ in
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            for await _ in stream {}
            withExtendedLifetime(continuation) {}
            return .text("never")
        }
        let sockets = try (0..<8).map { _ in try Socket.connected(to: server.port) }
        for socket in sockets { try socket.write(Data("GET / HTTP/1.1\r\n\r\n".utf8)) }

        server.stop()

        for socket in sockets { #expect((try? await onThread { try socket.read() })?.isEmpty ?? true) }
        #expect(throws: SocketError.self) { try Socket.connected(to: server.port) }
        #expect(server.openConnectionCount == 0)
    }

    @Test func requestsCanBeTakenAndWaitedFor() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        async let arrived: Void = server.waitForRequests(2)
        for path in ["/1", "/2"] {
            _ = try await exchange("GET \(path) HTTP/1.1\r\n\r\n", with: server, until: "ok")
        }
        await arrived

        #expect(server.takeRequests().map(\.path) == ["/1", "/2"])
        #expect(server.requests.isEmpty)
    }

    /// Sends `text` and reads until `end` has come; `end` may also be text of the request that the server repeats.
    private func exchange(_ text: String, with server: LoopbackServer, until end: String) async throws -> String {
        let socket = try Socket.connected(to: server.port)
        try socket.write(Data(text.utf8))
        return try await read(socket, until: end)
    }

    private func read(_ socket: Socket, until end: String) async throws -> String {
        var received = Data()
        while received.range(of: Data(end.utf8)) == nil {
            let bytes = try await onThread { try socket.read() }
            guard !bytes.isEmpty else { break }
            received += bytes
        }
        return String(decoding: received, as: UTF8.self)
    }
}

/// Runs what blocks on a thread of its own: the threads of the tests are few, and the server needs them.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let result = Promise<Result<Value, any Error>>()
    Thread { result.fulfil(Result { try body() }) }.start()
    return try await result.value().get()
}

import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP
@testable import AbstractHTTPTesting

/// The server against a bare socket, byte for byte.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct LoopbackServerTests {
    @Test func requestIsRecordedByteForByte() async throws {
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

    @Test func headAnd204And304SendNoBody() async throws {
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

    @Test func handlerErrorIsReportedAsA500() async throws {
        struct Odd: Error {}
        let server = try LoopbackServer { _ in throw Odd() }

        let received = try await exchange("GET / HTTP/1.1\r\n\r\n", with: server, until: "Odd()")

        #expect(received.hasPrefix("HTTP/1.1 500 "))
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "GET /\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n7fffffffffffffff\r\n", "\u{16}\u{3}\u{1}\r\n",
    ])
    func garbageClosesOnlyItsConnection(garbage: String) async throws {
        let server = try LoopbackServer { _ in .text("alive") }
        let socket = try Socket.connected(to: server.port)
        try socket.write(Data(garbage.utf8))

        #expect(try await onThread { try socket.read() }.isEmpty)
        #expect(try await exchange("GET / HTTP/1.1\r\n\r\n", with: server, until: "alive").hasSuffix("alive"))
        #expect(server.requests.count == 1)
    }

    @Test func stoppingClosesEveryConnectionAndReturns() async throws {
        var isRefused = false
        // The system may give the port to the server of another test at once, but not each time.
        for _ in 0..<5 where !isRefused {
            let server = try LoopbackServer { _ in
                let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
                for await _ in stream {}
                withExtendedLifetime(continuation) {}
                return .text("never")
            }
            let sockets = try (0..<8).map { _ in try Socket.connected(to: server.port) }
            for socket in sockets { try socket.write(Data("GET / HTTP/1.1\r\n\r\n".utf8)) }

            server.stop()

            isRefused = (try? Socket.connected(to: server.port)) == nil
            for socket in sockets { #expect((try? await onThread { try socket.read() })?.isEmpty ?? true) }
            #expect(server.openConnectionCount == 0)
        }
        #expect(isRefused)
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

    @Test func aRequestThatBreaksOffIsKeptByteForByte() async throws {
        let server = try LoopbackServer()
        for sent in ["GET / HT", "POST /a HTTP/1.1\r\nX: y\r\n", "POST /b HTTP/1.1\r\nContent-Length: 5\r\n\r\nhel"] {
            let client = try Socket.connected(to: server.port)
            try client.write(Data(sent.utf8))
            client.shutDown(.sending)
            _ = try await onThread { try client.readAll() }

            #expect(server.truncatedRequests.last?.raw == Data(sent.utf8))
        }

        #expect(server.truncatedRequests.map(\.target) == ["", "/a", "/b"])
        #expect(server.truncatedRequests.last?.body == Data("hel".utf8))
        #expect(server.requests.isEmpty)
    }

    @Test func headThatIsResetIsKeptByteForByte() throws {
        struct Reset: Error {}
        var pieces = [Data("GET / HT".utf8)]
        var reader = RequestReader {
            guard let piece = pieces.popLast() else { throw Reset() }
            return piece
        }

        _ = try reader.begin()
        #expect(throws: Reset.self) { try reader.head() }

        #expect(reader.request.raw == Data("GET / HT".utf8))
    }

    @Test func interimResponsesComeBeforeTheResponse() async throws {
        let server = try LoopbackServer()
        var response = LoopbackResponse.text("x")
        response.interim = [
            LoopbackResponse(statusCode: 103, headers: ["Link": "</a>"]), LoopbackResponse(statusCode: 102),
        ]
        server.enqueue(response)

        let received = try await exchange("GET / HTTP/1.1\r\n\r\n", with: server, until: "\r\n\r\nx")

        #expect(received.hasPrefix("HTTP/1.1 103 \r\nLink: </a>\r\n\r\nHTTP/1.1 102 \r\n\r\nHTTP/1.1 200 OK\r\n"))
    }

    @Test func anEarlyResponseComesBeforeTheBodyIsRead() async throws {
        let server = try LoopbackServer()
        server.enqueue(.text("no", statusCode: 413).early(), .text("next"))
        let client = try Socket.connected(to: server.port)
        try client.write(Data("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n".utf8))

        #expect(try await read(client, until: "no").hasPrefix("HTTP/1.1 413 "))
        try client.write(Data("helloGET / HTTP/1.1\r\n\r\n".utf8))

        #expect(try await read(client, until: "next").hasSuffix("next"))
        #expect(server.requests.map(\.body) == [Data("hello".utf8), Data()])
    }

    @Test func anEarlyResponseThatClosesReadsTheBody() async throws {
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(statusCode: 413, headers: ["Connection": "close"]).early())

        let received = try await exchange("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", with: server)
        await until { server.connectionCount == 1 && server.openConnectionCount == 0 }

        #expect(received == "HTTP/1.1 413 \r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        #expect(server.requests.map(\.body) == [Data("hello".utf8)])
        #expect(server.truncatedRequests.isEmpty)
    }

    @Test(arguments: [HTTPMethod.get, .head], [200, 204, 304])
    func rawResponseIsSentWhole(method: HTTPMethod, statusCode: Int) async throws {
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(statusCode: statusCode, body: .raw(Data("odd\r\n\r\nbody".utf8))))

        #expect(try await exchange("\(method) / HTTP/1.1\r\n\r\n", with: server) == "odd\r\n\r\nbody")
    }

    @Test func aRawResponseIsSentAsItIsAndCloses() async throws {
        let server = try LoopbackServer()
        server.enqueue(.raw("HTTP/1.0 299 Odd\r\n\r\nbody"))

        #expect(try await exchange("GET / HTTP/1.1\r\n\r\n", with: server) == "HTTP/1.0 299 Odd\r\n\r\nbody")
    }

    @Test func aStreamOfKnownLengthIsNotChunked() async throws {
        let server = try LoopbackServer()
        let pieces = AsyncStream { continuation in
            for piece in ["he", "llo"] { continuation.yield(Data(piece.utf8)) }
            continuation.finish()
        }
        server.enqueue(LoopbackResponse(body: .stream(length: 5, pieces)))

        let received = try await exchange("GET / HTTP/1.1\r\n\r\n", with: server, until: "hello")

        #expect(received == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    }

    @Test func largeBodyIsCountedButNotKept() async throws {
        let server = try LoopbackServer(keptBodyBytes: 3) { request in .text("\(request.bodyLength)") }
        let head = "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n"

        #expect(try await exchange(head + "hello", with: server, until: "\r\n\r\n5").hasSuffix("5"))
        #expect(server.requests.first?.body == Data("hel".utf8))
        #expect(server.requests.first?.raw == Data((head + "hel").utf8))
    }

    @Test func manyConnectionsLeakNothing() async throws {
        await #expect(processExitsWith: .success) {
            // The first round opens the descriptors that the process keeps, such as those of its queues.
            try await serveManyConnections()
            // The system takes a moment to take a thread off its list after it was joined.
            await until { Leftovers.now.threads == 0 }
            let before = Leftovers.now.descriptors
            for _ in 0..<3 { try await serveManyConnections() }
            await until {
                let now = Leftovers.now
                return now.threads == 0 && now.descriptors <= before
            }
        }
    }
}

/// Serves 300 connections that are open at the same time, and stops.
private func serveManyConnections() async throws {
    let server = try LoopbackServer { request in .text(request.path) }
    var clients: [Socket] = []
    for number in 0..<300 {
        let client = try Socket.connected(to: server.port)
        try client.write(Data("GET /\(number) HTTP/1.1\r\n\r\n".utf8))
        clients.append(client)
    }
    await server.waitForRequests(300)
    precondition(server.openConnectionCount == 300)
    server.stop()
}

/// Resources that a server must not leave behind.
private struct Leftovers {
    var descriptors: Int
    var threads: Int

    static var now: Self {
        let count = { (path: String) in (try? FileManager.default.contentsOfDirectory(atPath: path))?.count ?? 0 }
        // The threads of the pool come and go at any time. Those of a server have its name.
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        let threads = tasks.count { task in
            let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
            return name?.hasPrefix("LoopbackServer") == true
        }
        return Self(descriptors: count("/proc/self/fd"), threads: threads)
    }
}

import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// URLSession against a real server on this machine.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct DefaultHTTPConnectorTests {
    let config = ConnectionConfig(connector: TestConnector.make())

    @Test func requestIsSentAndItsResponseReturned() async throws {
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(statusCode: 201, headers: ["X-Answer": "42"], data: Data("made".utf8)))
        let spec = TextSpec(
            url: server.url + "/a%2Fb?x=1", httpMethod: .put, headers: ["X-Test": "yes"], urlQuery: ["q": "a b"])

        let response = try await HTTP(spec.url).method(.put).headers(spec.headers).query(spec.urlQuery)
            .body(Data("body".utf8)).asResponse(config: config).response()

        #expect(response.statusCode == 201)
        #expect(response.headers["x-answer"] == "42")
        #expect(response.data == Data("made".utf8))
        #expect(server.requests.map(\.method) == [.put])
        #expect(server.requests.map(\.target) == ["/a%2Fb?x=1&q=a%20b"])
        #expect(server.requests.map { $0.headers["X-Test"] } == ["yes"])
        #expect(server.requests.map(\.body) == [Data("body".utf8)])
    }

    @Test func oneSessionKeepsItsConnectionAlive() async throws {
        let server = try LoopbackServer { request in .text(request.path) }

        for number in 0..<5 {
            let text = try await HTTP(server.url + "/\(number)").asString(config: config).response()
            #expect(text == "/\(number)")
        }

        #expect(server.connectionCount == 1)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func aRedirectIsAnOrdinaryResponse(statusCode: Int) async throws {
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(statusCode: statusCode, headers: ["Location": "/other"], data: Data("go".utf8)))

        let response = try await HTTP(server.url).redirects(.off).asResponse(config: config).response()

        #expect(response.statusCode == statusCode)
        #expect(response.headers[.location] == "/other")
        #expect(server.requests.count == 1)
    }

    @Test func basicChallengeIsAnOrdinaryResponse() async throws {
        let server = try LoopbackServer()
        let headers: HTTPHeaders = ["WWW-Authenticate": "Basic realm=\"x\""]
        server.enqueue(LoopbackResponse(statusCode: 401, headers: headers, data: Data("who are you".utf8)))

        let error = await failure(of: HTTP(server.url).asString(config: config))

        #expect(error?.type == .invalidResponse)
        #expect(error?.response?.statusCode == 401)
        #expect(error?.response?.data == Data("who are you".utf8))
    }

    /// The request was not checked by a pipeline.
    @Test(arguments: ["http://127.0.0.%31:80/", "http://127..1:80/", "http://.127.0.0.1:80/", "http://u:p@h%00/"])
    func ambiguousHostIsRejected(url: String) async throws {
        let request = Request(url: try #require(URL(string: url)))

        await #expect(throws: InvalidRequest.malformedHost(url)) { try await config.connector.execute(request) }
    }

    @Test(arguments: ["http:///evil/", "http:/evil/", "http://:80/"])
    func urlWithoutAHostIsRejected(url: String) async throws {
        let request = Request(url: try #require(URL(string: url)))

        await #expect(throws: InvalidRequest.relativeURL(url)) { try await config.connector.execute(request) }
    }

    @Test func aFileIsUploaded() async throws {
        let server = try LoopbackServer { request in .text("\(request.body.count)") }
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })

        try await withTemporaryFile(content) { url in
            let text = try await HTTP(server.url).method(.post).body(try .file(url)).asString(config: config)
                .response()

            #expect(text == "300000")
            #expect(server.requests[0].body == content)
            #expect(server.requests[0].headers[.contentLength] == "300000")
        }
    }

    @Test func aStreamIsUploadedWithItsLength() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let text = String(repeating: "x", count: 100_000)

        for body in [RequestBody.stream { chunks("one ", "two") }, .stream { chunks("one ", text) }] {
            _ = try await HTTP(server.url).method(.post).body(body).asString(config: config).response()
        }

        #expect(server.requests.map(\.body) == [Data("one two".utf8), Data("one \(text)".utf8)])
        // The session gets the stream only after it has been read to its end.
        #expect(
            server.requests.map { $0.headers[.contentLength] }
                == (TestConnector.isCurl ? [nil, nil] : ["7", "100004"]))
    }

    @Test func aBodyOnGETIsRejectedUnread() async throws {
        let reads = LockedValue(0)
        let body = RequestBody.stream {
            AsyncStream {
                reads.withLock { count -> Data? in
                    count += 1
                    return count < 4 ? Data("x".utf8) : nil
                }
            }
        }
        let request = try Request(url: #require(URL(string: "http://127.0.0.1:9/")), body: body)

        let error = await #expect(throws: TransportError.self) { try await DefaultHTTPConnector().execute(request) }

        #expect(error?.kind == .unsupported)
        #expect(reads.withLock { $0 } == 0)
        #expect(!body.isSpent)
    }

    @Test func bodylessPOSTsUseSeparateConnections() async throws {
        let server = try LoopbackServer { request in .text(request.path) }

        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<20 {
                let post = HTTP("\(server.url)/\(number)").method(.post).asString(config: config)
                group.addTask { try await post.response() }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }

        #expect(texts == Set((0..<20).map { "/\($0)" }))
        if TestConnector.isCurl { return }
        #expect(server.connectionCount == 20)
        await until { server.openConnectionCount == 0 }
    }

    @Test func headHasNoBodyAndKeepsItsHeaders() async throws {
        let server = try LoopbackServer { _ in .text("four") }

        let response = try await HTTP(server.url).method(.head).asResponse(config: config).response()

        #expect(response.data.isEmpty)
        #expect(response.headers[.contentLength] == "4")
    }

    @Test func refusedConnectionIsANetworkError() async throws {
        let port = try RefusedPort()

        let error = await failure(of: HTTP(port.url).asString(config: config))

        #expect(error?.type == .network)
        #expect((error?.underlying as? TransportError)?.kind == .refused)
        withExtendedLifetime(port) {}
    }

    @Test func aBodyIsReadWhileItArrives() async throws {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(body: .chunks(chunks)))

        let stream = try await HTTP(server.url).asStream(config: config).response()
        var received: [String] = []
        pieces.yield(Data("1".utf8))
        for try await chunk in stream.body {
            received.append(String(decoding: chunk, as: UTF8.self))
            if received.count < 5 { pieces.yield(Data("\(received.count + 1)".utf8)) } else { pieces.finish() }
        }

        #expect(received == ["1", "2", "3", "4", "5"])
    }

    @Test func aCancelStopsTheExchange() async throws {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        let connection = HTTP(server.url).asStream(config: config)
        let stream = try await connection.response()

        connection.cancel()

        await #expect(throws: ConnectionError.self) { for try await _ in stream.body {} }
        // The server notices that the client has left.
        await until {
            pieces.yield(Data("1".utf8))
            return server.openConnectionCount == 0
        }
    }

    @Test func aTaskThatIsCanceledAlreadyEndsAtOnce() async throws {
        let server = try LoopbackServer { _ in .text("too late") }
        let (connector, url) = (TestConnector.make(), try #require(URL(string: server.url)))

        for _ in 0..<200 {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await connector.execute(Request(url: url))
            }
            _ = await task.result
        }
    }

    @Test func anInterimResponseIsNotTheResponse() async throws {
        let server = try LoopbackServer { request in .text(String(decoding: request.body, as: UTF8.self)) }

        let text = try await HTTP(server.url).method(.post).headers(["Expect": "100-continue"])
            .body(Data("body".utf8)).asString(config: config).response()

        #expect(text == "body")
    }

    @Test func deletedFileIsAnErrorNotAHang() async throws {
        let server = try LoopbackServer()
        let file = FileManager.default.temporaryDirectory.appending(component: "AbstractHTTPTests-\(UUID().uuidString)")
        try Data("a".utf8).write(to: file)
        let body = try RequestBody.file(file)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: file) }

        let error = await failure(of: HTTP(server.url).method(.put).body(body).asString(config: config))

        #expect(error?.type == .invalidRequest)
        #expect(error?.underlying as? InvalidRequest == .notAFile(path: file.path))
    }

    @Test func aStormOfCancelsEndsEveryConnection() async throws {
        let server = try LoopbackServer { request in .text(request.path) }
        let connections = (0..<300).map { HTTP("\(server.url)/\($0)").asString(config: config) }

        let outcomes = await outcomes(ofCancelingHalfOf: connections)

        #expect(outcomes.count == 300)
        #expect(outcomes.allSatisfy { $0 == nil || $0 == .canceled })
    }
}

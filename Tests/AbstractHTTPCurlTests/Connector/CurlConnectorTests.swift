import AbstractHTTP
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl
@testable import AbstractHTTPTesting

/// libcurl against a real server on this machine.
@Suite(.timeLimit(.minutes(5))) struct CurlConnectorTests {
    @Test func manyRequestsShareFewConnectionsAndHandles() async throws {
        let clock = ManualClock()
        let pair = try Pair { options in
            options.clock = clock
            options.connectionsPerHost = 3
        }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let response = try await pair.send("/\(number)")
                    #expect(response.text == "/\(number)")
                }
            }
            try await group.waitForAll()
        }

        #expect((1...3).contains(pair.server.connectionCount))
        let counts = await pair.connector.counts
        #expect(counts == TransferCounts(running: 0, waiting: 0, spareHandles: 3, handles: 3, isWatched: true))
    }

    /// Each request but the first meets a kept connection that the server closes, and libcurl retries it.
    @Test func retryCountResetsWithEachRequest() async throws {
        let pair = try Pair { $0.connectionsPerHost = 1 }
        pair.server.enqueue(.text("1"))
        for number in 2...40 {
            pair.server.enqueue(.text("").failing(.close, at: .responseHead), .text("\(number)"))
        }

        for number in 1...40 { #expect(try await pair.send().text == "\(number)") }

        #expect(await pair.connector.counts { $0.spareHandles == $0.handles } != nil)
    }

    @Test func connectionLimitAppliesPerHost() async throws {
        let pair = try Pair { $0.connectionsPerHost = 1 }
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        pair.server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        async let first = pair.send("/first")
        await pair.connector.counts { $0.running == 1 }
        let other = try LoopbackServer { .text($0.path) }
        let url = try #require(URL(string: other.url + "/other"))

        #expect(try await pair.response(to: Request(url: url)).text == "/other")

        pieces.finish()
        _ = try await first
    }

    /// A handle keeps the parts of a URL that it sends again.
    @Test(arguments: ["/", "/a/../b/./c", "/a?", "/%e4%C3%A4?x=1&y=%2f&z", "/a%20b?c+d", "//a//b"])
    func repeatedURLIsUnchanged(path: String) async throws {
        let pair = try Pair { $0.connectionsPerHost = 1 }

        for path in [path, path, path, "/other", path, path] { _ = try await pair.send(path) }

        let paths = pair.server.requests.map(\.target)
        #expect(paths == [path, path, path, "/other", path, path])
    }

    @Test func aURLWithAUserIsSentAgainWithIt() async throws {
        let pair = try Pair { $0.connectionsPerHost = 1 }
        let url = try #require(URL(string: "http://ada:secret@127.0.0.1:\(pair.server.port)/a#b"))

        for _ in 0..<3 { _ = try await pair.response(to: Request(url: url)) }

        let authorization = "Basic " + Data("ada:secret".utf8).base64EncodedString()
        #expect(pair.server.requests.map { $0.headers[.authorization] } == Array(repeating: authorization, count: 3))
        #expect(pair.server.requests.map(\.target) == Array(repeating: "/a", count: 3))
    }

    @Test func waitingRequestsAreSentInOrder() async throws {
        let pair = try Pair { $0.connectionsPerHost = 1 }
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        pair.server.enqueue(LoopbackResponse(body: .chunks(chunks)))

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                group.addTask { _ = try await pair.send("/\(number)") }
                await pair.connector.counts { $0.running + $0.waiting > number }
            }
            pieces.finish()
            try await group.waitForAll()
        }

        #expect(pair.server.requests.map(\.path) == (0..<12).map { "/\($0)" })
    }

    /// The other methods would make libcurl wait (Kerberos).
    @Test func socksProxyIsOfferedOnlyAPassword() async throws {
        let proxy = try Socket.listening()
        let port = try proxy.port()
        let connector = try CurlConnector {
            $0.proxy = .socks5(host: "127.0.0.1", port: port, user: "ada", password: "x")
        }
        let request = Request(url: try #require(URL(string: "http://service.example/")))
        let task = Task { try await connector.response(to: request) }

        let greeting = try await onThread { try proxy.accepted().read() }

        // RFC 1928, section 3: the version, how many methods, and the methods; 0 is none, 2 a password.
        #expect(Array(greeting) == [5, 2, 0, 2])
        _ = await task.result
    }

    @Test func requestCanceledWhileWaitingIsNeverSent() async throws {
        let pair = try Pair { $0.connectionsPerHost = 1 }
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        pair.server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        async let first = pair.send("/first")
        await pair.connector.counts { $0.running == 1 }
        let waiting = Task { try await pair.send("/waiting") }
        await pair.connector.counts { $0.running + $0.waiting == 2 }

        waiting.cancel()

        await #expect(throws: CancellationError.self) { try await waiting.value }
        pieces.finish()
        _ = try await first
        #expect(pair.server.requests.map(\.path) == ["/first"])
    }

    @Test func headerFieldsAreParsedLazily() async throws {
        let pair = try Pair(answer: { _ in LoopbackResponse(headers: ["X-One": "1"], data: Data("x".utf8)) })
        let config = ConnectionConfig(connector: pair.connector)

        let response = try await HTTP(pair.server.url).asResponse(config: config).response()

        #expect(!response.headers.isRead)
        #expect(response.headers["x-one"] == "1")
        #expect(!response.headers.isRead)
        #expect(response.headers.map(\.name).contains("X-One"))
        #expect(response.headers.isRead)
    }

    @Test func thePhasesOfAnExchangeAreMeasured() async throws {
        let pair = try Pair()
        let config = ConnectionConfig(connector: pair.connector)

        var allMetrics: [TransferMetrics] = []
        for _ in 0..<2 {
            let response = try await HTTP(pair.server.url).asResponse(config: config).response()
            allMetrics.append(try #require(response.metrics))
        }

        #expect(allMetrics.map { $0.nameLookup != nil } == [true, false])
        #expect(allMetrics.map { $0.connect != nil } == [true, false])
        #expect(allMetrics.map { $0.tls } == [nil, nil])
        #expect(allMetrics.map(\.isReusedConnection) == [false, true])
        #expect(allMetrics.map(\.networkProtocol) == ["http/1.1", "http/1.1"])
        for metrics in allMetrics {
            let (firstByte, total) = (try #require(metrics.firstByte), try #require(metrics.total))
            #expect(.zero < firstByte && firstByte <= total)
        }
    }

    /// Old versions of libcurl measure when sending begins.
    @Test func firstByteOfAnUploadIsThatOfTheResponse() async throws {
        let pair = try Pair()
        pair.server.enqueue(.text("late").delayed(by: .milliseconds(300)))

        let response = try await pair.send("/", .put, body: .data(Data(count: 200_000)))

        let firstByte = try #require(response.metrics?.firstByte)
        #expect(firstByte >= .milliseconds(300))
    }

    @Test func metricsHaveNoTotalBeforeTheBodyEnds() async throws {
        let pair = try Pair()
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        pair.server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        pieces.yield(Data("one".utf8))
        let stream = try await pair.connector.execute(pair.request())

        let before = stream.metrics
        pieces.finish()
        for try await _ in stream.body {}

        #expect(before?.firstByte != nil)
        #expect(before?.total == nil)
        #expect(stream.metrics?.total != nil)
    }

    @Test func userAndPasswordOfAURLAreSent() async throws {
        let pair = try Pair()
        let url = try #require(URL(string: "http://ada:se%20cret@127.0.0.1:\(pair.server.port)/a"))

        _ = try await pair.response(to: Request(url: url))

        #expect(pair.server.requests.map(\.target) == ["/a"])
        #expect(pair.server.requests.map { $0.headers[.authorization] } == ["Basic YWRhOnNlIGNyZXQ="])
    }

    @Test func contentEncodingIsRequestedAndDecoded() async throws {
        let gzip = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJ11EoycgsVgCi5PzcgqLU4uLUFIX8vORUAC+xrf0eAAAA"))
        let pair = try Pair(answer: { _ in LoopbackResponse(headers: ["Content-Encoding": "gzip"], data: gzip) })

        let response = try await pair.send()

        #expect(response.text == "hello, this is compressed once")
        #expect(pair.server.requests[0].headers["Accept-Encoding"]?.contains("gzip") == true)
    }

    @Test func rangeIsRequestedAndDeliveredWithoutDecoding() async throws {
        let headers: HTTPHeaders = ["Content-Encoding": "gzip", "Content-Range": "bytes 10-19/60"]
        let pair = try Pair(answer: { _ in LoopbackResponse(statusCode: 206, headers: headers, data: Data(10..<20)) })
        var request = try pair.request()
        request.headers = ["Range": "bytes=10-19"]

        let response = try await pair.response(to: request)

        #expect(response.data == Data(10..<20))
        #expect(pair.server.requests.map { $0.headers["Accept-Encoding"] } == ["identity"])
    }

    /// The pipeline checks a request, but middleware can change it after that.
    @Test func headerFieldWithALineBreakIsNotSent() async throws {
        let pair = try Pair()
        var request = try pair.request()
        request.headers = ["X-A": "b\r\nX-Injected: c"]

        let error = await pair.failure(of: request)

        #expect(error as? InvalidRequest == .headerValue(name: "X-A"))
        #expect(pair.server.connectionCount == 0)
    }

    @Test func connectorFramesTheBody() async throws {
        let pair = try Pair()
        var request = try pair.request("/", .post, body: .data(Data("four".utf8)))
        request.headers = ["Content-Length": "99", "Transfer-Encoding": "gzip"]

        _ = try await pair.response(to: request)

        #expect(pair.server.requests[0].body == Data("four".utf8))
        #expect(pair.server.requests[0].headers.values(for: .contentLength) == ["4"])
        #expect(pair.server.requests[0].headers["Transfer-Encoding"] == nil)
    }

    @Test(arguments: ["ftp://example.com/", "file:///etc/passwd", "data:,x", "gopher://example.com/"])
    func nonHTTPURLIsRejected(url: String) async throws {
        let connector = try CurlConnector()

        let error = await #expect(throws: TransportError.self) {
            try await connector.execute(Request(url: #require(URL(string: url))))
        }

        #expect(error?.kind == .unsupported)
    }

    @Test func bodyOnHEADIsRejected() async throws {
        let pair = try Pair()

        let error = await pair.failure(of: try pair.request("/", .head, body: .data(Data("x".utf8))))

        #expect(kind(of: error) == .unsupported)
        #expect(pair.server.requests.isEmpty)
        #expect(try await pair.send("/next").text == "/next")
    }

    @Test func errorContainsTheLibcurlMessage() async throws {
        let (pair, port) = (try Pair(), try RefusedPort())
        let url = try #require(URL(string: port.url))

        let error = await pair.failure(of: Request(url: url)) as? TransportError

        #expect(error?.kind == .refused)
        #expect((error?.underlying as? CurlError)?.code == 7)
        #expect(
            error?.description.contains("the server refused the connection or the request: Failed to connect") == true)
        withExtendedLifetime(port) {}
    }
}

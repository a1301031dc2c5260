import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// Bodies that are read while they are sent.
@Suite(.timeLimit(.minutes(5))) struct CurlUploadTests {
    @Test(arguments: [RequestBody.data(Data()), .stream { AsyncStream { $0.finish() } }])
    func emptyBodyIsReportedOnlyIfTheRequestWasSent(body: RequestBody) async throws {
        let pair = try Pair()
        let request = try pair.request("/", .post, body: body)
        pair.server.stop()
        let counts = LockedValue<[Int]>([])
        let context = ExchangeContext(onSent: { count in counts.withLock { $0.append(count) } })

        await #expect(throws: TransportError.self) { try await pair.connector.execute(request, in: context) }

        #expect(counts.withLock { $0 } == [])
    }

    @Test func bodyIsReadAtTheServersPace() async throws {
        let pair = try Pair { $0.idleTimeout = .seconds(1) }
        pair.server.enqueue(.text("").failing(.stall, at: .requestBody))
        let made = LockedValue(0)
        let body = RequestBody.stream {
            AsyncStream {
                made.withLock { $0 += 64 << 10 }
                return Data(count: 64 << 10)
            }
        }

        // The request ends when no byte has passed for a second, which is when all that is read ahead has been read.
        let error = try await pair.failure(of: pair.request("/", .put, body: body))
        #expect((error as? TransportError)?.kind == .idle(for: .seconds(1)))

        // The sockets hold some MiB.
        #expect(made.withLock { $0 } < 24 << 20)
    }

    /// A connection is closed only if the body was not sent.
    @Test(arguments: [nil, 0, 10, 60_000, 200_000, 3_000_000], [true, false])
    func connectionIsReusedAfterAnUpload(count: Int?, expects: Bool) async throws {
        let pair = try Pair { $0.connectionsPerHost = 1 }
        let chunks: @Sendable () -> AsyncStream<Data> = { .of(Data(count: count ?? 0)) }
        var request = try pair.request("/", .post)
        if expects { request.headers["Expect"] = "100-continue" }

        for body in [count.map { RequestBody.data(Data(count: $0)) }, .stream(chunks), .stream(length: count, chunks)] {
            request.body = body
            #expect(try await pair.response(to: request).text == "/")
        }

        #expect(pair.server.connectionCount == 1)
    }

    @Test(arguments: [nil, 300_006])
    func formIsSentWhileItsStreamIsProduced(length: Int?) async throws {
        let pair = try Pair()
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        var form = MultipartForm()
        form.add("title", "Holiday")
        form.add(try MultipartForm.Part(name: "film", body: .stream(length: length) { chunks }, fileName: "a.mp4"))
        let body = form.body
        async let response = pair.send("/", .post, body: body)
        pieces.yield(Data(count: 300_000))

        // All available bytes have been sent, and the server waits for the rest.
        await pair.connector.counts { $0.running == 1 && $0.paused == 1 }
        await until { pair.server.openConnectionCount == 1 }
        pieces.yield(Data("thatIs".utf8))
        pieces.finish()

        #expect(try await response.statusCode == 200)
        let sent = try #require(pair.server.requests.first?.body)
        #expect(sent.count > 300_006 && sent.range(of: Data("thatIs\r\n--\(form.boundary)--\r\n".utf8)) != nil)
        #expect(pair.server.requests.map { $0.headers[.contentLength] } == [length.map { _ in "\(sent.count)" }])
    }

    @Test func streamErrorTruncatesTheRequest() async throws {
        struct Broken: Error {}
        let pair = try Pair()
        let body = RequestBody.stream {
            AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data("half".utf8))
                continuation.finish(throwing: Broken())
            }
        }

        let error = await pair.failure(of: try pair.request("/", .post, body: body))

        #expect(error is Broken)
        await pair.server.waitForTruncatedRequests(1)
        #expect(pair.server.requests.isEmpty)
        #expect(try await pair.send("/next").text == "/next")
    }

    @Test(arguments: [(["short"], 5), (["12345", "67890", "extra"], 15)])
    func streamLengthMismatchIsAnError(chunks: [String], actual: Int) async throws {
        let pair = try Pair()
        let body = RequestBody.stream(length: 10) {
            AsyncStream { continuation in
                for chunk in chunks { continuation.yield(Data(chunk.utf8)) }
                continuation.finish()
            }
        }

        let error = await pair.failure(of: try pair.request("/", .post, body: body))

        #expect(error as? BodyLengthMismatch == BodyLengthMismatch(declared: 10, actual: actual))
        await pair.server.waitForTruncatedRequests(1)
        #expect(pair.server.requests.isEmpty)
    }

    @Test func failedConnectionLeavesTheBodyUnread() async throws {
        let (pair, port) = (try Pair(), try RefusedPort())
        let body = RequestBody.stream {
            AsyncStream {
                $0.yield(Data("once".utf8)); $0.finish()
            }
        }
        let request = Request(url: try #require(URL(string: port.url)), method: .post, body: body)

        #expect(kind(of: await pair.failure(of: request)) == .refused)
        #expect(!body.isSpent)
        withExtendedLifetime(port) {}
    }

    /// The server closes the kept connection when it has the next request.
    private func pairThatLosesItsConnection() async throws -> Pair {
        let pair = try Pair(answer: { request in .text("\(request.method) \(request.body.count)") })
        _ = try await pair.send("/first")
        pair.server.enqueue(.text("").failing(.close, at: .responseHead))
        return pair
    }

    @Test(arguments: [0, 1, 99, 101, 400_000])
    func changedFileLengthIsAnError(size: Int) async throws {
        let pair = try Pair()
        let url = URL.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(count: 100).write(to: url)
        let body = try RequestBody.file(url)
        try Data(count: size).write(to: url)

        let error = await pair.failure(of: try pair.request("/", .put, body: body))

        #expect((error as? BodyLengthMismatch)?.declared == 100)
        #expect(pair.server.requests.isEmpty)
    }

    @Test func aFileThatCannotBeReadIsAnError() async throws {
        let pair = try Pair()
        let url = URL.temporaryDirectory.appending(path: "\(UUID())")
        try Data(count: 100).write(to: url)
        let request = try pair.request("/", .put, body: .file(url))
        try FileManager.default.removeItem(at: url)

        #expect(await pair.failure(of: request) as? InvalidRequest == .missingFile(path: url.path))
        #expect(pair.server.requests.isEmpty)
    }

    /// libcurl would send it repeatedly, or pass on the body of another response.
    @Test(arguments: [10, 200_000], [HTTPMethod.put, .post])
    func failedExpectationReturnsThe417Response(size: Int, method: HTTPMethod) async throws {
        let pair = try Pair()
        let refusal = LoopbackResponse(statusCode: 417, data: Data("no".utf8)).early()
        pair.server.enqueue(refusal, refusal, refusal)
        var request = try pair.request("/", method, body: .data(Data(repeating: 1, count: size)))
        request.headers["Expect"] = "100-continue"

        let response = try await pair.response(to: request)

        #expect(response.statusCode == 417)
        #expect(response.data.isEmpty)
    }

    @Test func aGETOnAConnectionThatWasLostIsSentAgain() async throws {
        let pair = try await pairThatLosesItsConnection()

        #expect(try await pair.send().text == "GET 0")
        #expect(pair.server.connectionCount == 2)
    }

    @Test(arguments: [nil, 10, 200_000])
    func aPOSTOnAConnectionThatWasLostIsNotSentAgain(size: Int?) async throws {
        let pair = try await pairThatLosesItsConnection()

        let error = await pair.failure(of: try pair.request("/", .post, body: size.map { .data(Data(count: $0)) }))

        #expect(kind(of: error) == .noResponse)
        #expect(pair.server.requests.map(\.method) == [.get, .post])
        #expect(try await pair.send("/next").text == "GET 0")
    }

    @Test(arguments: [10, 200_000, 3_000_000])
    func aBodyThatCanBeSentAgainIsRewoundForAPUT(size: Int) async throws {
        let pieces = RequestBody.stream(length: size, replay: .multiple) {
            AsyncStream { continuation in
                continuation.yield(Data(count: 5))
                continuation.yield(Data(count: size - 5))
                continuation.finish()
            }
        }
        let file = URL.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(count: size).write(to: file)
        for body in [.data(Data(count: size)), pieces, try .file(file)] {
            let pair = try await pairThatLosesItsConnection()

            #expect(try await pair.send("/", .put, body: body).text == "PUT \(size)")
            #expect(pair.server.connectionCount == 2)
        }
    }

    @Test func aBodyThatCanBeSentOnceIsNotSentAgain() async throws {
        let pair = try await pairThatLosesItsConnection()
        let body = RequestBody.stream(length: 200_000) {
            AsyncStream { continuation in
                continuation.yield(Data(count: 200_000))
                continuation.finish()
            }
        }

        let error = await pair.failure(of: try pair.request("/", .put, body: body))

        #expect(kind(of: error) == .noResponse)
        #expect(pair.server.requests.map(\.method) == [.get, .put])
    }

    @Test func sentByteCountNeverDecreasesOnResend() async throws {
        let pair = try await pairThatLosesItsConnection()
        let counts = LockedValue<[Int]>([])
        let request = try pair.request("/", .put, body: .data(Data(count: 1 << 20)))
        let context = ExchangeContext(onSent: { count in counts.withLock { $0.append(count) } })

        for try await _ in try await pair.connector.execute(request, in: context).body {}

        let all = counts.withLock { $0 }
        #expect(all.last == 1 << 20)
        #expect(all == all.sorted())
    }

    @Test func earlyResponseEndsTheUpload() async throws {
        let pair = try Pair()
        pair.server.enqueue(.text("enough", statusCode: 413).early())

        let response = try await pair.send("/", .put, body: .data(Data(count: 8 << 20)))

        #expect(response.statusCode == 413)
        #expect(response.text == "enough")
    }

    @Test(
        arguments: [
            (.text("enough", statusCode: 413), 413),
            (LoopbackResponse(statusCode: 413, headers: ["Connection": "close"], data: Data("enough".utf8)), 413),
            (LoopbackResponse(headers: ["Connection": "close"], data: Data("enough".utf8)), 200),
            (.raw("HTTP/1.1 413 Content Too Large\r\nConnection: close\r\n\r\nenough"), 413),
        ] as [(LoopbackResponse, Int)])
    func earlyResponseEndsAnUploadWithoutBytes(response early: LoopbackResponse, statusCode: Int) async throws {
        let clock = ManualClock()
        let server = try LoopbackServer(clock: clock)
        var delayed = early.early().delayed(by: .seconds(1))
        delayed.bodyDelay = .seconds(1)
        server.enqueue(delayed)
        let connector = try CurlConnector()
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let request = try Request(
            url: #require(URL(string: server.url)), method: .put, body: .stream { chunks })
        let isSent = Promise<Void>()
        let context = ExchangeContext(onSent: { _ in isSent.fulfill(()) })
        async let response = connector.execute(request, in: context)
        pieces.yield(Data("one".utf8))
        // The first piece has been sent, and libcurl waits for the next one.
        await isSent.value()
        await connector.counts { $0.paused == 1 }

        for _ in 0..<2 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
        }

        let stream = try await response
        var body = Data()
        for try await chunk in stream.body { body += chunk }
        #expect(stream.statusCode == statusCode)
        #expect(body == Data("enough".utf8))
        pieces.finish()
    }

    /// `Documentation/Curl.md` says so.
    @Test func earlySuccessEndsWhenTheUploadEnds() async throws {
        let pair = try Pair()
        pair.server.enqueue(.text("ok").early())
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        pieces.yield(Data("one".utf8))
        let stream = try await pair.connector.execute(pair.request("/", .put, body: .stream { chunks }))
        var body = stream.body.makeAsyncIterator()
        #expect(stream.statusCode == 200)
        #expect(try await body.next() == Data("ok".utf8))

        #expect(await pair.connector.counts { $0.paused == 1 }?.running == 1)
        pieces.finish()

        #expect(try await body.next() == nil)
        #expect(try await pair.send("/next").text == "/next")
        #expect(pair.server.requests.first?.body == Data("one".utf8))
    }

    @Test func closeBeforeTheHeadEndsAnUploadWithoutBytes() async throws {
        let pair = try Pair()
        pair.server.enqueue(.text("").failing(.halfClose, at: .requestBody, after: 2))
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        pieces.yield(Data("one".utf8))

        let error = await pair.failure(of: try pair.request("/", .put, body: .stream { chunks }))

        #expect(kind(of: error) == .noResponse)
        pieces.finish()
    }
}

extension AsyncStream<Data> {
    /// A stream of one chunk.
    fileprivate static func of(_ chunk: Data) -> Self {
        AsyncStream { continuation in
            continuation.yield(chunk)
            continuation.finish()
        }
    }
}

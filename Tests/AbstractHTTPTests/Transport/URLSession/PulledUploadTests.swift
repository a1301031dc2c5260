import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// Bodies that are joined from data and files, against a real server. On Linux, the session reads them while they are
/// sent.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct PulledUploadTests {
    let connector = TestConnector.make()
    var config: ConnectionConfig { .over(connector) }

    @Test func dataAndFilesAreSentInTheirOrderWithTheirLength() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 >> 4) })
        try await withTemporaryFile(content) { url in
            let body = RequestBody.joined([.data(Data("a".utf8)), try .file(url), .data(Data()), .data(Data("b".utf8))])

            for _ in 0..<2 { _ = try await send(body, to: server.url) }
        }
        #expect(server.requests.map(\.body) == Array(repeating: Data("a".utf8) + content + Data("b".utf8), count: 2))
        #expect(server.requests.map { $0.headers[.contentLength] } == ["300002", "300002"])
        #expect(server.requests.map { $0.headers["Transfer-Encoding"] } == [nil, nil])
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: [0, 2, 100_000])
    func joinedStreamsAreSent(size: Int) async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let stream = RequestBody.stream { chunks("<", String(repeating: "x", count: size), ">") }
        let body = RequestBody.joined([.data(Data("a".utf8)), stream, .data(Data("b".utf8))])

        _ = try await send(body, to: server.url)

        #expect(server.requests.map(\.body) == [Data("a<\(String(repeating: "x", count: size))>b".utf8)])
        // The session gets the stream only after it has been read to its end.
        #expect(server.requests.map { $0.headers[.contentLength] } == [TestConnector.isCurl ? nil : "\(size + 4)"])
    }

    @Test func emptyBodySendsNoBytes() async throws {
        let server = try LoopbackServer { _ in .text("ok") }

        _ = try await send(.joined([]), to: server.url)
        _ = try await send(.joined([.data(Data())]), to: server.url)

        #expect(server.requests.map(\.body) == [Data(), Data()])
        #expect(server.requests.map { $0.headers[.contentLength] } == ["0", "0"])
    }

    @Test(arguments: [299_999, 300_001])
    func changedFileLengthTruncatesTheRequest(size: Int) async throws {
        let server = try LoopbackServer { _ in .text("whole") }
        try await withTemporaryFile(Data(count: 300_000)) { url in
            let body = RequestBody.joined([.data(Data("a".utf8)), try .file(url)])
            try Data(count: size).write(to: url)

            let error = await failure(of: put(body, to: server.url))

            #expect(error?.type == .network)
            #expect(error?.underlying as? BodyLengthMismatch == BodyLengthMismatch(declared: 300_000, actual: size))
            await server.waitForTruncatedRequests(1)
            #expect(server.requests.isEmpty)
        }
    }

    @Test func aFileThatIsGoneIsAnErrorBeforeAnythingIsSent() async throws {
        let server = try LoopbackServer { _ in .text("whole") }
        try await withTemporaryFile(Data("x".utf8)) { url in
            let body = RequestBody.joined([.data(Data("a".utf8)), try .file(url)])
            try FileManager.default.removeItem(at: url)

            let error = await failure(of: put(body, to: server.url))

            #expect(error?.underlying as? InvalidRequest == .missingFile(path: url.path))
        }
        #expect(server.connectionCount == 0)
    }

    @Test func aBodyWithAStreamThatCanBeSentOnceIsNotSentTwice() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let body = RequestBody.joined([.data(Data("a".utf8)), .stream { chunks("once") }])
        _ = try await send(body, to: server.url)

        let error = await failure(of: put(body, to: server.url))

        #expect(body.isSpent)
        #expect(error?.underlying as? InvalidRequest == .bodyAlreadySent)
        #expect(server.requests.count == 1)
    }

    @Test func earlyResponseEndsTheUpload() async throws {
        let server = try LoopbackServer()
        server.enqueue(.text("enough", statusCode: 413).early())

        let error = await failure(of: put(.joined([.data(Data(count: 8 << 20))]), to: server.url))

        #expect(error?.response?.statusCode == 413)
        #expect(error?.response?.text == "enough")
    }

    @Test func everySentByteIsCounted() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let counts = LockedValue<[Int]>([])
        let body = RequestBody.joined([.data(Data(count: 1 << 20)), .data(Data(count: 1))])
        let request = try Request(url: #require(URL(string: server.url)), method: .put, body: body)
        let context = ExchangeContext(onSent: { count in counts.withLock { $0.append(count) } })

        for try await _ in try await connector.execute(request, in: context).body {}

        #expect(counts.withLock { $0.last } == (1 << 20) + 1)
        #expect(counts.withLock { $0 == $0.sorted() })
    }

    @Test func aStormOfCancelsEndsEveryUpload() async throws {
        let server = try LoopbackServer { request in .text("\(request.bodyLength)") }
        let body = RequestBody.joined([.data(Data(count: 200_000)), .data(Data(count: 100_000))])
        let outcomes = await outcomes(ofCancelingHalfOf: (0..<200).map { _ in put(body, to: server.url) })

        #expect(outcomes.count == 200)
        #expect(outcomes.allSatisfy { $0 == nil || $0 == .canceled })
        #expect(outcomes.count { $0 == nil } >= 100)
        await until { (connector as? DefaultHTTPConnector)?.exchangeCount ?? 0 == 0 }
    }

    private func put(_ body: RequestBody, to url: String) -> Connection<String> {
        HTTP(url).method(.put).body(body).asString(config: config)
    }

    private func send(_ body: RequestBody, to url: String) async throws -> String {
        try await put(body, to: url).response()
    }
}

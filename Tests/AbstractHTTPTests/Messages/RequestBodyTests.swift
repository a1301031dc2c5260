import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RequestBodyTests {
    @Test func bytesKnowTheirLengthAndCanBeReadAgain() async throws {
        let body = RequestBody.data(Data("hello".utf8))

        #expect(body.length == 5)
        #expect(body.replay == .multiple)
        #expect(try await bytes(of: body) == Data("hello".utf8))
        #expect(try await bytes(of: body) == Data("hello".utf8))
        #expect(!body.isSpent)
    }

    @Test func aFileIsReadInChunksAndCanBeReadAgain() async throws {
        let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        try await withTemporaryFile(content) { url in
            let body = try RequestBody.file(url)
            var sizes: [Int] = []
            for try await chunk in body { sizes.append(chunk.count) }

            #expect(body.length == 200_000)
            #expect(sizes == [65_536, 65_536, 65_536, 3_392])
            #expect(try await bytes(of: body) == content)
        }
    }

    @Test func missingFileIsAnImmediateError() {
        let folder = FileManager.default.temporaryDirectory
        #expect(throws: InvalidRequest.missingFile(path: "/no/such/file")) {
            try RequestBody.file(URL(filePath: "/no/such/file"))
        }
        #expect(throws: InvalidRequest.notAFile(path: folder.path)) { try RequestBody.file(folder) }
    }

    @Test func aStreamThatCanBeOpenedAgainIsOpenedForEachReading() async throws {
        let opened = LockedValue(0)
        let body = RequestBody.stream(length: 3, replay: .multiple) {
            opened.withLock { $0 += 1 }
            return chunks("a", "bc")
        }

        #expect(try await bytes(of: body) == Data("abc".utf8))
        #expect(try await bytes(of: body) == Data("abc".utf8))
        #expect(opened.withLock { $0 } == 2)
        #expect(body.length == 3)
    }

    @Test func oneShotStreamCannotBeReadTwice() async throws {
        let body = RequestBody.stream { chunks("a") }

        #expect(!body.isSpent)
        #expect(try await bytes(of: body) == Data("a".utf8))

        #expect(body.isSpent)
        await #expect(throws: InvalidRequest.bodyAlreadySent) { try await bytes(of: body) }
    }

    @Test(arguments: [(2, 1, "a"), (1, 2, ""), (0, 1, ""), (-1, 1, "")])
    func streamLengthMismatchFailsBeforeExtraBytes(declared: Int, actual: Int, read: String) async {
        let body = RequestBody.stream(length: declared) { chunks(String("ab".prefix(actual))) }
        var received = Data()

        let error = await #expect(throws: BodyLengthMismatch.self) {
            for try await chunk in body { received += chunk }
        }

        #expect(error == BodyLengthMismatch(declared: max(0, declared), actual: actual))
        #expect(received == Data(read.utf8))
    }

    @Test func excessChunkFailsBeforeTheLastDeclaredOne() async {
        let body = RequestBody.stream(length: 2) { chunks("a", "b", "", "cd") }
        var received = Data()

        let error = await #expect(throws: BodyLengthMismatch.self) {
            for try await chunk in body { received += chunk }
        }

        #expect(error == BodyLengthMismatch(declared: 2, actual: 4))
        #expect(received == Data("a".utf8))
    }

    @Test func joinedBodiesAreReadOneAfterTheOther() async throws {
        let inner = RequestBody.joined([
            .data(Data("b".utf8)), .stream(length: 2, replay: .multiple) { chunks("c", "d") },
        ])
        let body = RequestBody.joined([.data(Data("a".utf8)), inner, .data(Data("e".utf8))])

        #expect(try await bytes(of: body) == Data("abcde".utf8))
        #expect(try await bytes(of: body) == Data("abcde".utf8))
        #expect(body.length == 5)
        #expect(body.replay == .multiple)
    }

    @Test(arguments: [nil, Int.max])
    func joinedLengthNeedsAllLengthsAndNoOverflow(length: Int?) {
        let body = RequestBody.joined([.data(Data("a".utf8)), .stream(length: length) { chunks("b") }])

        #expect(body.length == nil)
        #expect(body.replay == .single)
    }

    @Test func joinedBodyIsSpentIfAnyPartIs() async throws {
        let once = RequestBody.stream { chunks("a") }
        let body = RequestBody.joined([.data(Data("b".utf8)), once])

        _ = try await bytes(of: once)

        #expect(body.isSpent)
        await #expect(throws: InvalidRequest.bodyAlreadySent) { try await bytes(of: body) }
    }

    @Test(arguments: [2, 4])
    func changedFileLengthFailsBeforeExtraBytes(size: Int) async throws {
        try await withTemporaryFile(Data("abc".utf8)) { url in
            let body = try RequestBody.file(url)
            try Data(count: size).write(to: url)

            await #expect(throws: BodyLengthMismatch(declared: 3, actual: size)) { try await bytes(of: body) }
        }
    }

    @Test func repeatRequestNeverSendsAOneShotBodyTwice() async throws {
        let connector = ReadingConnector(failures: 1)
        let connection = Connection(UploadSpec(), config: .over(connector)).addPolicy(Recovering(.repeat()))

        let error = await failure(of: connection)

        #expect(connector.bodies == ["one"])
        #expect(error?.attempts.map(\.type) == [.network])
        #expect(error?.underlying as? Broken == Broken())
        #expect(error?.notRetriedReason as? NotRetriedReason == .bodyAlreadySent)
    }

    @Test func aCommandNeverSendsAOneShotBodyTwice() async throws {
        let connector = ReadingConnector(failures: 0)
        let recorder = EventRecorder()
        let connection = Connection(UploadSpec(), config: .over(connector)).recorded(by: recorder)
        _ = try await connection.response()

        connection.repeatRequest()
        await recorder.wait(for: .onEnd, count: 2)

        #expect(connector.bodies == ["one"])
        #expect(recorder.outcomes == [nil, .invalidRequest])
    }

    @Test func restartTakesANewBodyFromTheSpec() async throws {
        let connector = ReadingConnector(failures: 2)
        let connection = Connection(UploadSpec(), config: .over(connector))

        _ = try await connection.addPolicy(Recovering(.restart(), .restart())).response()

        #expect(connector.bodies == ["one", "one", "one"])
    }

    @Test func reusedOneShotBodyIsRejected() async {
        let body = RequestBody.stream { chunks("one") }
        let connector = ReadingConnector(failures: 1)
        let connection = Connection(UploadSpec(body: body), config: .over(connector))

        let error = await failure(of: connection.addPolicy(Recovering(.restart())))

        #expect(connector.bodies == ["one"])
        #expect(error?.type == .network)
        #expect(error?.notRetriedReason as? NotRetriedReason == .bodyAlreadySent)
    }

    @Test func readingABodyFromTwoPlacesAtOnceIsAnError() async throws {
        let (begun, release) = (Promise<Void>(), Promise<Void>())
        let pieces = LockedValue([Data("a".utf8)])
        let stream = AsyncStream<Data> {
            begun.fulfill(())
            await release.valueUnlessCanceled()
            return pieces.withLock { $0.popLast() }
        }
        let body = ResponseBody(stream)
        let reader = Task { try await bytes(of: body) }
        await begun.value()

        let error = await #expect(throws: (any Error).self) { try await bytes(of: body) }

        #expect(error.map { "\($0)" } == "a body was read from two places at once; read it in one task")
        release.fulfill(())
        #expect(try await reader.value == Data("a".utf8))
    }
}

/// A POST of a one-shot stream. It creates a new one for each attempt, unless it is given one.
private struct UploadSpec: ConnectionSpec {
    typealias ResponseModel = String
    var body: RequestBody?
    var request: HTTP {
        HTTP("https://api.example.com/upload").method(.post).body(body ?? .stream { chunks("one") })
    }
}

/// Reads the body of each request. The first requests then fail.
private final class ReadingConnector: HTTPConnector {
    private let state: LockedValue<(failures: Int, bodies: [String])>

    init(failures: Int) {
        state = LockedValue((failures, []))
    }

    var bodies: [String] { state.withLock(\.bodies) }

    func execute(_ request: Request) async throws -> ResponseStream {
        let body = String(decoding: try await bytes(of: request.body), as: UTF8.self)
        let fails = state.withLock { state in
            state.bodies.append(body)
            defer { state.failures -= 1 }
            return state.failures > 0
        }
        if fails { throw Broken() }
        return ResponseStream(.text("ok"))
    }
}

func chunks(_ texts: String...) -> AsyncStream<Data> {
    AsyncStream { continuation in
        for text in texts { continuation.yield(Data(text.utf8)) }
        continuation.finish()
    }
}

private func bytes(of body: ResponseBody) async throws -> Data {
    var data = Data()
    for try await chunk in body { data += chunk }
    return data
}

func withTemporaryFile(_ content: Data, _ body: (URL) async throws -> Void) async throws {
    let url = FileManager.default.temporaryDirectory.appending(component: "AbstractHTTPTests-\(UUID().uuidString)")
    try content.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try await body(url)
}

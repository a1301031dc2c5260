import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Specs that read the body themselves.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct BodyReaderTests {
    /// Counts the bytes of a body.
    struct CountSpec: ConnectionSpec, LiveResponseSpec, Sendable {
        typealias ResponseModel = Int
        var request: HTTP { HTTP("https://example.com/") }
        var error: (any Error)?

        var bodyReader: (@Sendable (ResponseStream) async throws -> Int)? {
            { [error] stream in
                if let error { throw error }
                return try await stream.body.reduce(0) { $0 + $1.count }
            }
        }

        func parseResponse(response: Response) throws -> Int { throw Broken(reason: "not asked for") }
    }

    @Test func readerCreatesTheModel() async throws {
        let recorder = EventRecorder()
        let connector = ScriptedConnector(.stream(stream(chunks("abc", "de"))))

        let count = try await Connection(CountSpec(), config: .over(connector)).recorded(by: recorder).response()

        #expect(count == 5)
        #expect(recorder.events == [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
    }

    @Test func truncatedBodyIsRecovered() async throws {
        let broken = AsyncThrowingStream<Data, any Error> { continuation in
            continuation.yield(Data("abc".utf8))
            continuation.finish(throwing: Broken())
        }
        let connector = ScriptedConnector(.stream(stream(broken)), .stream(stream(chunks("abcde"))))
        let recovering = Recovering(.restart())

        let count = try await Connection(CountSpec(), config: .over(connector)).addPolicy(recovering).response()

        #expect(count == 5 && recovering.attempts == [1])
    }

    @Test func truncatedBodyIsANetworkFailure() async {
        let broken = AsyncThrowingStream<Data, any Error> { $0.finish(throwing: Broken()) }
        let connection = Connection(CountSpec(), config: .over(ScriptedConnector(.stream(stream(broken)))))

        let error = await failure(of: connection)

        #expect(error?.type == .network && error?.underlying as? Broken == Broken())
        #expect(error?.response?.statusCode == 200)
    }

    /// Reads the body in a task that it cancels, and throws its own error.
    struct SplitSpec: ConnectionSpec, LiveResponseSpec, Sendable {
        typealias ResponseModel = Int
        var request: HTTP { HTTP("https://example.com/") }

        var bodyReader: (@Sendable (ResponseStream) async throws -> Int)? {
            { stream in
                let part = Task { for try await _ in stream.body {} }
                part.cancel()
                _ = await part.result
                throw Broken()
            }
        }
    }

    @Test func aReaderThatCancelsItsOwnTaskFailsWithItsOwnError() async {
        let stream = ResponseStream(statusCode: 200, body: ResponseBody(CanceledSource()))

        let error = await failure(of: Connection(SplitSpec(), config: .over(ScriptedConnector(.stream(stream)))))

        #expect(error?.type == .parse && error?.underlying as? Broken == Broken())
    }

    @Test func firstBodyErrorIsReported() async {
        let connector = ScriptedConnector(.stream(ResponseStream(statusCode: 200, body: ResponseBody(FailingSource()))))

        let error = await failure(of: Connection(PersistentSpec(), config: .over(connector)))

        #expect(error?.underlying as? Broken == Broken(reason: "1"))
    }

    @Test(arguments: [
        (Broken() as any Error, ConnectionErrorType.parse), (ConnectionErrorType.validation, .validation),
        (ConnectionErrorType.invalidResponse, .invalidResponse),
    ])
    func readerErrorIsAParseFailure(thrown: any Error, type: ConnectionErrorType) async {
        let connector = ScriptedConnector(.stream(stream(chunks("abc"))))
        let error = await failure(of: Connection(CountSpec(error: thrown), config: .over(connector)))

        #expect(error?.type == type)
    }

    @Test func rejectedResponseKeepsItsBody() async {
        let connector = ScriptedConnector(.stream(stream(chunks("no", "pe"), statusCode: 404)))
        let error = await failure(of: Connection(CountSpec(error: Broken()), config: .over(connector)))

        #expect(error?.type == .invalidResponse && error?.response?.text == "nope")
    }

    @Test func cancelDoesNotWaitForTheReader() async {
        let (begun, release) = (Promise<Void>(), Promise<Void>())
        let body = AsyncStream<Data> {
            begun.fulfill(())
            await release.value()
            return nil
        }
        let recorder = EventRecorder()
        let connection = Connection(CountSpec(), config: .over(ScriptedConnector(.stream(stream(body)))))
            .recorded(by: recorder)
        async let error = failure(of: connection)
        await begun.value()

        connection.cancel()

        #expect(await error?.type == .canceled)
        #expect(recorder.events == [.onStart, .onReceived, .onCanceled, .afterError, .onEnd])
        release.fulfill(())
    }

    @Test func canceledDownloadPlacesNoFile() async {
        let target = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        let (canceling, isReleased) = (Promise<any ConnectionTask>(), Promise<Void>())
        let connector = MockStreamConnector {
            ResponseStream(statusCode: 200, body: ResponseBody(CancelingSource(canceling, isReleased)))
        }
        let connection = HTTP("https://a.example/film").download(to: target, config: .over(connector))
        canceling.fulfill(connection)

        #expect(await failure(of: connection)?.type == .canceled)

        // The reading task may continue for a moment.
        await isReleased.value()
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    private func stream<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, statusCode: Int = 200) -> ResponseStream
    where Chunks.Element == Data {
        ResponseStream(statusCode: statusCode, body: ResponseBody(chunks))
    }

    /// The connection knows the spec only as its base class.
    @Test func subclassCanReadTheBody() async throws {
        func connection(_ spec: sending EndpointSpec<Int>) -> Connection<Int> {
            Connection(spec, config: .over(MockConnector { _ in .json("7") }))
        }

        #expect(try await connection(CollectedNumber()).response() == 7)
        #expect(try await connection(ReadNumber()).response() == -1)
    }
}

/// Cancels its connection after its last chunk, and then ends.
private final class CancelingSource: ChunkSource {
    private let connection: Promise<any ConnectionTask>
    private let isReleased: Promise<Void>
    private let chunks = LockedValue([Data("film".utf8)])

    init(_ connection: Promise<any ConnectionTask>, _ isReleased: Promise<Void>) {
        self.connection = connection
        self.isReleased = isReleased
    }

    deinit {
        isReleased.fulfill(())
    }

    func next() async throws -> Data? {
        if let chunk = chunks.withLock({ $0.popLast() }) { return chunk }
        await connection.value().cancel()
        return nil
    }
}

private struct MockStreamConnector: HTTPConnector {
    let respond: @Sendable () -> ResponseStream

    func execute(_ request: Request) async throws -> ResponseStream { respond() }
}

/// Continues to read after an error.
private struct PersistentSpec: ConnectionSpec, LiveResponseSpec, Sendable {
    typealias ResponseModel = Int
    var request: HTTP { HTTP("https://example.com/") }

    var bodyReader: (@Sendable (ResponseStream) async throws -> Int)? {
        { stream in
            var chunks = stream.body.makeAsyncIterator()
            _ = try? await chunks.next()
            return try await chunks.next()?.count ?? 0
        }
    }
}

/// Fails with a different error each time.
private final class FailingSource: ChunkSource {
    private let count = LockedValue(0)

    func next() async throws -> Data? {
        let number = count.withLock { count in
            count += 1
            return count
        }
        throw Broken(reason: "\(number)")
    }
}

/// Throws `CancellationError` when the reading task is canceled, and returns nothing until then.
private final class CanceledSource: ChunkSource {
    func next() async throws -> Data? {
        while !Task.isCancelled { await Task.yield() }
        throw CancellationError()
    }
}

private final class CollectedNumber: EndpointSpec<Int> {
    override var url: String { "https://api.example.com/number" }
}

private final class ReadNumber: EndpointSpec<Int>, LiveResponseSpec {
    override var url: String { "https://api.example.com/number" }
    var bodyReader: (@Sendable (ResponseStream) async throws -> Int)? { { _ in -1 } }
}

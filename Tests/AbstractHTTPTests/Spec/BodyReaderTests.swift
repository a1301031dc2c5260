import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// Specs that read the body themselves.
@Suite(.timeLimit(.minutes(5))) struct BodyReaderTests {
    /// Counts the bytes of a body.
    struct CountSpec: ConnectionSpec, Sendable {
        typealias ResponseModel = Int
        var url: String { "https://example.com/" }
        var error: (any Error)?

        var bodyReader: (@Sendable (ResponseStream) async throws -> Int)? {
            { [error] stream in
                if let error { throw error }
                return try await stream.body.reduce(0) { $0 + $1.count }
            }
        }

        func parseResponse(response: Response) throws -> Int { throw Broken(reason: "not asked for") }
    }

    @Test func theModelIsWhatTheReaderMakes() async throws {
        let recorder = EventRecorder()
        let connector = ScriptedConnector(.stream(stream(chunks("abc", "de"))))

        let count = try await Connection(CountSpec(), config: .over(connector)).recorded(by: recorder).response()

        #expect(count == 5)
        #expect(recorder.events == [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
    }

    @Test func aBodyThatBreaksOffIsRecovered() async throws {
        let broken = AsyncThrowingStream<Data, any Error> { continuation in
            continuation.yield(Data("abc".utf8))
            continuation.finish(throwing: Broken())
        }
        let connector = ScriptedConnector(.stream(stream(broken)), .stream(stream(chunks("abcde"))))
        let recovering = Recovering(.restart())

        let count = try await Connection(CountSpec(), config: .over(connector)).addRecovery(recovering).response()

        #expect(count == 5 && recovering.attempts == [1])
    }

    @Test func aBodyThatBreaksOffIsAFailureOfTheNetwork() async {
        let broken = AsyncThrowingStream<Data, any Error> { $0.finish(throwing: Broken()) }
        let connection = Connection(CountSpec(), config: .over(ScriptedConnector(.stream(stream(broken)))))

        let error = await failure(of: connection)

        #expect(error?.type == .network && error?.underlying as? Broken == Broken())
        #expect(error?.response?.statusCode == 200)
    }

    @Test(arguments: [
        (Broken() as any Error, ConnectionErrorType.parse), (ConnectionErrorType.validation, .validation),
        (ConnectionErrorType.invalidResponse, .invalidResponse),
    ])
    func whatTheReaderThrowsIsAFailureOfParsing(thrown: any Error, type: ConnectionErrorType) async {
        let connector = ScriptedConnector(.stream(stream(chunks("abc"))))
        let error = await failure(of: Connection(CountSpec(error: thrown), config: .over(connector)))

        #expect(error?.type == type)
    }

    @Test func aRefusedResponseIsNotReadAndItsBodyIsKept() async {
        let connector = ScriptedConnector(.stream(stream(chunks("no", "pe"), statusCode: 404)))
        let error = await failure(of: Connection(CountSpec(error: Broken()), config: .over(connector)))

        #expect(error?.type == .invalidResponse && error?.response?.text == "nope")
    }

    @Test func aCancelLeavesAReaderThatDoesNotListen() async {
        let (begun, release) = (Promise<Void>(), Promise<Void>())
        let body = AsyncStream<Data> {
            begun.fulfil(())
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
        release.fulfil(())
    }

    private func stream<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, statusCode: Int = 200) -> ResponseStream
    where Chunks.Element == Data {
        ResponseStream(statusCode: statusCode, body: ResponseBody(chunks))
    }
}

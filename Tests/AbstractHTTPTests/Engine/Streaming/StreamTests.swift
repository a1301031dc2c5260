import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// A spec that reads its body while it arrives.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct StreamTests: StreamReading {
    static let canceled: [EventRecorder.Event] = handedOver + [.onCanceled, .afterError, .onEnd]

    @Test func generationEndsWithTheStreamedBody() async throws {
        let (recorder, body) = (EventRecorder(), ScriptedBody())
        let connection = makeConnection(body, recorder)

        let stream = try await connection.response()
        #expect(recorder.events == Self.handedOver)
        #expect(connection.isRunning)
        body.send("one", "two")
        body.finish()
        let text = try await read(stream)

        #expect(text == "onetwo")
        #expect(recorder.events == Self.handedOver + [.afterSuccess, .onEnd])
        #expect(!connection.isRunning)
    }

    @Test func truncatedBodyFailsReaderAndGeneration() async throws {
        let (recorder, body) = (EventRecorder(), ScriptedBody())
        let stream = try await makeConnection(body, recorder).response()
        body.send("one")
        body.finish(throwing: Broken())

        let error = await readingError(of: stream)

        #expect(error?.type == .network)
        #expect(error?.underlying as? Broken == Broken())
        #expect(error?.response?.statusCode == 200)
        #expect(recorder.events == Self.handedOver + [.onNetworkError, .onError, .afterError, .onEnd])
    }

    @Test func listenerCanReadTheBodyBeforeTheCaller() async throws {
        let (recorder, body, reader) = (EventRecorder(), ScriptedBody(), BodyListener())
        body.send("one")
        body.finish()

        let stream = try await makeConnection(body, recorder).addListener(reader).response()

        #expect(reader.read == .success("one"))
        await #expect(throws: BodyAlreadyRead.self) { try await read(stream) }
        #expect(recorder.events == Self.handedOver + [.afterSuccess, .onEnd])
    }

    @Test(arguments: [[], ["one", "two"]]) func bodyCannotBeReadTwice(_ chunks: [String]) async throws {
        let (recorder, body) = (EventRecorder(), ScriptedBody())
        for chunk in chunks { body.send(chunk) }
        body.finish()
        let stream = try await makeConnection(body, recorder).response()

        #expect(try await read(stream) == chunks.joined())
        await #expect(throws: BodyAlreadyRead.self) { try await read(stream) }
        #expect(recorder.events == Self.handedOver + [.afterSuccess, .onEnd])
    }

    @Test func oneIteratorStaysAtTheEnd() async throws {
        let (recorder, body) = (EventRecorder(), ScriptedBody())
        body.finish()
        var chunks = try await makeConnection(body, recorder).response().body.makeAsyncIterator()

        for _ in 0..<2 { #expect(try await chunks.next() == nil) }
    }

    @Test func truncatedBodyFailsAReadingListener() async throws {
        let (recorder, body, reader) = (EventRecorder(), ScriptedBody(), BodyListener())
        body.finish(throwing: Broken())

        let stream = try await makeConnection(body, recorder).addListener(reader).response()

        #expect(reader.read == .failure(Broken()))
        #expect(await readingError(of: stream)?.underlying as? Broken == Broken())
        #expect(recorder.events == Self.handedOver + [.onNetworkError, .onError, .afterError, .onEnd])
    }

    @Test(arguments: ["cancel", "restart", "deadline", "task"])
    func commandStopsAListenerReadingASilentBody(command: String) async {
        let (recorder, body, clock, reader) = (EventRecorder(), ScriptedBody(), ManualClock(), BodyListener())
        let stream = ResponseStream(statusCode: 200, body: ResponseBody(body))
        let config = ConnectionConfig.over(ScriptedConnector(.stream(stream), .failure(Broken())), clock: clock)
        let connection = Connection(StreamSpec(), config: config).recorded(by: recorder).addListener(reader)
        let task = Task { await failure(of: connection.deadlines(Deadlines(total: .seconds(10)))) }
        await body.waitForReaders(1)

        switch command {
        case "cancel": connection.cancel()
        case "restart": connection.restart()
        case "deadline": clock.advance(by: .seconds(10))
        default: task.cancel()
        }

        let types: [String: ConnectionErrorType] = ["restart": .network, "deadline": .timeout]
        #expect(await task.value?.type == types[command] ?? .canceled)
        #expect(reader.read == nil)
        await recorder.wait(for: .onEnd)
    }

    @Test func truncationAfterDeliveryAsksNoRecovery() async throws {
        let (policy, body) = (Recovering(.restart()), ScriptedBody())
        let stream = try await makeConnection(body, EventRecorder()).addPolicy(policy).response()
        body.finish(throwing: Broken())

        _ = await readingError(of: stream)

        #expect(policy.attempts.isEmpty)
    }

    @Test func nextEventDeadlineInAListenerAsksNoRecovery() async {
        let (policy, body, clock) = (Recovering(.restart()), ScriptedBody(), ManualClock())
        let stream = ResponseStream(statusCode: 200, body: ResponseBody(body))
        let connection = Connection(StreamSpec(), config: .over(ScriptedConnector(.stream(stream)), clock: clock))
        connection.addPolicy(policy).addListener(BodyListener()).deadlines(Deadlines(nextEvent: .seconds(1)))
        async let error = failure(of: connection)
        body.send("a")
        await body.waitForReaders(1)
        await clock.waitForSleepers()

        clock.advance(by: .seconds(1))

        #expect(await error?.type == .timeout)
        #expect(policy.attempts.isEmpty)
    }

    @Test func cancelReachesAReaderOfAnUnresponsiveBody() async throws {
        let (recorder, body) = (EventRecorder(), ScriptedBody())
        let connection = makeConnection(body, recorder)
        let stream = try await connection.response()
        async let error = readingError(of: stream)
        await body.waitForReaders(1)

        connection.cancel()

        #expect(await error?.type == .canceled)
        #expect(recorder.events == Self.canceled)
        body.finish()
    }

    @Test func cancelingTheReadersTaskCancelsTheConnection() async throws {
        let (recorder, body) = (EventRecorder(), ScriptedBody())
        let stream = try await makeConnection(body, recorder).response()
        let reader = Task { await readingError(of: stream) }
        await body.waitForReaders(1)

        reader.cancel()

        #expect(await reader.value?.type == .canceled)
        #expect(recorder.events == Self.canceled)
        body.finish()
    }

    @Test func releasingAnUnreadBodyIsASuccess() async throws {
        let (recorder, body) = (EventRecorder(), ScriptedBody())
        body.send("one")

        _ = try await makeConnection(body, recorder).response()
        await recorder.wait(for: .onEnd)

        #expect(recorder.events.suffix(2) == [.afterSuccess, .onEnd])
        #expect(recorder.outcomes == [nil])
    }

    @Test func releasedBodyCancelsTheConnection() async throws {
        let recorder = EventRecorder()
        weak var source: ScriptedBody?
        do {
            let body = ScriptedBody()
            source = body
            let stream = try await makeConnection(body, recorder).response()
            body.send("one", "two")
            for try await chunk in stream.body {
                #expect(chunk == Data("one".utf8))
                break
            }
        }

        await recorder.wait(for: .onEnd)

        #expect(recorder.events == Self.canceled)
        await until { source == nil }
    }

    @Test func failureBeforeTheHeadCanBeRecovered() async throws {
        let connector = ScriptedConnector(.failure(Broken()), .response(.text("ok")))
        let connection = Connection(StreamSpec(), config: .over(connector))

        let stream = try await connection.addPolicy(Recovering(.restart())).response()

        #expect(try await read(stream) == "ok")
    }

    @Test func twoReadersBothSeeTheEnd() async throws {
        let (gate, body) = (Promise<Void>(), ScriptedBody())
        let recorder = EventRecorder { event, _ in
            if event == .onEnd { await gate.value() }
        }
        let stream = try await makeConnection(body, recorder).response()
        let first = Task { try await read(stream) }
        body.finish()
        await recorder.wait(for: .onEnd)
        let second = Task { try await read(stream) }
        for _ in 0..<100 { await Task.yield() }
        gate.fulfill(())

        #expect(try await first.value == "")
        #expect(try await second.value == "")
    }

    @Test func responseLimitDoesNotApplyToStreams() async throws {
        var config = ConnectionConfig.over(MockConnector { _ in .text("a long body") })
        config.maximumResponseBytes = 1

        #expect(try await read(try await Connection(StreamSpec(), config: config).response()) == "a long body")
    }

    @Test func aSpecMayMapTheStreamToAModelOfItsOwn() async throws {
        struct Lines: Sendable {
            let stream: ResponseStream
        }
        struct LinesSpec: ConnectionSpec, LiveResponseSpec {
            typealias ResponseModel = Lines
            var request: HTTP { HTTP("https://api.example.com/lines") }
            var streamParser: ((ResponseStream) throws -> Lines)? { { Lines(stream: $0) } }
            func parseResponse(response: Response) -> Lines { Lines(stream: ResponseStream(response)) }
        }

        let lines = try await Connection(LinesSpec(), config: .ok).response()

        #expect(try await read(lines.stream) == "ok")
    }

    @Test func responseStreamKeepsTheResponseDecoder() {
        var response = Response.text("ok")
        response.decoder = SharedDecoder(MediaTypeDecoder.standard)

        #expect(ResponseStream(response).head().decoder != nil)
    }
}

/// Reads a live body to its end as soon as it is shown.
private final class BodyListener: ConnectionResponseListener {
    private let result = LockedValue<Result<String, Broken>?>(nil)
    var read: Result<String, Broken>? { result.withLock { $0 } }

    func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) async -> Bool {
        guard let stream = responseModel as? ResponseStream else { return false }
        var text = ""
        do {
            for try await chunk in stream.body { text += String(decoding: chunk, as: UTF8.self) }
            result.withLock { $0 = .success(text) }
        } catch {
            result.withLock { $0 = (error as? Broken).map { .failure($0) } }
        }
        return true
    }
}

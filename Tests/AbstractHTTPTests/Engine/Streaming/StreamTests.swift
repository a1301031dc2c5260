import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// A spec that reads its body while it arrives.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct StreamTests {
    static let handedOver: [EventRecorder.Event] = [.onStart, .onReceived, .onReceivedModel]
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
        #expect(try await read(stream) == "")
        #expect(recorder.events == Self.handedOver + [.afterSuccess, .onEnd])
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

    @Test func restartWhileReadingDeliversANewStream() async throws {
        let (recorder, first, second) = (EventRecorder(), ScriptedBody(), ScriptedBody())
        let bodies = [first, second]
        let connector = ScriptedConnector { number, _ in
            .stream(ResponseStream(statusCode: 200, body: ResponseBody(bodies[number - 1])))
        }
        let connection = Connection(StreamSpec(), config: .over(connector)).recorded(by: recorder)
        let old = try await connection.response()

        async let next = connection.response()
        await until { !connection.pipeline.state.withLock(\.waiters.isEmpty) }
        connection.restart()
        #expect(await readingError(of: old)?.type == .canceled)
        second.send("new")
        second.finish()

        #expect(try await read(next) == "new")
        #expect(recorder.events == Self.handedOver + [.onReceived, .onReceivedModel, .afterSuccess, .onEnd])
    }

    /// The deadline cuts the first stream off, and an error listener restarts.
    @Test func expiredReaderDoesNotWaitForTheNextStream() async throws {
        let clock = ManualClock()
        let bodies = [ScriptedBody(), ScriptedBody()]
        let connector = ScriptedConnector { number, _ in
            .stream(ResponseStream(statusCode: 200, body: ResponseBody(bodies[number - 1])))
        }
        let recorder = EventRecorder { event, connection in
            if event == .onNetworkError { connection.restart() }
        }
        let connection = Connection(StreamSpec(), config: .over(connector, clock: clock)).recorded(by: recorder)
        let old = try await connection.deadlines(Deadlines(total: .seconds(5))).response()
        bodies[0].send("a part")
        let next = Task { try await connection.response() }
        await until { !connection.pipeline.state.withLock(\.waiters.isEmpty) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        let new = try await next.value

        #expect(await readingError(of: old)?.type == .canceled)
        bodies[1].send("new")
        bodies[1].finish()
        #expect(try await read(new) == "new")
    }

    @Test func invalidStatusStreamIsCollectedForTheError() async {
        let (recorder, body) = (EventRecorder(), ScriptedBody())
        let connection = makeConnection(body, recorder, statusCode: 503)
        body.send("not ", "now")
        body.finish()

        let error = await failure(of: connection)

        #expect(error?.type == .invalidResponse)
        #expect(error?.response?.data == Data("not now".utf8))
        #expect(recorder.events == [.onStart, .onReceived, .onResponseError, .onError, .afterError, .onEnd])
    }

    /// The deadlines of the attempt do not apply to these seconds, because it has failed already.
    @Test(arguments: [Deadlines(), Deadlines(attempt: .seconds(2)), Deadlines(firstEvent: .seconds(2))])
    func rejectedStreamErrorHasFirstFiveSeconds(deadlines: Deadlines) async {
        let (body, clock) = (ScriptedBody(), ManualClock())
        let connector = ScriptedConnector(
            .stream(ResponseStream(statusCode: 503, body: ResponseBody(body))))
        body.send("not ", "now")
        let connection = Connection(StreamSpec(), config: .over(connector, clock: clock))
        async let error = failure(of: connection.deadlines(deadlines))
        await body.waitForReaders(1)
        await until { clock.remainingSleeps.contains(.seconds(5)) }

        clock.advance(by: .seconds(2))
        clock.advance(by: .seconds(3))

        #expect(await error?.type == .invalidResponse)
        #expect(await error?.response?.data == Data("not now".utf8))
    }

    @Test func rejectedStreamIsDroppedBeforeRecovery() async {
        let (source, pieces) = AsyncStream.makeStream(of: Data.self)
        let isLeft = Promise<Void>()
        pieces.onTermination = { _ in isLeft.fulfill(()) }
        pieces.yield(Data(count: 300 << 10))
        let connector = ScriptedConnector(.stream(ResponseStream(statusCode: 503, body: ResponseBody(source))))
        let waiting = Waiting(isLeft)

        let error = await failure(of: Connection(StreamSpec(), config: .over(connector)).addPolicy(waiting))

        #expect(error?.response?.data.count == 256 << 10)
    }

    /// Gives up when `moment` is fulfilled.
    private struct Waiting: RecoveryPolicy {
        let moment: Promise<Void>

        init(_ moment: Promise<Void>) {
            self.moment = moment
        }

        func recovery(from failure: RecoveryContext) async -> Recovery {
            await moment.value()
            return .giveUp
        }
    }

    @Test func endlessBodyDoesNotDelayAHEADResponse() async throws {
        let (body, clock) = (ScriptedBody(), ManualClock())
        let connector = ScriptedConnector(.stream(ResponseStream(statusCode: 200, body: ResponseBody(body))))
        let http = HTTP("https://a.example/").method(.head)
        async let response = http.asResponse(config: .over(connector, clock: clock)).response()
        await body.waitForReaders(1)
        await clock.waitForSleepers()

        clock.advance(by: .seconds(5))

        #expect(try await response.statusCode == 200)
    }

    @Test func aCancelWhileTheErrorPageIsCollectedEndsAtOnce() async {
        let (recorder, body) = (EventRecorder(), ScriptedBody())
        let connection = makeConnection(body, recorder, statusCode: 503)
        async let error = failure(of: connection)
        await body.waitForReaders(1)

        connection.cancel()

        #expect(await error?.type == .canceled)
        #expect(recorder.events == [.onStart, .onReceived, .onCanceled, .afterError, .onEnd])
        body.finish()
    }

    @Test func failureBeforeTheHeadCanBeRecovered() async throws {
        let connector = ScriptedConnector(.failure(Broken()), .response(.text("ok")))
        let connection = Connection(StreamSpec(), config: .over(connector))

        let stream = try await connection.addPolicy(Recovering(.restart())).response()

        #expect(try await read(stream) == "ok")
    }

    @Test func awaitWhileReadingGetsTheNextStream() async throws {
        let (recorder, body) = (EventRecorder(), ScriptedBody())
        let connector = ScriptedConnector(
            .stream(ResponseStream(statusCode: 200, body: ResponseBody(body))), .response(.text("second")))
        let connection = Connection(StreamSpec(), config: .over(connector)).recorded(by: recorder)
        let first = try await connection.response()

        async let next = connection.response()
        body.finish()
        #expect(try await read(first) == "")
        #expect(try await read(next) == "second")

        #expect(connector.requests.count == 2)
    }

    @Test func waitingTaskGetsItsStreamIfTheReaderLeaves() async throws {
        let body = ScriptedBody()
        let connector = ScriptedConnector(
            .stream(ResponseStream(statusCode: 200, body: ResponseBody(body))), .response(.text("second")))
        let connection = Connection(StreamSpec(), config: .over(connector))
        var first: ResponseStream? = try await connection.response()
        let next = Task { try await connection.response() }
        await until { !connection.pipeline.state.withLock(\.waiters.isEmpty) }

        #expect(first?.statusCode == 200)
        first = nil

        #expect(try await read(next.value) == "second")
    }

    @Test func cancelOfAWaitingTaskSparesTheReader() async throws {
        let (recorder, body) = (EventRecorder(), ScriptedBody())
        let connection = makeConnection(body, recorder)
        let stream = try await connection.response()
        let next = Task { await failure(of: connection) }
        await until { !connection.pipeline.state.withLock(\.waiters.isEmpty) }

        next.cancel()
        #expect(await next.value?.type == .canceled)
        body.send("whole")
        body.finish()

        #expect(try await read(stream) == "whole")
        #expect(recorder.events == Self.handedOver + [.afterSuccess, .onEnd])
    }

    @Test func cancelAfterTheNextStreamBeganCancelsIt() async throws {
        let (recorder, body) = (EventRecorder(), ScriptedBody())
        let connector = ScriptedConnector(
            .stream(ResponseStream(statusCode: 200, body: ResponseBody(body))), .silence)
        let connection = Connection(StreamSpec(), config: .over(connector)).recorded(by: recorder)
        let first = try await connection.response()
        let next = Task { await failure(of: connection) }
        await until { !connection.pipeline.state.withLock(\.waiters.isEmpty) }
        body.finish()
        #expect(try await read(first) == "")
        await connector.waitForRequests(2)

        next.cancel()

        #expect(await next.value?.type == .canceled)
        #expect(recorder.events == Self.handedOver + [.afterSuccess, .onEnd] + Events.canceledAtOnce)
    }

    @Test func replacedReaderDoesNotAffectTheNewStream() async throws {
        let bodies = [ScriptedBody(), ScriptedBody()]
        let connector = ScriptedConnector { number, _ in
            .stream(ResponseStream(statusCode: 200, body: ResponseBody(bodies[number - 1])))
        }
        let connection = Connection(StreamSpec(), config: .over(connector))
        let old = try await connection.response()
        let next = Task { try await connection.response() }
        await until { !connection.pipeline.state.withLock(\.waiters.isEmpty) }
        connection.restart()
        let new = try await next.value

        let reader = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await readingError(of: old)
        }
        #expect(await reader.value?.type == .canceled)
        bodies[1].send("new")
        bodies[1].finish()

        #expect(try await read(new) == "new")
    }

    @Test func waitingTaskGetsTheRestartsFailure() async throws {
        let body = ScriptedBody()
        let connector = ScriptedConnector(
            .stream(ResponseStream(statusCode: 200, body: ResponseBody(body))), .failure(Broken()))
        let connection = Connection(StreamSpec(), config: .over(connector))
        let old = try await connection.response()
        let next = Task { await failure(of: connection) }
        await until { !connection.pipeline.state.withLock(\.waiters.isEmpty) }

        connection.restart()

        #expect(await next.value?.underlying as? Broken == Broken())
        #expect(await readingError(of: old)?.type == .canceled)
        #expect(connector.requests.count == 2)
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

    @Test func pendingRepeatIsKeptForWaitingTasks() async throws {
        final class Numbered: ConnectionSpec {
            typealias ResponseModel = ResponseStream
            var reads = 0
            var url: String {
                reads += 1
                return "https://example.com/\(reads)"
            }
        }
        let body = ScriptedBody()
        let recorder = EventRecorder { event, connection in
            if event == .afterSuccess { connection.repeatRequest() }
        }
        let connector = ScriptedConnector(
            .stream(ResponseStream(statusCode: 200, body: ResponseBody(body))), .response(.text("second")))
        let connection = Connection(Numbered(), config: .over(connector)).recorded(by: recorder)
        let first = try await connection.response()
        let next = Task { try await connection.response() }
        await until { !connection.pipeline.state.withLock(\.waiters.isEmpty) }
        body.finish()
        _ = try await read(first)

        _ = try await next.value
        #expect(connector.requests.map(\.url.path) == ["/1", "/1"])
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

    private func makeConnection(
        _ body: ScriptedBody, _ recorder: EventRecorder, statusCode: Int = 200
    ) -> Connection<ResponseStream> {
        let stream = ResponseStream(statusCode: statusCode, body: ResponseBody(body))
        return Connection(StreamSpec(), config: .over(ScriptedConnector(.stream(stream)))).recorded(by: recorder)
    }

    private func read(_ stream: ResponseStream) async throws -> String {
        var text = ""
        for try await chunk in stream.body { text += String(decoding: chunk, as: UTF8.self) }
        return text
    }

    private func readingError(of stream: ResponseStream) async -> ConnectionError? {
        do {
            _ = try await read(stream)
            return nil
        } catch {
            return error as? ConnectionError
        }
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

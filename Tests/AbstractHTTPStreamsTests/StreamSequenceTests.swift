import AbstractHTTP
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A value in a stream.
struct Delta: Codable, Hashable, Sendable {
    var text: String
}

struct APIError: Decodable, Hashable, Sendable {
    var code: Int
}

/// A spec of any streamed model.
struct StreamSpec<Model: StreamedModel>: ConnectionSpec {
    typealias ResponseModel = Model
    typealias FailureModel = APIError
    var httpMethod = HTTPMethod.get
    var deadlines = Deadlines()
    var request: HTTP { HTTP("https://api.example.com/stream").method(httpMethod).deadlines(deadlines) }
}

/// Streams of values as the models of connections.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct StreamSequenceTests {
    private static let success: [EventRecorder.Event] = [
        .onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd,
    ]

    @Test(arguments: [HTTPMethod.get, .post])
    func aSpecOnlyNamesItsStream(method: HTTPMethod) async throws {
        let body = ScriptedBody()
        let recorder = EventRecorder()
        let spec = StreamSpec<EventStream<Delta>>(httpMethod: method)
        var deltas = try await connection(spec, body, recorder).response().makeAsyncIterator()

        body.send("data: {\"text\":", "\"a\"}\n\n: comment\n\ndata: {\"text\":\"b\"}\n\n")
        #expect(try await deltas.next() == Delta(text: "a"))
        #expect(try await deltas.next() == Delta(text: "b"))
        #expect(recorder.events == Self.success.dropLast(2))
        body.finish()
        #expect(try await deltas.next() == nil)

        #expect(recorder.events == Self.success)
    }

    @Test func theSentinelEndsTheStreamAndTheConnectionSucceeds() async throws {
        let (body, recorder) = (ScriptedBody(), EventRecorder())
        let stream = try await connection(StreamSpec<EventStream<Delta>>(), body, recorder).response()
        body.send("data: {\"text\":\"a\"}\n\ndata: [DONE]\n\ndata: {\"text\":\"b\"}\n\n")

        var deltas: [Delta] = []
        for try await delta in stream { deltas.append(delta) }

        #expect(deltas == [Delta(text: "a")])
        await #expect(throws: (any Error).self) { for try await _ in stream {} }
        #expect(recorder.events == Self.success)
    }

    @Test func anotherSentinelCanBeGiven() async throws {
        let text = "data: [DONE]\n\ndata: END\n\ndata: x\n\n"
        var texts: [String] = []
        for try await text in ResponseBody(Data(text.utf8)).events(of: String.self, until: "END") { texts.append(text) }
        #expect(texts == ["[DONE]"])
    }

    @Test func anErrorInTheMiddleHasTheFailureModelOfTheSpec() async throws {
        let (body, recorder) = (ScriptedBody(), EventRecorder())
        let stream = try await connection(StreamSpec<EventStream<Delta>>(), body, recorder).response()
        body.send("data: {\"text\":\"a\"}\n\nevent: error\ndata: {\"code\":7}\n\ndata: {\"text\":\"b\"}\n\n")
        var deltas = stream.makeAsyncIterator()
        #expect(try await deltas.next() == Delta(text: "a"))

        let error = await failure { try await deltas.next() }

        #expect(error?.type == .invalidResponse)
        #expect(error?.failureModel as? APIError == APIError(code: 7))
        #expect(
            error?.underlying as? EventStreamError
                == EventStreamError(ServerSentEvent(type: "error", data: "{\"code\":7}")))
        #expect(error?.response?.statusCode == 200)
        #expect(try await deltas.next() == nil)
        #expect(recorder.events.suffix(4) == [.onResponseError, .onError, .afterError, .onEnd])
    }

    @Test func aValueThatCannotBeDecodedFailsTheConnection() async throws {
        let (body, recorder) = (ScriptedBody(), EventRecorder())
        let stream = try await connection(StreamSpec<JSONLines<Delta>>(), body, recorder).response()
        body.send("{\"text\":\"a\"}\n{\"text\":1}\n{\"text\":\"c\"}\n")
        var deltas = stream.makeAsyncIterator()
        #expect(try await deltas.next() == Delta(text: "a"))

        let error = await failure { try await deltas.next() }

        #expect(error?.type == .parse)
        let reason = try #require(error?.underlying as? StreamElementError)
        #expect(reason.number == 2 && reason.data == Data("{\"text\":1}".utf8) && reason.underlying is DecodingError)
        #expect(recorder.events.suffix(4) == [.onParseError, .onError, .afterError, .onEnd])
    }

    /// The line is complete at the end of the body.
    @Test func malformedLastLineFails() async throws {
        let (body, recorder) = (ScriptedBody(), EventRecorder())
        let stream = try await connection(StreamSpec<JSONLines<Delta>>(), body, recorder).response()
        body.send("{\"text\":\"a\"}\n{\"te")
        body.finish()
        var deltas = stream.makeAsyncIterator()
        #expect(try await deltas.next() == Delta(text: "a"))

        #expect(await failure { try await deltas.next() }?.type == .parse)
        #expect(recorder.events.suffix(4) == [.onParseError, .onError, .afterError, .onEnd])
    }

    @Test func aLineThatNeverEndsFailsWithTheLimit() async throws {
        let (body, recorder) = (ScriptedBody(), EventRecorder())
        let stream = try await connection(StreamSpec<EventStream<Delta>>(), body, recorder).response()
        let chunk = String(repeating: "x", count: 65_536)
        body.send("data: {\"text\":\"a\"}\n\ndata: ")
        for _ in 0..<32 { body.send(chunk) }
        var deltas = stream.makeAsyncIterator()
        #expect(try await deltas.next() == Delta(text: "a"))

        let error = await failure { try await deltas.next() }

        #expect(error?.type == .bodyTooLarge)
        #expect(error?.underlying as? StreamLimitExceeded == StreamLimitExceeded(.line, limit: 1 << 20))
    }

    @Test func jsonSequencesAndPartsCanBeStreamed() async throws {
        var body = ScriptedBody()
        body.send("\u{1E}{\"text\":\"a\"}\n\u{1E}{\"text\":\"b\"}\n")
        body.finish()
        let texts = try await connection(StreamSpec<JSONTextSequence<Delta>>(), body).response()
        #expect(try await texts.reduce(into: []) { $0.append($1.text) } == ["a", "b"])

        body = ScriptedBody()
        body.send(
            "--b\r\nContent-Range: bytes 0-1/9\r\n\r\nab\r\n--b\r\nContent-Range: bytes 5-5/9\r\n\r\nf\r\n--b--\r\n")
        body.finish()
        let headers: HTTPHeaders = ["Content-Type": "multipart/byteranges; boundary=\"b\""]
        let parts = try await connection(StreamSpec<BodyParts>(), body, headers: headers).response()
        #expect(try await parts.reduce(into: []) { $0.append($1.byteRange) } == [0..<2, 5..<6])
    }

    @Test func aResponseWithoutABoundaryHasNoParts() async {
        let body = ScriptedBody()
        body.send("x")
        body.finish()
        let headers: HTTPHeaders = ["Content-Type": "text/plain; boundary=b"]

        let error = await failure {
            try await connection(StreamSpec<BodyParts>(), body, headers: headers).response()
        }

        #expect(error?.type == .parse)
        #expect(error?.underlying as? InvalidMultipartBody == .contentType("text/plain; boundary=b"))
    }

    @Test func optionalTextIsTakenAsItIs() async throws {
        let body = ResponseBody(Data("data: a\n\ndata: \n\n".utf8))
        #expect(try await body.events(of: String?.self).reduce(into: []) { $0.append($1) } == ["a", ""])
    }

    @Test func rawEventsCanBeStreamed() async throws {
        let (body, recorder) = (ScriptedBody(), EventRecorder())
        let stream = try await connection(StreamSpec<EventStream<ServerSentEvent>>(), body, recorder).response()
        body.send("event: error\nid: 1\ndata: x\n\ndata: [DONE]\n\n")
        body.finish()

        #expect(
            try await stream.reduce(into: []) { $0.append($1) } == [
                ServerSentEvent(type: "error", data: "x", lastEventID: "1"),
                ServerSentEvent(data: "[DONE]", lastEventID: "1"),
            ])
    }

    @Test func theDecoderOfTheConfigDecodesValues() async throws {
        struct Named: Decodable { var firstName: String }
        let body = ScriptedBody()
        body.send("data: {\"first_name\":\"Ada\"}\n\n")
        body.finish()
        var config = config(body)
        config.contentDecoder = MediaTypeDecoder(json: JSONContentDecoder(keys: .fromSnakeCase))

        let stream = try await Connection(StreamSpec<EventStream<Named>>(), config: config).response()

        #expect(try await stream.reduce(into: []) { $0.append($1.firstName) } == ["Ada"])
    }

    @Test func aReaderThatLeavesCancelsTheConnection() async throws {
        let (body, recorder) = (ScriptedBody(), EventRecorder())
        let connection = connection(StreamSpec<EventStream<Delta>>(), body, recorder)
        body.send("data: {\"text\":\"a\"}\n\ndata: {\"text\":\"b\"}\n\n")

        for try await delta in try await connection.response() {
            #expect(delta.text == "a")
            break
        }

        await recorder.wait(for: .onEnd)
        #expect(recorder.events.suffix(3) == [.onCanceled, .afterError, .onEnd])
    }

    // MARK: Deadlines

    @Test func theFirstEventHasADeadline() async throws {
        let (body, clock) = (ScriptedBody(), ManualClock())
        let stream = try await timed(body, clock).response()
        body.send(": still thinking\n\n")
        async let error = failure { try await stream.reduce(into: 0) { count, _ in count += 1 } }
        await body.waitForReaders(1)

        clock.advance(by: .seconds(9))
        body.send(": still thinking\n\n")
        await body.waitForReaders(2)
        clock.advance(by: .seconds(1))

        let reason = await error?.underlying as? DeadlineExceeded
        #expect(await error?.type == .timeout)
        #expect(reason?.clock == .firstEvent && reason?.limit == .seconds(10))
    }

    /// Unlike a stream that is being read, the attempt can be repeated.
    @Test func theFirstEventIncludesTheHead() async throws {
        let (clock, recorder) = (ManualClock(), EventRecorder())
        var config = ConnectionConfig(connector: ScriptedConnector(.silence, .silence), clock: clock)
        config.policies = [Retry(attempts: 2, backoff: .none)]
        let spec = StreamSpec<EventStream<Delta>>(deadlines: Deadlines(firstEvent: .seconds(10)))
        let connection = Connection(spec, config: config).recorded(by: recorder)
        async let error = failure { try await connection.response() }

        for _ in 0..<2 {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(10))
        }

        #expect(await (error?.underlying as? DeadlineExceeded)?.clock == .firstEvent)
        #expect(await error?.attempts.count == 2)
    }

    /// For an accepted status, the whole response is collected, so there is no stream whose first event could be late.
    @Test func completeResponseStopsTheFirstEventDeadline() async throws {
        final class Slow: ConnectionResponseListener {
            let clock: ManualClock

            init(_ clock: ManualClock) { self.clock = clock }

            func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) async -> Bool {
                clock.advance(by: .seconds(60))
                return true
            }
        }
        let clock = ManualClock()
        let response = Response(statusCode: 404, data: Data("data: {\"text\":\"a\"}\n\n".utf8))
        let config = ConnectionConfig(connector: ScriptedConnector(.response(response)), clock: clock)
        let spec = StreamSpec<EventStream<Delta>>(deadlines: Deadlines(firstEvent: .seconds(10)))
        let accepting = spec.accepting(404) { try EventStream(ResponseStream($0)) }

        let stream = try await Connection(accepting, config: config).addListener(Slow(clock)).response()

        #expect(try await stream.reduce(into: []) { $0.append($1.text) } == ["a"])
    }

    @Test func stringIsRawEventDataButDecodedJSON() async throws {
        let events = ResponseBody(Data("data: \"a\"\n\n".utf8)).events(of: String.self)
        #expect(try await events.reduce(into: []) { $0.append($1) } == ["\"a\""])
        let lines = ResponseBody(Data("\"a\"\n".utf8)).jsonLines(of: String.self)
        #expect(try await lines.reduce(into: []) { $0.append($1) } == ["a"])
        let event = ServerSentEvent(data: "\"a\"")
        #expect(try event.decoded(as: String.self) == "\"a\"")
        #expect(try event.decoded(as: String.self, by: JSONContentDecoder()) == "a")
    }

    @Test func theTimeBetweenTwoEventsHasADeadline() async throws {
        let (body, clock) = (ScriptedBody(), ManualClock())
        let stream = try await timed(body, clock).response()
        body.send("data: {\"text\":\"a\"}\n\ndata: {\"text\":\"b\"}\n\n")
        let reading = Task {
            await failure {
                for try await _ in stream {
                    // The time of the reader does not count.
                    clock.advance(by: .seconds(6))
                }
            }
        }
        await body.waitForReaders(1)
        clock.advance(by: .seconds(4))
        body.send(": comments do not count\n\n")
        await body.waitForReaders(2)
        clock.advance(by: .seconds(1))

        let error = await reading.value
        let reason = error?.underlying as? DeadlineExceeded
        #expect(error?.type == .timeout)
        #expect(reason?.clock == .nextEvent && reason?.limit == .seconds(5))
        #expect("\(try #require(reason))".hasPrefix("the nextEvent deadline of 5.0 seconds is over"))
    }

    @Test func aStreamHasATotalDeadline() async throws {
        let (body, clock) = (ScriptedBody(), ManualClock())
        var deltas = try await timed(body, clock).response().makeAsyncIterator()
        for _ in 0..<7 {
            body.send("data: {\"text\":\"a\"}\n\n")
            #expect(try await deltas.next()?.text == "a")
            clock.advance(by: .seconds(4))
        }
        clock.advance(by: .seconds(2))

        #expect(await (failure { try await deltas.next() }?.underlying as? DeadlineExceeded)?.clock == .total)
    }

    private func timed(_ body: ScriptedBody, _ clock: ManualClock) -> Connection<EventStream<Delta>> {
        var config = config(body)
        config.clock = clock
        let deadlines = Deadlines(total: .seconds(30), firstEvent: .seconds(10), nextEvent: .seconds(5))
        return Connection(StreamSpec<EventStream<Delta>>(deadlines: deadlines), config: config)
    }

    private func connection<Model>(
        _ spec: StreamSpec<Model>, _ body: ScriptedBody, _ recorder: EventRecorder = EventRecorder(),
        headers: HTTPHeaders = [:]
    ) -> Connection<Model> {
        Connection(spec, config: config(body, headers)).recorded(by: recorder)
    }

    private func config(_ body: ScriptedBody, _ headers: HTTPHeaders = [:]) -> ConnectionConfig {
        let stream = ResponseStream(statusCode: 200, headers: headers, body: ResponseBody(body))
        return ConnectionConfig(connector: ScriptedConnector(.stream(stream)))
    }
}

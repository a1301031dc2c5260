import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// What happens to the body of a response that is refused.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct RejectedStreamTests: StreamReading {
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

    /// Gives up after the promise is fulfilled.
    private struct Waiting: RecoveryPolicy {
        let promise: Promise<Void>

        init(_ promise: Promise<Void>) {
            self.promise = promise
        }

        func recovery(from failure: RecoveryContext) async -> Recovery {
            await promise.value()
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
}

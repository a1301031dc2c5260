import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// Restarts of a connection whose body is being read, and the tasks that wait for the next one.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct NextStreamTests: StreamReading {
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
}

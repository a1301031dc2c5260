import AbstractHTTPTesting
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// Callbacks on a queue of the user.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct ResultCallbackTests {
    private let queue = DispatchQueue(label: "callbacks")
    private let results = LockedValue<[String]>([])

    @Test func modelIsReportedOnTheQueue() async throws {
        let connection = tracked(Connection(TextSpec(), config: .ok))

        _ = try await connection.response()

        #expect(results.withLock { $0 } == ["ok"])
    }

    @Test func finalFailureIsReportedOnTheQueue() async {
        let connector = ScriptedConnector(.failure(Broken()), .response(.text("no", statusCode: 500)))
        let connection = tracked(Connection(TextSpec(), config: .over(connector))).addPolicy(Recovering(.restart()))

        _ = await failure(of: connection)

        #expect(results.withLock { $0 } == ["invalidResponse"])
    }

    @Test func streamIsReportedAtItsHead() async throws {
        let connection = tracked(Connection(StreamSpec(), config: .ok), describedBy: { "status \($0.statusCode)" })

        let text = try await connection.response().body.reduce(into: "") { $0 += String(decoding: $1, as: UTF8.self) }

        #expect(text == "ok")
        #expect(results.withLock { $0 } == ["status 200"])
    }

    @Test func lastMainActorCallbackReplacesEarlierOnes() async {
        let connector = ScriptedConnector(.response(.text("ok")), .failure(Broken()))
        let connection = Connection(TextSpec(), config: .over(connector))
        for name in ["first", "second"] {
            connection.onResult { [results] result in
                let end = (try? result.get()) ?? "failure"
                results.withLock { $0.append("\(name) \(end)") }
            }
        }

        for _ in 0..<2 { _ = await failure(of: connection) }

        #expect(results.withLock { $0 } == ["second ok", "second failure"])
    }

    @Test func cancelIsNotReported() async {
        let connector = ScriptedConnector(.silence)
        let connection = tracked(Connection(TextSpec(), config: .over(connector)))
        async let error = failure(of: connection)

        await connector.waitForRequests(1)
        connection.cancel()

        #expect(await error?.type == .canceled)
        #expect(results.withLock { $0 } == [])
    }

    @Test func mainActorResultSkipsCancels() async {
        let connector = ScriptedConnector(.response(.text("ok")), .response(.text("no", statusCode: 500)), .silence)
        let connection = Connection(TextSpec(), config: .over(connector)) { _ in Issue.record("replaced") }
        connection.onResult { [results] result in
            MainActor.preconditionIsolated()
            let text = (try? result.get()) ?? "failure"
            results.withLock { $0.append(text) }
        }

        for _ in 0..<2 { _ = await failure(of: connection) }
        async let canceled = failure(of: connection)
        await connector.waitForRequests(3)
        connection.cancel()

        #expect(await canceled?.type == .canceled)
        #expect(results.withLock { $0 } == ["ok", "failure"])
    }

    @Test func cancelOnTheQueueStopsReports() async {
        for _ in 0..<500 {
            let connection = tracked(Connection(TextSpec(), config: .ok))
            let isOver = Promise<Void>()
            connection.addOnEnd { _, _, _ in isOver.fulfill(()) }.start()

            let told = await withCheckedContinuation { continuation in
                queue.async { [results] in
                    connection.cancel()
                    continuation.resume(returning: results.withLock(\.count))
                }
            }
            await isOver.value()

            #expect(results.withLock(\.count) == told)
        }
    }

    @Test func blockedQueueDoesNotDelayACancel() async {
        let events: [EventRecorder.Event] = [
            .onStart, .onReceived, .onReceivedModel, .onCanceled, .afterError, .onEnd,
        ]

        #expect(await eventsOfACancel(of: Connection(TextSpec(), config: .ok)) == events)
        #expect(await eventsOfACancel(of: Connection(StreamSpec(), config: .ok)) == events)
    }

    /// Cancels while the result waits for a suspended queue.
    private func eventsOfACancel<Model: Sendable>(of connection: Connection<Model>) async -> [EventRecorder.Event] {
        let (suspended, recorder) = (DispatchQueue(label: "suspended"), EventRecorder())
        suspended.suspend()
        connection.recorded(by: recorder).onResult(on: suspended) { _ in Issue.record("called after a cancel") }
        async let error = failure(of: connection)

        await recorder.wait(for: .onReceivedModel)
        connection.cancel()

        #expect(await error?.type == .canceled)
        suspended.resume()
        await withCheckedContinuation { continuation in suspended.async { continuation.resume() } }
        return recorder.events
    }

    @Test func mainActorCallbacksRunAlongsideTheQueue() async throws {
        let model = LockedValue<String?>(nil)
        let connection = Connection(TextSpec(), config: .ok) { text in model.withLock { $0 = text } }

        _ = try await tracked(connection).response()

        #expect(model.withLock { $0 } == "ok")
        #expect(results.withLock { $0 } == ["ok"])
    }

    /// The queue has the stream, while `onSuccess` waits for the main actor.
    @Test(.timeLimit(.minutes(5))) func streamThatACallbackReadsIsNotRetried() async {
        let (clock, given, turn) = (ManualClock(), Promise<ResponseStream>(), DispatchSemaphore(value: 0))
        let connector = ScriptedConnector { _, _ in
            .stream(ResponseStream(statusCode: 200, body: ResponseBody(ScriptedBody())))
        }
        let config = ConnectionConfig(connector: connector, clock: clock, policies: [Retry(backoff: .none)])
        let connection = Connection(StreamSpec(), config: config) { _ in }
        connection.deadlines(Deadlines(firstEvent: .seconds(10))).onResult(on: queue) { result in
            if let stream = try? result.get() { given.fulfill(stream) }
        }
        await blockMainActor(until: turn)
        async let error = failure(of: connection)
        _ = await given.value()
        await until { connection.pipeline.state.withLock { $0.generation.attempt.work is StreamRelay } }

        clock.advance(by: .seconds(10))
        await until { connection.pipeline.state.withLock(\.lifecycle.isExpiring) }
        turn.signal()

        #expect(await error?.type == .timeout)
        #expect(connector.requests.count == 1)
    }

    private func blockMainActor(until turn: DispatchSemaphore) async {
        let isBlocked = Promise<Void>()
        let block: @MainActor @Sendable () -> Void = {
            isBlocked.fulfill(())
            turn.wait()
        }
        Task { await block() }
        await isBlocked.value()
    }

    private func tracked<Model: Sendable>(
        _ connection: Connection<Model>, describedBy text: @escaping @Sendable (Model) -> String = { "\($0)" }
    ) -> Connection<Model> {
        connection.onResult(on: queue) { [queue, results] result in
            dispatchPrecondition(condition: .onQueue(queue))
            switch result {
            case .success(let model): results.withLock { $0.append(text(model)) }
            case .failure(let error): results.withLock { $0.append("\(error.type)") }
            }
        }
    }
}

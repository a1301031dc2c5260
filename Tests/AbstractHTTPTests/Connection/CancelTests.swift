import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A cancel at every stage of the pipeline. The events are compared as whole lists.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CancelTests {
    /// What happens when the connection is canceled from inside a call.
    struct Inside: Sendable, CustomTestStringConvertible {
        var event: EventRecorder.Event
        var reply: ScriptedConnector.Reply = .response(.text("ok"))
        var rejected: Set<EventRecorder.Event> = []
        var events: [EventRecorder.Event]
        var outcome: ConnectionErrorType? = .canceled
        var testDescription: String { "\(event)" }
    }

    static let inside: [Inside] = [
        Inside(event: .onStart, events: Events.canceledAtOnce),
        Inside(event: .onReceived, events: [.onStart, .onReceived, .onCanceled, .afterError, .onEnd]),
        Inside(
            event: .onReceivedModel,
            events: [.onStart, .onReceived, .onReceivedModel, .onCanceled, .afterError, .onEnd]),
        Inside(
            event: .onNetworkError, reply: .failure(Broken()),
            events: [.onStart, .onNetworkError, .onCanceled, .afterError, .onEnd]),
        Inside(
            event: .onResponseError, reply: .response(.text("no", statusCode: 500)),
            events: [.onStart, .onReceived, .onResponseError, .onCanceled, .afterError, .onEnd]),
        Inside(
            event: .onParseError, reply: .response(Response(statusCode: 200, data: Data([0xFF]))),
            events: [.onStart, .onReceived, .onParseError, .onCanceled, .afterError, .onEnd]),
        Inside(
            event: .onValidationError, rejected: [.onReceivedModel],
            events: [.onStart, .onReceived, .onReceivedModel, .onValidationError, .onCanceled, .afterError, .onEnd]),
        Inside(event: .afterSuccess, events: Events.success, outcome: nil),
        Inside(event: .onEnd, events: Events.success, outcome: nil),
        Inside(
            event: .afterError, reply: .failure(Broken()),
            events: [.onStart, .onNetworkError, .onError, .afterError, .onEnd], outcome: .network),
    ]

    @Test(arguments: inside)
    func cancelFromACallbackTakesEffectNext(_ inside: Inside) async {
        let recorder = EventRecorder(rejecting: inside.rejected) { event, connection in
            if event == inside.event { connection.cancel() }
        }
        let config = ConnectionConfig.over(ScriptedConnector(inside.reply))

        let error = await failure(of: Connection(TextSpec(), config: config).recorded(by: recorder))

        #expect(error?.type == inside.outcome)
        #expect(recorder.events == inside.events)
        #expect(recorder.outcomes == [inside.outcome])
    }

    @Test func immediateCancelStillHasStartAndEnd() async {
        let recorder = EventRecorder()
        let connector = ScriptedConnector(.silence)
        let connection = Connection(TextSpec(), config: .over(connector)).recorded(by: recorder)

        connection.start()
        connection.cancel()
        await recorder.wait(for: .onEnd)

        #expect(recorder.events == Events.canceledAtOnce)
        #expect(connector.requests.isEmpty)
    }

    @Test(arguments: [ScriptedConnector.Reply.silence, .silenceIgnoringCancellation])
    func aCancelWhileTheConnectorIsSilentEndsAtOnce(reply: ScriptedConnector.Reply) async {
        let recorder = EventRecorder()
        let connector = ScriptedConnector(reply)
        let connection = Connection(TextSpec(), config: .over(connector)).recorded(by: recorder)
        async let error = failure(of: connection)
        await connector.waitForRequests(1)

        connection.cancel()

        #expect(await error?.type == .canceled)
        #expect(recorder.events == Events.canceledAtOnce)
        connector.release()
        // The exchange of a connector that listens is also canceled. Otherwise, the test fails at its time limit.
        await connector.waitUntilIdle()
    }

    @Test func cancelHidesTheErrorFromLaterListeners() async {
        let first = EventRecorder { event, connection in
            if event == .onNetworkError { connection.cancel() }
        }
        let second = EventRecorder()
        let connection = Connection(TextSpec(), config: .over(ScriptedConnector(.failure(Broken()))))

        _ = await failure(of: connection.recorded(by: first).recorded(by: second))

        #expect(second.events == Events.canceledAtOnce)
    }

    @Test func cancelingAwaitingTaskSparesItsListeners() async {
        let sawCancellation = LockedValue(false)
        let recorder = EventRecorder { event, _ in
            guard event != .onStart, Task.isCancelled else { return }
            sawCancellation.withLock { $0 = true }
        }
        let connector = ScriptedConnector(.silenceIgnoringCancellation)
        let connection = Connection(TextSpec(), config: .over(connector)).recorded(by: recorder)
        let task = Task { await failure(of: connection) }
        await connector.waitForRequests(1)

        task.cancel()

        #expect(await task.value?.type == .canceled)
        #expect(recorder.events == Events.canceledAtOnce)
        #expect(!sawCancellation.withLock { $0 })
        connector.release()
    }

    @Test func aTaskThatWasCanceledBeforeItAwaitedSendsNothing() async {
        let recorder = EventRecorder()
        let connector = ScriptedConnector(.silence)
        let connection = Connection(TextSpec(), config: .over(connector)).recorded(by: recorder)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure(of: connection)
        }

        #expect(await task.value?.type == .canceled)
        #expect(recorder.events == Events.canceledAtOnce)
        #expect(connector.requests.isEmpty)
    }

    @Test func canceledTaskCallsNoObserver() async {
        let observer = RecordingObserver()
        let connection = Connection(TextSpec(), config: .over(ScriptedConnector(.silence))).addListener(observer)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure(of: connection)
        }

        #expect(await task.value?.type == .canceled)
        #expect(observer.seen.isEmpty)
    }

    @Test func aTaskThatJoinedAndIsCanceledCancelsTheConnection() async {
        let connector = ScriptedConnector(.silence)
        let connection = Connection(TextSpec(), config: .over(connector)).start()
        await connector.waitForRequests(1)
        let task = Task { await failure(of: connection) }

        task.cancel()

        #expect(await task.value?.type == .canceled)
    }

    @Test func cancelOfAnEndedGenerationSparesTheNext() async throws {
        let connector = ScriptedConnector(.response(.text("ok")), .silence)
        let recorder = EventRecorder { event, connection in
            if event == .onEnd, connector.requests.count == 1 { connection.restart() }
        }
        let connection = Connection(TextSpec(), config: .over(connector)).recorded(by: recorder)
        let task = Task { try await connection.response() }
        _ = try await task.value
        await connector.waitForRequests(2)

        task.cancel()

        #expect(connection.isRunning)
        #expect(recorder.events == Events.success + [.onStart])
        connection.cancel()
    }

    @Test func cancelEndsAnUnresponsivePolicyDecision() async {
        let recorder = EventRecorder()
        let (asked, answer) = (Promise<Void>(), Promise<Recovery>())
        let connection = Connection(TextSpec(), config: .over(MockConnector { _ in throw Broken() }))
        connection.recorded(by: recorder).addPolicy(Deciding(asked: asked, answer: answer)).start()
        await asked.value()

        connection.cancel()
        await recorder.wait(for: .onEnd)

        #expect(recorder.events == Events.canceledAtOnce)
        answer.fulfill(.restart())
    }

    @Test func aCancelEndsTheWaitBeforeTheNextAttempt() async {
        let (recorder, clock) = (EventRecorder(), ManualClock())
        let connector = ScriptedConnector(.failure(Broken()))
        let connection = Connection(TextSpec(), config: .over(connector, clock: clock))
        connection.recorded(by: recorder).addPolicy(Recovering(.restart(after: .seconds(60)))).start()
        await clock.waitForSleepers()

        connection.cancel()
        await recorder.wait(for: .onEnd)

        #expect(recorder.events == Events.canceledAtOnce)
        #expect(connector.requests.count == 1)
    }

    @Test func cancelErrorHasRequestAndEarlierAttempts() async {
        let clock = ManualClock()
        let connection = Connection(TextSpec(), config: .over(MockConnector { _ in throw Broken() }, clock: clock))
        async let error = failure(of: connection.addPolicy(Recovering(.restart(after: .seconds(1)))))
        await clock.waitForSleepers()

        connection.cancel()

        #expect(await error?.request.url.absoluteString == "https://api.example.com/text")
        #expect(await error?.attempts.map(\.type) == [.network])
    }

    @Test func lateResponseAfterACancelIsDropped() async {
        let recorder = EventRecorder()
        let (arrived, answer) = (Promise<Void>(), Promise<Void>())
        let connector = MockConnector { _ in
            arrived.fulfill(())
            await answer.value()
            return .text("late")
        }
        let connection = Connection(TextSpec(), config: .over(connector)).recorded(by: recorder)
        async let error = failure(of: connection)
        await arrived.value()

        connection.cancel()
        let type = await error?.type
        answer.fulfill(())

        #expect(type == .canceled)
        #expect(recorder.events == Events.canceledAtOnce)
    }
}

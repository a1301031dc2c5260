import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// How recovery policies are asked.
@Suite(.timeLimit(.minutes(5))) struct RecoveryPolicyTests {
    @Test func firstPolicyThatDoesNotGiveUpWins() async throws {
        let connector = ScriptedConnector(.failure(Broken()), .response(.text("ok")))
        let (first, second, third) = (Recovering(), Recovering(.restart()), Recovering(.restart()))
        let connection = Connection(TextSpec(), config: .over(connector))

        _ = try await connection.addPolicy(first).addPolicy(second).addPolicy(third).response()

        #expect([first, second, third].map(\.attempts) == [[1], [1], []])
    }

    @Test func policyIsAskedOncePerFailedAttempt() async {
        let (policy, recorder) = (Recovering(.restart(), .restart()), EventRecorder())
        let connection = Connection(TextSpec(), config: .over(MockConnector { _ in throw Broken() }))

        _ = await failure(of: connection.addPolicy(policy).recorded(by: recorder))

        #expect(policy.attempts == [1, 2, 3])
        #expect(recorder.events == [.onStart, .onNetworkError, .onError, .afterError, .onEnd])
    }

    @Test func restartRebuildsAndRepeatResends() async {
        let connector = ScriptedConnector { _, _ in .failure(Broken()) }
        let connection = Connection(CountingSpec(), config: .over(connector))

        _ = await failure(of: connection.addPolicy(Recovering(.restart(), .repeat(), .restart())))

        #expect(connector.requests.map(\.url.path) == ["/1", "/2", "/2", "/3"])
    }

    @Test func delayUsesTheConfigClock() async throws {
        let clock = ManualClock()
        let connector = ScriptedConnector(.failure(Broken()), .response(.text("ok")))
        let connection = Connection(TextSpec(), config: .over(connector, clock: clock))
        async let model = connection.addPolicy(Recovering(.restart(after: .milliseconds(1_500)))).response()
        await clock.waitForSleepers()
        #expect(clock.remainingSleeps == [.milliseconds(1_500)])

        clock.advance(by: .milliseconds(1_499))
        #expect(connector.requests.count == 1)
        clock.advance(by: .milliseconds(1))

        #expect(try await model == "ok")
        #expect(connector.requests.count == 2)
    }

    @Test func aDelayThatNoClockCanCountIsCutInsteadOfTrapping() async {
        let clock = ManualClock()
        let longest = Duration(secondsComponent: .max, attosecondsComponent: 0)
        let connection = Connection(
            TextSpec(), config: .over(MockConnector { _ in throw Broken() }, clock: clock))
        connection.addPolicy(Recovering(.restart(after: longest))).start()
        await clock.waitForSleepers()

        #expect(clock.remainingSleeps == [.seconds(10 * 365 * 86_400)])
        connection.cancel()
    }

    @Test func policyCanCancel() async {
        let recorder = EventRecorder()
        let policy = Recovering(.fail(.canceled, because: Broken()))
        let connection = Connection(TextSpec(), config: .over(ScriptedConnector(.failure(Broken()))))
            .onResult { _ in Issue.record("a cancel is not told") }

        let error = await failure(of: connection.recorded(by: recorder).addPolicy(policy))

        #expect(error?.type == .canceled && error?.cancelReason == .policy)
        #expect(error?.attempts.map(\.type) == [.network])
        #expect(recorder.events == Events.canceledAtOnce)
    }

    /// Calls a closure before every attempt.
    private struct Preparing: RecoveryPolicy {
        var prepare: @Sendable (Int) -> Void
        func willAttempt(_ request: Request, attempt: Int) { prepare(attempt) }
        func recovery(from context: RecoveryContext) async -> Recovery { .giveUp }
    }

    @Test func canceledAttemptReachesNoFurtherPolicy() async {
        let connector = ScriptedConnector()
        let connection = Connection(TextSpec(), config: .over(connector))
        connection.addPolicy(Preparing { [weak connection] _ in connection?.cancel() })
        connection.addPolicy(Preparing { _ in Issue.record("the attempt is over") })

        let error = await failure(of: connection)

        #expect(error?.type == .canceled && connector.requests.isEmpty)
    }

    @Test func everyFailureAsksThePolicy() async {
        for failureCase in FailureCase.all {
            let policy = Recovering()
            let recorder = EventRecorder(rejecting: failureCase.rejected)

            _ = await failure(of: failureCase.makeConnection().recorded(by: recorder).addPolicy(policy))

            #expect(policy.attempts == [1], "\(failureCase.testDescription)")
        }
    }

    @Test func commandDiscardsAPendingDecision() async throws {
        let (asked, answer) = (Promise<Void>(), Promise<Recovery>())
        let connector = ScriptedConnector(.failure(Broken()), .response(.text("ok")))
        let connection = Connection(TextSpec(), config: .over(connector))
        async let model = connection.addPolicy(Deciding(asked: asked, answer: answer)).response()
        await asked.value()

        connection.restart()

        #expect(try await model == "ok")
        answer.fulfill(.restart())
        #expect(connector.requests.count == 2)
    }

    @Test func cancelInOnWaitForUserSkipsTheOtherListeners() async {
        struct AskTheUser: RecoveryPolicy {
            let waitsForUser = true
            func recovery(from context: RecoveryContext) async -> Recovery { .restart() }
        }
        let first = EventRecorder { event, connection in
            if event == .onWaitForUser { connection.cancel() }
        }
        let second = EventRecorder()
        let connection = Connection(TextSpec(), config: .over(ScriptedConnector(.failure(Broken()))))
        connection.recorded(by: first).recorded(by: second).addPolicy(AskTheUser())

        let error = await failure(of: connection)

        #expect(error?.type == .canceled)
        #expect(
            first.events == [.onStart, .onWaitForUser, .afterWaitForUser, .onCanceled, .afterError, .onEnd])
        #expect(second.events == [.onStart, .onCanceled, .afterError, .onEnd])
    }
}

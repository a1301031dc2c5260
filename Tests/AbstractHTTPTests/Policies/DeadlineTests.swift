import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The three clocks, on a clock that stands still.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct DeadlineTests {
    let clock = ManualClock()
    let recorder = EventRecorder()

    @Test(
        arguments: [
            (Deadlines(connect: .seconds(2)), .connect), (Deadlines(attempt: .seconds(2)), .attempt),
            (Deadlines(total: .seconds(2)), .total),
        ] as [(Deadlines, Deadlines.Clock)])
    func theErrorNamesTheClockThatRanOut(deadlines: Deadlines, clock expected: Deadlines.Clock) async {
        let connection = makeConnection(ScriptedConnector(.silence)).deadlines(deadlines)
        async let error = failure(of: connection)
        await clock.waitForSleepers()
        #expect(clock.remainingSleeps == [.seconds(2)])

        clock.advance(by: .seconds(2))

        let reason = await error?.underlying as? DeadlineExceeded
        #expect(await error?.type == .timeout)
        #expect(reason?.clock == expected)
        #expect(reason?.limit == .seconds(2))
        #expect(recorder.events == [.onStart, .onNetworkError, .onError, .afterError, .onEnd])
    }

    @Test func deadlineExpiresExactlyOnTime() async throws {
        let connector = ScriptedConnector(.silenceIgnoringCancellation)
        let connection = makeConnection(connector).deadlines(Deadlines(attempt: .seconds(2))).start()
        await connector.waitForRequests(1)
        await clock.waitForSleepers()

        clock.advance(by: .seconds(2) - .nanoseconds(1))
        #expect(connection.isRunning)
        clock.advance(by: .nanoseconds(1))
        await recorder.wait(for: .onEnd)

        // The connector ignores the cancel, and delays nothing.
        #expect(recorder.outcomes == [.timeout])
        connector.release()
    }

    @Test func anAttemptThatTakesTooLongIsFollowedByAnother() async throws {
        let connector = ScriptedConnector(.silence, .response(.text("ok")))
        var config = ConnectionConfig(connector: connector, clock: clock, policies: [Retry(backoff: .none)])
        config.deadlines = Deadlines(attempt: .seconds(2), total: .seconds(60))
        async let model = Connection(TextSpec(), config: config).response()
        await connector.waitForRequests(1)
        await clock.waitForSleepers(2)

        clock.advance(by: .seconds(2))

        #expect(try await model == "ok")
        #expect(clock.remainingSleeps.isEmpty)
    }

    @Test func repeatedTimeoutsReportTheLastOtherFailure() async {
        let connector = ScriptedConnector(.response(.text("", statusCode: 503)), .silence, .silence, .silence)
        let config = ConnectionConfig(
            connector: connector, clock: clock, policies: [Retry(attempts: 4, backoff: .none)])
        let connection = Connection(TextSpec(), config: config).deadlines(Deadlines(attempt: .seconds(2)))
        async let error = failure(of: connection)

        for number in 2...4 {
            await connector.waitForRequests(number)
            await until { clock.remainingSleeps == [.seconds(2)] }
            clock.advance(by: .seconds(2))
        }

        let text = "the attempt deadline of 2.0 seconds is over, the last failure was: invalidResponse"
        #expect(await error.map { "\($0.underlying ?? $0)" } == text)
    }

    @Test func totalDeadlineCoversWaitsAndKeepsTheFailure() async {
        let connector = ScriptedConnector(.response(.text("busy", statusCode: 503)))
        let connection = makeConnection(connector).addPolicy(Recovering(.restart(after: .seconds(9))))
        async let error = failure(of: connection.deadlines(Deadlines(total: .seconds(5))))
        await clock.waitForSleepers(2)

        clock.advance(by: .seconds(5))

        let reason = await error?.underlying as? DeadlineExceeded
        #expect(reason?.clock == .total)
        #expect(reason?.lastError as? ConnectionErrorType == .invalidResponse)
        #expect(await error?.response?.text == "busy")
        #expect(await error?.attempts.map(\.type) == [.invalidResponse])
        #expect(recorder.events == [.onStart, .onReceived, .onNetworkError, .onError, .afterError, .onEnd])
    }

    @Test func timedOutAttemptHasNoEarlierResponse() async {
        let connector = ScriptedConnector(.response(.text("no", statusCode: 401)), .silence)
        let connection = makeConnection(connector).addPolicy(Recovering(.restart()))
        async let error = failure(of: connection.deadlines(Deadlines(attempt: .seconds(5))))
        await connector.waitForRequests(2)
        await until { clock.remainingSleeps == [.seconds(5)] }

        clock.advance(by: .seconds(5))

        #expect(await error?.response == nil)
        #expect(await error?.attempts.map(\.statusCode) == [401, nil])
    }

    @Test func theTotalEndsAnAttemptAndNoPolicyIsAsked() async {
        let policy = Recovering(.restart(), .restart())
        let connector = ScriptedConnector(.failure(Broken()), .silence)
        let connection = makeConnection(connector).addPolicy(policy)
        async let error = failure(of: connection.deadlines(Deadlines(total: .seconds(5))))
        await connector.waitForRequests(2)
        await clock.waitForSleepers()

        clock.advance(by: .seconds(5))

        #expect(await (error?.underlying as? DeadlineExceeded)?.lastError as? Broken == Broken())
        #expect(await error?.attempts.map(\.type) == [.network, .timeout])
        #expect(policy.attempts == [1])
    }

    @Test func theTotalCoversAPolicyThatIsAsked() async {
        let (asked, answer) = (Promise<Void>(), Promise<Recovery>())
        let connection = makeConnection(ScriptedConnector(.failure(Broken())))
            .addPolicy(Deciding(asked: asked, answer: answer))
        async let error = failure(of: connection.deadlines(Deadlines(total: .seconds(5))))
        await asked.value()
        await clock.waitForSleepers()

        clock.advance(by: .seconds(5))

        #expect(await error?.type == .timeout)
        answer.fulfill(.restart())
    }

    @Test func innerDeadlineOverridesPerClock() async {
        var config = ConnectionConfig(connector: ScriptedConnector(.silence), clock: clock)
        config.deadlines = Deadlines(connect: .seconds(1), attempt: .seconds(1), total: .seconds(1))
        let connection = Connection(TimedSpec(), config: config).deadlines(Deadlines(connect: .seconds(3)))
        connection.deadlines(Deadlines(total: .seconds(4))).start()

        await clock.waitForSleepers(3)

        #expect(clock.remainingSleeps == [.seconds(2), .seconds(3), .seconds(4)])
        connection.cancel()
    }

    @Test func requestWithoutASpecHasDeadlines() async {
        let config = ConnectionConfig(connector: ScriptedConnector(.silence), clock: clock)
        let http = HTTP("https://api.example.com/").timeout(.seconds(9)).deadlines(Deadlines(attempt: .seconds(7)))
        let connection = http.asString(config: config).start()

        await clock.waitForSleepers(2)

        #expect(clock.remainingSleeps == [.seconds(7), .seconds(9)])
        connection.cancel()
    }

    @Test func neverRemovesAnOuterDeadline() async throws {
        var config = ConnectionConfig(connector: ScriptedConnector(.silence), clock: clock)
        config.deadlines = Deadlines(connect: .seconds(1), attempt: .seconds(1), total: .seconds(1))
        let inner = Deadlines(connect: Deadlines.never, attempt: Deadlines.never, total: .seconds(4))
        let connection = Connection(TextSpec(), config: config).deadlines(inner).start()

        await clock.waitForSleepers()

        #expect(clock.remainingSleeps == [.seconds(4)])
        connection.cancel()
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func zeroDeadlineSendsNothing(limit: Duration) async {
        let connector = ScriptedConnector()

        let errors = [
            await failure(of: makeConnection(connector).deadlines(Deadlines(attempt: limit))),
            await failure(of: makeConnection(connector).deadlines(Deadlines(total: limit))),
        ]

        #expect(errors.map { ($0?.underlying as? DeadlineExceeded)?.clock } == [.attempt, .total])
        #expect(errors.map { $0?.attempts.map(\.number) } == [[1], []])
        #expect(connector.requests.isEmpty)
    }

    @Test func aBodyThatIsReadWhileItArrivesBelongsToTheTotalOnly() async throws {
        let body = ScriptedBody()
        body.send("a")
        let connector = ScriptedConnector(.stream(ResponseStream(statusCode: 200, body: ResponseBody(body))))
        let connection = Connection(StreamSpec(), config: .over(connector, clock: clock)).recorded(by: recorder)
        connection.deadlines(Deadlines(attempt: .seconds(2), total: .seconds(5)))
        var chunks = try await connection.response().body.makeAsyncIterator()
        #expect(try await chunks.next() == Data("a".utf8))
        await until { clock.remainingSleeps == [.seconds(5)] }

        clock.advance(by: .seconds(5))

        let error = await #expect(throws: ConnectionError.self) { try await chunks.next() }
        #expect((error?.underlying as? DeadlineExceeded)?.clock == .total)
        #expect(recorder.outcomes == [.timeout])
    }

    @Test func anAttemptOverSocketsEndsWhenItsTimeIsOver() async throws {
        let server = try LoopbackServer()
        server.enqueue(.text("").failing(.stall, at: .responseHead))
        let config = ConnectionConfig.over(TestConnector.make(), clock: clock)
        let http = HTTP(server.url).asString(config: config).deadlines(Deadlines(attempt: .seconds(3)))
        async let error = failure(of: http)
        await server.waitForRequests(1)
        await clock.waitForSleepers()

        clock.advance(by: .seconds(3))

        #expect(await (error?.underlying as? DeadlineExceeded)?.clock == .attempt)
    }

    @Test func aDownloadHasTheDeadlinesAndTheKeyOfItsSpec() async throws {
        let connector = ScriptedConnector(.silence)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        let http = HTTP("https://api.example.com/film").deadlines(Deadlines(total: .seconds(5))).idempotencyKey()
        let connection = http.download(to: file, config: .over(connector, clock: clock))
        async let error = failure(of: connection)
        await connector.waitForRequests(1)
        await clock.waitForSleepers()

        clock.advance(by: .seconds(5))

        #expect(await error?.type == .timeout)
        #expect(connector.requests[0].headers[.idempotencyKey] != nil)
    }

    @Test func noTimerRemainsAfterAGeneration() async throws {
        let all = Deadlines(connect: .seconds(1), attempt: .seconds(2), total: .seconds(3))
        _ = try await Connection(TextSpec(), config: .over(MockConnector { _ in .text("ok") }, clock: clock))
            .deadlines(all).response()
        _ = await failure(of: makeConnection(ScriptedConnector(.failure(Broken()))).deadlines(all))
        let canceled = makeConnection(ScriptedConnector(.silence)).deadlines(all)
        async let error = failure(of: canceled)
        await until { clock.remainingSleeps.count >= 3 }
        canceled.cancel()
        _ = await error

        // If a clock is left running, the test fails at its time limit.
        await until { clock.remainingSleeps.isEmpty }
    }

    @Test func restartAfterATimeoutResetsTheTotal() async throws {
        let isFirst = LockedValue(true)
        let connector = ScriptedConnector(.silence, .silence)
        let recorder = EventRecorder { event, connection in
            guard event == .onNetworkError, isFirst.withLock({ $0 }) else { return }
            isFirst.withLock { $0 = false }
            connection.restart()
        }
        let connection = Connection(TextSpec(), config: .over(connector, clock: clock)).recorded(by: recorder)
        async let error = failure(of: connection.deadlines(Deadlines(total: .seconds(5))))
        await connector.waitForRequests(1)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        await connector.waitForRequests(2)
        await clock.waitForSleepers()
        #expect(clock.remainingSleeps == [.seconds(5)])

        clock.advance(by: .seconds(5))

        #expect(await error?.attempts.map(\.number) == [1, 2])
        #expect(recorder.events == [.onStart, .onNetworkError, .onNetworkError, .onError, .afterError, .onEnd])
    }

    @Test func restartBeforeATimeoutKeepsTheTotal() async {
        let clock = clock
        let recorder = EventRecorder { event, connection in
            guard event == .onNetworkError, clock.now.offset < .seconds(6) else { return }
            clock.advance(by: .seconds(3))
            connection.restart()
        }
        let connector = ScriptedConnector { _, _ in .failure(Broken()) }
        let connection = Connection(TextSpec(), config: .over(connector, clock: clock)).recorded(by: recorder)

        let error = await failure(of: connection.deadlines(Deadlines(total: .seconds(5))))

        #expect(error?.attempts.map(\.type) == [.network, .network, .timeout])
    }

    @Test func restartCannotRevokeAnExpiredTotal() async {
        let clock = clock
        let recorder = EventRecorder { event, connection in
            guard event == .onReceived else { return }
            clock.advance(by: .seconds(6))
            // The timer is another task.
            await until { clock.remainingSleeps.isEmpty }
            for _ in 0..<100 { await Task.yield() }
            connection.restart()
        }
        let connection = Connection(TextSpec(), config: .over(MockConnector { _ in .text("ok") }, clock: clock))

        let error = await failure(of: connection.recorded(by: recorder).deadlines(Deadlines(total: .seconds(5))))

        #expect(error?.type == .timeout)
    }

    @Test func aRestartDoesNotExtendTheTotal() async {
        let connector = ScriptedConnector(.silence, .silence)
        let connection = makeConnection(connector).deadlines(Deadlines(total: .seconds(5)))
        async let error = failure(of: connection)
        await connector.waitForRequests(1)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(3))

        connection.restart()
        await connector.waitForRequests(2)

        #expect(clock.remainingSleeps == [.seconds(2)])
        clock.advance(by: .seconds(2))
        #expect(await error?.type == .timeout)
    }

    private func makeConnection(_ connector: any HTTPConnector) -> Connection<String> {
        Connection(TextSpec(), config: .over(connector, clock: clock)).recorded(by: recorder)
    }
}

private struct TimedSpec: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP("https://api.example.com/").deadlines(Deadlines(attempt: .seconds(2))) }
}

import AbstractHTTPTesting
import TestSupport
import Testing

@testable import AbstractHTTP

@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct DeadlineTimerTests {
    /// A timer that counted from the start of its task would miss most of these.
    @Test func timerCountsFromItsCreation() async {
        for _ in 0..<100 {
            let (clock, expired) = (ManualClock(), Promise<Void>())
            let timer = DeadlineTimer(.seconds(1), on: clock) { expired.fulfill(()) }
            clock.advance(by: .seconds(1))
            await expired.valueUnlessCanceled()
            #expect(expired.current != nil)
            timer.stop()
        }
    }

    @Test func stopSaysWhetherTheTimerHasExpired() async {
        let (clock, expired) = (ManualClock(), Promise<Void>())
        let timer = DeadlineTimer(.seconds(1), on: clock) { expired.fulfill(()) }
        clock.advance(by: .seconds(1))
        await expired.value()
        let stopped = DeadlineTimer(.seconds(1), on: clock) {}

        #expect(!timer.stop())
        #expect(stopped.stop() && stopped.stop())
    }

    /// A timer may expire while the attempt fails.
    @Test func failedAttemptDoesNotExpire() async {
        let (asked, answer) = (Promise<Void>(), Promise<Recovery>())
        let connection = Connection(TextSpec(), config: .over(ScriptedConnector(.failure(Broken()))))
            .addPolicy(Deciding(asked: asked, answer: answer))
        async let error = failure(of: connection)
        await asked.value()
        #expect(connection.pipeline.state.withLock(\.lifecycle.phase) == .running(1))

        connection.pipeline.expire(Lifecycle.Expiry(clock: .attempt, limit: .seconds(1)), 1)
        answer.fulfill(.giveUp)

        #expect(await error?.attempts.map(\.type) == [.network])
    }

    /// The policies may already have sent the request again.
    @Test func connectDeadlineThatHasExpiredForbidsSending() async {
        let (clock, expired) = (ManualClock(), Promise<Void>())
        let timer = DeadlineTimer(.seconds(1), on: clock) { expired.fulfill(()) }
        let running = DeadlineTimer(.seconds(2), on: clock) {}
        clock.advance(by: .seconds(1))
        await expired.value()

        #expect(!ExchangeContext(meter: nil, connectTimer: timer).beginSending())
        #expect(ExchangeContext(meter: nil, connectTimer: running).beginSending())
        #expect(ExchangeContext().beginSending())
    }
}

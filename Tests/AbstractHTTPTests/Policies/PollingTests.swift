import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The listener that restarts a connection, on a clock that stands still.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct PollingTests {
    let clock = ManualClock()
    let holder = ConnectionHolder()
    let recorder = EventRecorder()

    @Test func successIsFollowedByAnotherPoll() async {
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let connection = makeConnection(connector, Polling(every: .seconds(30))).start()

        for count in 1...3 {
            await recorder.wait(for: .onEnd, count: count)
            await clock.waitForSleepers()
            #expect(clock.remainingSleeps == [.seconds(30)])
            #expect(connector.requests.count == count)
            clock.advance(by: .seconds(30))
        }
        await recorder.wait(for: .onStart, count: 4)
        connection.cancel()
    }

    @Test func repeatedNetworkFailuresBackOff() async {
        let connector = ScriptedConnector { number, _ in
            number == 4 ? .response(.text("ok")) : .failure(TransportError(.unreachable))
        }
        let backoff = Backoff(base: .seconds(2), cap: .seconds(60), isRandom: false)
        let polling = Polling(PollingInterval(.seconds(3), backoff: backoff))

        let waits = await makeConnection(connector, polling).waits(5, on: clock)

        #expect(waits == [.seconds(3), .seconds(4), .seconds(8), .seconds(3), .seconds(3)])
    }

    @Test func connectionsSharingAPollingPaceSeparately() async {
        let backoff = Backoff(base: .seconds(2), cap: .seconds(60), isRandom: false)
        let polling = Polling(PollingInterval(.seconds(3), backoff: backoff))
        let broken = ScriptedConnector { _, _ in .failure(TransportError(.unreachable)) }

        let first = await makeConnection(broken, polling).waits(2, on: clock)
        await until { clock.remainingSleeps.isEmpty }
        let second = await makeConnection(broken, polling).waits(2, on: clock)

        #expect(first == [.seconds(3), .seconds(4)])
        #expect(second == first)
    }

    @Test func timeoutIsFollowedByAPoll() async {
        let connector = ScriptedConnector(.silence, .silence)
        let connection = makeConnection(connector, Polling(every: .seconds(30)))
        connection.deadlines(Deadlines(total: .seconds(1))).start()
        await connector.waitForRequests(1)
        await clock.waitForSleepers()

        clock.advance(by: .seconds(1))
        await recorder.wait(for: .onEnd)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(30))
        await connector.waitForRequests(2)

        connection.cancel()
    }

    @Test func theJitterIsRandomAndAdded() async {
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let connection = makeConnection(connector, Polling(PollingInterval(.seconds(30), jitter: .milliseconds(200))))

        // The numbers of seed 1, as for retries.
        #expect(await connection.waits(2, on: clock) == [.nanoseconds(30_113_312_315), .nanoseconds(30_149_156_352)])
    }

    @Test(arguments: FailureCase.all)
    func onlyNetworkFailuresAreFollowedByAPoll(failureCase: FailureCase) async {
        let ends = LockedValue(0)
        let recorder = EventRecorder(rejecting: failureCase.rejected) { event, connection in
            // The second end is either one too many or enough.
            guard event == .onEnd else { return }
            let count = ends.withLock { ends in
                ends += 1
                return ends
            }
            if count == 2 { connection.cancel() }
        }
        let connection = failureCase.makeConnection().recorded(by: recorder)

        connection.addListener(Polling(PollingInterval(.zero, backoff: .none))).start()
        await until { !connection.isRunning }

        #expect(recorder.outcomes.count == (failureCase.type == .network ? 2 : 1))
    }

    @Test func theLastModelStopsIt() async {
        let connector = ScriptedConnector { number, _ in .response(.text(number == 2 ? "done" : "busy")) }
        let polling = Polling(PollingInterval(.seconds(30)), until: { $0 as? String == "done" })
        let connection = makeConnection(connector, polling).start()
        await clock.waitForSleepers()

        clock.advance(by: .seconds(30))
        await recorder.wait(for: .onEnd, count: 2)

        await expectNothingIsLeft(of: connection)
        #expect(connector.requests.count == 2)
    }

    @Test func aCancelWhileAPollRunsStopsIt() async {
        let connector = ScriptedConnector(.response(.text("ok")), .silence)
        let connection = makeConnection(connector, Polling(every: .seconds(30))).start()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(30))
        await connector.waitForRequests(2)

        connection.cancel()
        await recorder.wait(for: .onEnd, count: 2)

        await expectNothingIsLeft(of: connection)
        #expect(recorder.outcomes == [nil, .canceled])
    }

    @Test func aCancelBetweenTwoPollsStopsItWithoutAnEvent() async {
        let connection = makeConnection(MockConnector { _ in .text("ok") }, Polling(every: .seconds(30))).start()
        await clock.waitForSleepers()
        await until { !connection.isRunning }

        connection.cancel()

        await expectNothingIsLeft(of: connection)
        #expect(recorder.events == Events.success)
    }

    @Test func holderCancelsAWaitingPoll() async {
        let connection = makeConnection(MockConnector { _ in .text("ok") }, Polling(every: .seconds(30))).start()
        await clock.waitForSleepers()
        #expect(holder.connections.count == 1)

        holder.cancelAll()

        await expectNothingIsLeft(of: connection)
    }

    @Test(arguments: [EventRecorder.Event.afterSuccess, .onEnd])
    func aCancelThatIsTooLateForItsGenerationStillStopsIt(event: EventRecorder.Event) async {
        let late = EventRecorder { seen, connection in
            if seen == event { connection.cancel() }
        }
        let connection = Connection(TextSpec(), config: config(MockConnector { _ in .text("ok") })).recorded(by: late)
        connection.addListener(Polling(every: .seconds(30))).start()

        await late.wait(for: .onEnd)

        await expectNothingIsLeft(of: connection)
        #expect(late.outcomes == [nil])
    }

    @Test func cancelOnEndStopsAnImmediatePoll() async {
        let late = EventRecorder { seen, connection in
            if seen == .onEnd { connection.cancel() }
        }
        let connection = Connection(TextSpec(), config: config(MockConnector { _ in .text("ok") }))

        connection.addListener(Polling(every: .zero)).recorded(by: late).start()
        await late.wait(for: .onEnd)

        await expectNothingIsLeft(of: connection)
        #expect(late.outcomes == [nil])
    }

    @Test(arguments: [EventRecorder.Event.onReceived, .afterSuccess])
    func aCancelOfTheTaskThatAwaitsStopsItToo(event: EventRecorder.Event) async {
        let (reached, go) = (Promise<Void>(), Promise<Void>())
        let waiting = EventRecorder { seen, _ in
            guard seen == event else { return }
            reached.fulfill(())
            await go.value()
        }
        let connection = Connection(TextSpec(), config: config(MockConnector { _ in .text("ok") })).recorded(
            by: waiting)
        connection.addListener(Polling(every: .seconds(30))).restart(after: .seconds(50))
        let task = Task { await failure(of: connection) }
        await reached.value()

        task.cancel()
        go.fulfill(())
        _ = await task.value

        await expectNothingIsLeft(of: connection)
    }

    @Test func canceledDelayLeavesNothingInTheHolder() async {
        let connection = Connection(TextSpec(), config: config(ScriptedConnector { _, _ in .silence }))
        for _ in 0..<300 {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { connection.restart(after: .seconds(100)) }
                group.addTask { for _ in 0..<10 { connection.cancel() } }
            }
            connection.cancel()
        }

        await expectNothingIsLeft(of: connection)
    }

    @Test func startOnEndReplacesTheDelay() async {
        let isFirst = LockedValue(true)
        let recorder = EventRecorder { seen, connection in
            guard seen == .onEnd,
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            else { return }
            connection.restart()
        }
        let connector = ScriptedConnector(.response(.text("ok")), .silence)
        let connection = Connection(TextSpec(), config: config(connector)).recorded(by: recorder)
        connection.addListener(Polling(every: .seconds(30))).start()

        await connector.waitForRequests(2)

        #expect(clock.remainingSleeps.isEmpty)
        connection.cancel()
    }

    @Test func startBetweenPollsResetsTheInterval() async {
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let connection = makeConnection(connector, Polling(every: .seconds(30))).start()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(10))

        connection.start()
        await recorder.wait(for: .onEnd, count: 2)
        await until { clock.remainingSleeps == [.seconds(30)] }

        #expect(connector.requests.count == 2)
        #expect(holder.connections.count == 1)
        connection.cancel()
    }

    @Test func unreferencedConnectionKeepsPolling() async {
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        makeConnection(connector, Polling(every: .seconds(30))).start()
        await clock.waitForSleepers()

        clock.advance(by: .seconds(30))

        await connector.waitForRequests(2)
        holder.cancelAll()
    }

    @Test func laterOfTwoDelaysApplies() async {
        let connection = Connection(TextSpec(), config: config(MockConnector { _ in .text("ok") })).recorded(
            by: recorder)
        connection.restart(after: .seconds(1))
        await clock.waitForSleepers()

        connection.restart(after: .seconds(5))
        await until { clock.remainingSleeps == [.seconds(5)] }
        clock.advance(by: .seconds(5))
        await recorder.wait(for: .onEnd)

        await until { holder.connections.isEmpty }
        #expect(recorder.events == Events.success)
    }

    @Test func zeroDelayAfterACancelRestartsAtOnce() async {
        let connection = Connection(TextSpec(), config: config(MockConnector { _ in .text("ok") })).recorded(
            by: recorder)
        connection.cancel()

        connection.restart(after: .zero)
        await recorder.wait(for: .onEnd)

        #expect(recorder.events == Events.success)
    }

    private func config(_ connector: any HTTPConnector) -> ConnectionConfig {
        var config = ConnectionConfig(connector: connector, clock: clock, holder: holder)
        config.random = .seeded(1)
        return config
    }

    private func makeConnection(_ connector: any HTTPConnector, _ polling: Polling) -> Connection<String> {
        Connection(TextSpec(), config: config(connector)).addListener(polling).recorded(by: recorder)
    }

    /// Fails at the time limit if a sleep or a place in the holder is left.
    private func expectNothingIsLeft(of connection: Connection<String>) async {
        await until { !connection.isRunning && clock.remainingSleeps.isEmpty && holder.connections.isEmpty }
    }
}

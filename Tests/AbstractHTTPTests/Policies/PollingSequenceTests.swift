import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct PollingSequenceTests {
    let clock = ManualClock()

    @Test func sequenceDeliversModelsUntilTheLast() async throws {
        let connector = ScriptedConnector { number, _ in .response(.text(number == 3 ? "done" : "busy \(number)")) }
        let models = Task {
            var models: [String] = []
            for try await model in connection(connector).polling(.init(.seconds(2)), until: { $0 == "done" }) {
                models.append(model)
            }
            return models
        }

        #expect(await clock.passWaits(2) == [.seconds(2), .seconds(2)])
        #expect(try await models.value == ["busy 1", "busy 2", "done"])
    }

    @Test func networkFailureIsSkippedWithBackoff() async throws {
        let connector = ScriptedConnector(
            .failure(TransportError(.noResponse)), .failure(TransportError(.unreachable)), .response(.text("ok")),
            .response(.text("ok")))
        let backoff = Backoff(base: .seconds(4), cap: .seconds(60), isRandom: false)
        let count = Task {
            var count = 0
            for try await _ in connection(connector).polling(.init(.seconds(3), backoff: backoff)) {
                count += 1
                if count == 2 { break }
            }
            return count
        }

        #expect(await clock.passWaits(3) == [.seconds(4), .seconds(8), .seconds(3)])
        #expect(try await count.value == 2)
    }

    @Test func otherFailuresEndTheSequence() async throws {
        let connector = ScriptedConnector(.response(.text("no", statusCode: 500)))
        var polls = connection(connector).polling(.init(.seconds(1))).makeAsyncIterator()

        let error = await #expect(throws: ConnectionError.self) { try await polls.next() }

        #expect(error?.response?.statusCode == 500)
        #expect(try await polls.next() == nil)
    }

    @Test func theDeadlineEndsThePollThatRuns() async throws {
        let connector = ScriptedConnector(.failure(TransportError(.noResponse)), .silenceIgnoringCancellation)
        let error = Task {
            var polls = connection(connector).polling(.init(.seconds(3)), deadline: .seconds(10)).makeAsyncIterator()
            return await #expect(throws: ConnectionError.self) { try await polls.next() }
        }
        // Until the first poll has ended, the deadline sleeps.
        await until { clock.remainingSleeps == [.seconds(3)] }
        clock.advance(by: .seconds(3))
        await connector.waitForRequests(2)
        await clock.waitForSleepers()

        clock.advance(by: .seconds(7))

        let reason = await error.value?.underlying as? DeadlineExceeded
        #expect(await error.value?.type == .timeout)
        #expect(reason?.clock == .polling && reason?.limit == .seconds(10))
        #expect((reason?.lastError as? TransportError)?.kind == .noResponse)
        connector.release()
    }

    @Test func theDeadlineEndsTheWaitForTheNextPoll() async throws {
        let (connector, isPolled) = (ScriptedConnector(.response(.text("busy"))), Promise<Void>())
        let error = Task {
            var polls = connection(connector).polling(.init(.seconds(30)), deadline: .seconds(10)).makeAsyncIterator()
            _ = try await polls.next()
            isPolled.fulfill(())
            return await #expect(throws: ConnectionError.self) { try await polls.next() }
        }
        await isPolled.value()

        #expect(await clock.passWaits(1) == [.seconds(10)])

        #expect(try await error.value?.type == .timeout)
        #expect(connector.requests.count == 1)
    }

    @Test func itStopsWithItsTaskWhileAPollRuns() async {
        let connector = ScriptedConnector(.silence)
        let task = Task { await firstError(of: connection(connector).polling(.init(.seconds(1)))) }
        await connector.waitForRequests(1)

        task.cancel()

        #expect(await task.value?.cancelReason == .task)
        await connector.waitUntilIdle()
    }

    @Test func itStopsWithItsTaskBetweenTwoPolls() async {
        let connector = ScriptedConnector(.response(.text("ok")))
        let task = Task { await firstError(of: connection(connector).polling(.init(.seconds(1)))) }
        await clock.waitForSleepers()

        task.cancel()

        #expect(await task.value?.cancelReason == .task)
        #expect(connector.requests.count == 1)
    }

    private func connection(_ connector: any HTTPConnector) -> Connection<String> {
        Connection(TextSpec(), config: .over(connector, clock: clock))
    }

    private func firstError(of polls: PollingSequence<String>) async -> ConnectionError? {
        do {
            for try await _ in polls {}
            return nil
        } catch {
            return error
        }
    }
}

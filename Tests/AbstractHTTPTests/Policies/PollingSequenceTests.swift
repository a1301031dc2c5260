import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite struct PollingSequenceTests {
    let clock = ManualClock()

    @Test func itHandsOutModelsUntilTheLastOne() async throws {
        let connector = ScriptedConnector { number, _ in .response(.text(number == 3 ? "done" : "busy \(number)")) }
        let models = Task {
            var models: [String] = []
            for try await model in connection(connector).polling(.init(.seconds(2)), until: { $0 == "done" }) {
                models.append(model)
            }
            return models
        }

        #expect(await waits(2) == [.seconds(2), .seconds(2)])
        #expect(try await models.value == ["busy 1", "busy 2", "done"])
    }

    @Test func aFailureOfTheNetworkIsPassedOverAndWaitedForLonger() async throws {
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

        #expect(await waits(3) == [.seconds(4), .seconds(8), .seconds(3)])
        #expect(try await count.value == 2)
    }

    @Test func everyOtherFailureEndsItAndIsThrown() async throws {
        let connector = ScriptedConnector(.response(.text("no", statusCode: 500)))
        var polls = connection(connector).polling(.init(.seconds(1))).makeAsyncIterator()

        let error = await #expect(throws: ConnectionError.self) { try await polls.next() }

        #expect(error?.response?.statusCode == 500)
        #expect(try await polls.next() == nil)
    }

    @Test func theDeadlineEndsThePollThatRuns() async throws {
        let connector = ScriptedConnector(.failure(TransportError(.noResponse)), .deafSilence)
        let error = Task {
            var polls = connection(connector).polling(.init(.seconds(3)), deadline: .seconds(10)).makeAsyncIterator()
            return await #expect(throws: ConnectionError.self) { try await polls.next() }
        }
        #expect(await waits(1) == [.seconds(3)])
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
        let connector = ScriptedConnector(.response(.text("busy")))
        let error = Task {
            var polls = connection(connector).polling(.init(.seconds(30)), deadline: .seconds(10)).makeAsyncIterator()
            _ = try await polls.next()
            return await #expect(throws: ConnectionError.self) { try await polls.next() }
        }
        await until { clock.remainingSleeps == [.seconds(10)] && !connector.requests.isEmpty }
        await until { connector.activeCount == 0 }

        #expect(await waits(1) == [.seconds(10)])

        #expect(try await error.value?.type == .timeout)
        #expect(connector.requests.count == 1)
    }

    @Test func itStopsWithItsTaskWhileAPollRuns() async {
        let connector = ScriptedConnector(.silence)
        let task = Task { await firstError(of: connection(connector).polling(.init(.seconds(1)))) }
        await connector.waitForRequests(1)

        task.cancel()

        #expect(await task.value?.cancelReason == .task)
        await until { connector.activeCount == 0 }
    }

    @Test func itStopsWithItsTaskBetweenTwoPolls() async {
        let connector = ScriptedConnector(.response(.text("ok")))
        let task = Task { await firstError(of: connection(connector).polling(.init(.seconds(1)))) }
        await clock.waitForSleepers()

        task.cancel()

        #expect(await task.value?.cancelReason == .task)
        #expect(connector.requests.count == 1)
    }

    @Test func whatHasNotChangedIsNotHandedOutAgain() async throws {
        let connector = ScriptedConnector { number, request in
            let known = request.headers["If-None-Match"]
            let tag = number < 4 ? #""a""# : #""b""#
            if known == tag { return .response(Response(statusCode: 304, headers: ["ETag": tag])) }
            return .response(Response(statusCode: 200, headers: ["ETag": tag], data: Data(tag.utf8)))
        }
        let recorder = EventRecorder()
        let models = Task {
            var models: [String] = []
            let polls = connection(connector).recorded(by: recorder).polling(.init(.seconds(2)))
            for try await model in polls {
                models.append(model)
                if models.count == 2 { break }
            }
            return models
        }

        _ = await waits(3)

        #expect(try await models.value == [#""a""#, #""b""#])
        #expect(connector.requests.map { $0.headers["If-None-Match"] } == [nil, #""a""#, #""a""#, #""a""#])
        // For listeners, the same response again is a success like the first one.
        #expect(recorder.outcomes == [nil, nil, nil, nil])
    }

    @Test(arguments: [401, 503, 302])
    func whatHasNotChangedIsNotHandedOutAgainBehindAnotherResponse(statusCode: Int) async throws {
        let other = ScriptedConnector.Reply.response(Response(statusCode: statusCode, headers: ["Location": "/b"]))
        let replies: [ScriptedConnector.Reply] = [
            other, .response(Response(statusCode: 200, headers: ["ETag": "1"], data: Data("a".utf8))),
            other, .response(Response(statusCode: 304, headers: ["ETag": "1"])),
            other, .response(Response(statusCode: 200, headers: ["ETag": "2"], data: Data("b".utf8))),
        ]
        let connector = ScriptedConnector { number, _ in replies[number - 1] }
        var config = ConnectionConfig.over(connector)
        config.baseURL = "https://api.example.com"
        config.recoveries = [TokenRefresh(current: "old") { "new" }, Retry(backoff: .none)]
        let polls = Connection(TextSpec(), config: config).polling(.init(.zero), until: { $0 == "b" })

        var models: [String] = []
        for try await model in polls { models.append(model) }

        #expect(models == ["a", "b"])
        #expect(connector.requests.count == 6)
    }

    @Test func whatSomebodyElseHasFetchedIsHandedOut() async throws {
        let connector = ScriptedConnector { number, request in
            let tag = number < 2 ? #""a""# : #""b""#
            if request.headers["If-None-Match"] == tag { return .response(Response(statusCode: 304)) }
            return .response(Response(statusCode: 200, headers: ["ETag": tag], data: Data(tag.utf8)))
        }
        let connection = connection(connector)
        var polls = connection.polling(.init(.zero)).makeAsyncIterator()
        let first = try await polls.next()

        let between = try await connection.response()
        let second = try await polls.next()

        #expect([first, between, second] == [#""a""#, #""b""#, #""b""#])
    }

    @Test func aModelThatWasRefusedOnceIsHandedOutTheNextTime() async throws {
        let connector = ScriptedConnector { _, request in
            if request.headers["If-None-Match"] == "\"a\"" { return .response(Response(statusCode: 304)) }
            return .response(Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("a".utf8)))
        }
        let isFirst = LockedValue(true)
        let recorder = EventRecorder { seen, connection in
            let first = isFirst.withLock { first in
                defer { first = first && seen != .onReceived }
                return first
            }
            if seen == .onReceived, first { connection.restart() }
        }
        var polls = connection(connector).recorded(by: recorder).polling(.init(.seconds(1))).makeAsyncIterator()

        #expect(try await polls.next() == "a")
        #expect(connector.requests.count == 2)
    }

    @Test func aSecondSequenceOfAConnectionRevalidatesToo() async throws {
        let connector = ScriptedConnector { _, request in
            if request.headers["If-None-Match"] == "\"a\"" { return .response(Response(statusCode: 304)) }
            return .response(Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("a".utf8)))
        }
        let connection = connection(connector)
        for _ in 0..<2 {
            var polls = connection.polling(.init(.zero)).makeAsyncIterator()
            #expect(try await polls.next() == "a")
        }

        #expect(connector.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\""])
    }

    @Test func withoutRevalidationEveryModelIsHandedOut() async throws {
        let connector = ScriptedConnector { _, _ in
            .response(Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("same".utf8)))
        }
        let models = Task {
            var models: [String] = []
            for try await model in connection(connector).polling(.init(.seconds(2)), revalidating: false) {
                models.append(model)
                if models.count == 2 { break }
            }
            return models
        }

        _ = await waits(1)

        #expect(try await models.value == ["same", "same"])
        #expect(connector.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
    }

    private func connection(_ connector: any HTTPConnector) -> Connection<String> {
        Connection(TextSpec(), config: .over(connector, clock: clock))
    }

    /// The next waits, each of which is passed.
    private func waits(_ count: Int) async -> [Duration] {
        var waits: [Duration] = []
        for _ in 0..<count {
            await clock.waitForSleepers()
            let wait = clock.remainingSleeps.min() ?? .zero
            waits.append(wait)
            clock.advance(by: wait)
        }
        return waits
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

import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// An event source over time: its states, its deadlines, readers that leave, and a server that dies.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct EventSourceTests {
    let clock = ManualClock()

    @Test func itsStatesAreASequence() async throws {
        let connector = ScriptedConnector(
            .response(events("data: a\n\n")), .failure(TransportError(.refused)), .response(events("data: b\n\n")),
            .response(Response(statusCode: 204)))
        let source = source(over: connector)
        async let data: [String] = source.reduce(into: []) { $0.append($1.data) }
        _ = await clock.passWaits(3)

        var states: [String] = []
        for await state in source.states { states.append(name(of: state)) }

        #expect(try await data == ["a", "b"])
        #expect(
            states == [
                "connecting", "open 200", "waiting 1.0 seconds", "connecting", "waiting 1.0 seconds after network",
                "connecting", "open 200", "waiting 1.0 seconds", "connecting", "ended",
            ])
    }

    @Test func theLastStateHasTheErrorThatEndsIt() async throws {
        let source = source(over: ScriptedConnector(.response(Response(statusCode: 404))))

        let error = await failure { try await source.reduce(into: 0) { count, _ in count += 1 } }

        var states: [String] = []
        for await state in source.states { states.append(name(of: state)) }
        #expect(error?.response?.statusCode == 404)
        #expect(states == ["connecting", "ended after invalidResponse"])
    }

    @Test func lastEventIDFollowsTheReader() async throws {
        let source = source(over: ScriptedConnector(.response(events("id: 1\ndata: a\n\nid: 2\ndata: b\n\n"))))
        var iterator = source.makeAsyncIterator()

        #expect(source.lastEventID.isEmpty)
        #expect(try await iterator.next()?.data == "a")
        #expect(source.lastEventID == "1")
        #expect(try await iterator.next()?.data == "b")
        #expect(source.lastEventID == "2")
    }

    /// A field cannot carry them (RFC 9110, section 5.5).
    @Test func idWithControlCharactersIsNotSent() async throws {
        let connector = ScriptedConnector(
            .response(events("id: a\u{1B}[2J\ndata: a\n\n")), .response(events("id: tab\there ü\ndata: b\n\n")),
            .response(Response(statusCode: 204)))
        let source = source(over: connector)
        async let ids: [String] = source.reduce(into: []) { $0.append($1.lastEventID) }
        _ = await clock.passWaits(2)

        #expect(try await ids == ["a\u{1B}[2J", "tab\there ü"])
        #expect(connector.requests.map { $0.headers["Last-Event-ID"] } == [nil, nil, "tab\there ü"])
    }

    @Test func aCancelEndsTheWaitForTheNextRequest() async throws {
        let connector = ScriptedConnector(.response(events("data: a\n\n")))
        let source = source(over: connector)
        let reading = Task { await failure { try await source.reduce(into: 0) { count, _ in count += 1 } } }
        await clock.waitForSleepers(1)

        reading.cancel()

        #expect(await reading.value?.type == .canceled)
        #expect(connector.requests.count == 1)
    }

    @Test func aCancelEndsTheWaitForAnEvent() async throws {
        let body = ScriptedBody()
        let stream = ResponseStream(
            statusCode: 200, headers: ["Content-Type": "text/event-stream"], body: ResponseBody(body))
        let source = source(over: ScriptedConnector(.stream(stream)))
        let reading = Task { await failure { try await source.reduce(into: 0) { count, _ in count += 1 } } }
        await body.waitForReaders(1)

        reading.cancel()

        #expect(await reading.value?.type == .canceled)
    }

    @Test func permanentFailureEndsTheSource() async throws {
        for kind in [TransportError.Kind.tls, .unsupported, .invalidated, .malformedResponse] {
            let connector = ScriptedConnector(.failure(TransportError(kind)))
            let error = await failure {
                try await source(over: connector).reduce(into: 0) { count, _ in count += 1 }
            }
            #expect(error?.type == .network && connector.requests.count == 1)
        }
    }

    @Test func aPOSTIsSentAgainAfterItsConnectDeadline() async throws {
        struct Question: RequestSpec {
            var request: HTTP {
                HTTP("https://api.example.com/events").method(.post).deadlines(Deadlines(connect: .seconds(5)))
            }
        }
        let connector = ScriptedConnector(.silence, .response(Response(statusCode: 204)))
        let source = EventSource(Question(), config: ConnectionConfig(connector: connector, clock: clock))
        async let count = source.reduce(into: 0) { count, _ in count += 1 }
        await connector.waitForRequests(1)

        let waits = await clock.passWaits(2)

        #expect(try await count == 0)
        #expect(waits.first == .seconds(5))
        #expect(connector.requests.count == 2)
    }

    @Test func reconnectionsHaveTheSameIdempotencyKey() async throws {
        struct Question: RequestSpec {
            var request: HTTP { HTTP("https://api.example.com/events").method(.post).idempotencyKey() }
        }
        let connector = ScriptedConnector(.response(events("data: a\n\n")), .response(Response(statusCode: 204)))
        let source = EventSource(Question(), config: ConnectionConfig(connector: connector, clock: clock))

        #expect(try await countWhilePassingWaits(of: source) == 1)

        let keys = connector.requests.compactMap { $0.headers[.idempotencyKey] }
        #expect(keys.count == 2)
        #expect(Set(keys).count == 1)
    }

    @Test func failedOfflineTokenRefreshIsRetried() async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 401)), .response(Response(statusCode: 401)),
            .response(Response(statusCode: 204)))
        let refreshes = LockedValue(0)
        var config = ConnectionConfig(connector: connector, clock: clock)
        config.credentialOrigins = ["https://api.example.com"]
        config.policies = [
            TokenRefresh(current: AccessToken("old"), clock: clock) {
                let number = refreshes.withLock { count in
                    count += 1
                    return count
                }
                guard number > 1 else { throw TransportError(.unreachable) }
                return AccessToken("new")
            }
        ]
        let source = EventSource(HTTPRequestSpec(), config: config)

        #expect(try await countWhilePassingWaits(of: source) == 0)

        #expect(connector.requests.last?.headers[.authorization] == "Bearer new")
    }

    @Test func randomWaitsUseTheConfiguredGenerator() async throws {
        let replies: [ScriptedConnector.Reply] = Array(repeating: .failure(TransportError(.refused)), count: 6)
        let generator = LockedValue(SplitMix64(seed: 3))
        var config = ConnectionConfig(
            connector: ScriptedConnector { number, _ in
                number <= replies.count ? replies[number - 1] : .response(Response(statusCode: 204))
            }, clock: clock)
        config.random = RandomSource { generator.withLock { $0.next() } }
        let backoff = Backoff(base: .seconds(1), cap: .seconds(8))
        let source = EventSource(
            HTTPRequestSpec(), config: config, reconnection: .init(time: .seconds(2), backoff: backoff))
        async let count = source.reduce(into: 0) { count, _ in count += 1 }

        let waits = await clock.passWaits(6)

        #expect(try await count == 0)
        let limits: [Duration] = [1, 2, 4, 8, 8, 8].map { .seconds($0) }
        #expect(zip(waits, limits).allSatisfy { $0 >= .seconds(2) && $0 <= .seconds(2) + $1 })
        #expect(Set(waits).count == 6)
    }

    // MARK: Over both connectors

    /// The server is silent after the first event.
    @Test(arguments: Carrier.allCases)
    func aReadTimeoutReconnects(carrier: Carrier) async throws {
        let server = try LoopbackServer { request in
            guard request.headers["Last-Event-ID"] == nil else { return .status(204) }
            let (stream, continuation) = AsyncStream<Data>.makeStream()
            continuation.yield(Data("id: 1\ndata: a\n\n: alive\n\n".utf8))
            return LoopbackResponse(headers: ["Content-Type": "text/event-stream"], body: .chunks(stream))
        }
        var config = ConnectionConfig(connector: try carrier.connector(), clock: clock)
        config.deadlines = Deadlines(nextEvent: .seconds(30))
        let source = EventSource(HTTPRequestSpec(url: server.url), config: config)
        let reading = Task { try await source.reduce(into: []) { $0.append($1.data) } }

        // The wait for an event, and the wait before the next request.
        let waits = await clock.passWaits(2)

        #expect(try await reading.value == ["a"])
        #expect(waits.first == .seconds(30))
        #expect(server.requests.count == 2)
    }

    @Test(arguments: Carrier.allCases)
    func leavingTheLoopEndsTheConnection(carrier: Carrier) async throws {
        let (stream, continuation) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { _ in
            LoopbackResponse(headers: ["Content-Type": "text/event-stream"], body: .chunks(stream))
        }
        continuation.yield(Data("data: a\n\n".utf8))
        let config = ConnectionConfig(connector: try carrier.connector(), clock: clock)

        for try await event in EventSource(HTTPRequestSpec(url: server.url), config: config) {
            #expect(event.data == "a")
            break
        }

        // The server notices that when it sends.
        await until {
            continuation.yield(Data(": alive\n\n".utf8))
            return server.openConnectionCount == 0
        }
        continuation.finish()
    }

    /// The connection is lost after a random number of bytes: in a line, in an event, between events, in the head.
    @Test(arguments: Carrier.allCases)
    func repeatedServerCrashesLoseNoEvents(carrier: Carrier) async throws {
        let random = LockedValue(SplitMix64(seed: 100))
        let deaths = LockedValue(0)
        let count = 3_000
        let server = try LoopbackServer { request in
            let last = request.headers["Last-Event-ID"].flatMap { Int($0) } ?? 0
            guard last < count else { return .status(204) }
            let text = (last + 1...count).map { "id: \($0)\r\ndata: event \($0)\r\ndata: \u{1D11E}\r\n\r\n" }.joined()
            let death = deaths.withLock { deaths in
                deaths += 1
                return deaths
            }
            let reply = LoopbackResponse.events(text)
            guard death <= 100 else { return reply }
            let bytes = random.withLock { Int.random(in: 0...2_400, using: &$0) }
            let kind: LoopbackFault.Kind = death.isMultiple(of: 2) ? .close : .reset
            return reply.failing(kind, at: death.isMultiple(of: 7) ? .requestHead : .responseBody, after: bytes)
        }
        let config = ConnectionConfig(connector: try carrier.connector(), clock: SkippingClock())

        var ids: [String] = []
        for try await event in EventSource(HTTPRequestSpec(url: server.url), config: config) {
            ids.append(event.lastEventID)
        }

        #expect(ids == (1...count).map { String($0) })
        #expect(deaths.withLock { $0 } > 100)
    }

    private func source(over connector: any HTTPConnector) -> EventSource {
        EventSource(
            HTTPRequestSpec(), config: ConnectionConfig(connector: connector, clock: clock),
            reconnection: EventSource.Reconnection(backoff: .none))
    }

    /// The number of events of `source`. Each wait is passed, until there are no more events.
    private func countWhilePassingWaits(of source: EventSource) async throws -> Int {
        let passing = Task { [clock] in
            while !Task.isCancelled { _ = await clock.passWaits(1) }
        }
        defer { passing.cancel() }
        return try await source.reduce(into: 0) { count, _ in count += 1 }
    }

    private func events(_ text: String) -> Response {
        Response(statusCode: 200, headers: ["Content-Type": "text/event-stream"], data: Data(text.utf8))
    }

    private func name(of state: EventSource.State) -> String {
        switch state {
        case .connecting: "connecting"
        case .open(let response): "open \(response.statusCode)"
        case .waiting(let time, let error): "waiting \(time)\(error.map { " after \($0.type)" } ?? "")"
        case .ended(let error): "ended\(error.map { " after \($0.type)" } ?? "")"
        }
    }
}

struct HTTPRequestSpec: RequestSpec {
    var url = "https://api.example.com/events"
    var request: HTTP { HTTP(url) }
}

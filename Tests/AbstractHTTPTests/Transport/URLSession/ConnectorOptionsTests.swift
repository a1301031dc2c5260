import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The options of the connector, against a real server.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct ConnectorOptionsTests {
    /// Only background configurations have an identifier, and they exist only on Apple's systems.
    @Test func backgroundConfigurationIsRejected() {
        let error = DefaultHTTPConnector.Options.configurationError(ofIdentifier: "com.example.downloads")

        #expect(error?.kind == .unsupported)
        #expect(error?.message == "a background configuration cannot be used; take a default or an ephemeral one")
        #expect(DefaultHTTPConnector.Options.configurationError(ofIdentifier: nil) == nil)
    }

    @Test func silentExchangeFailsAfterTheIdleTimeout() async throws {
        let clock = ManualClock()
        let server = try LoopbackServer()
        server.enqueue(.text("never").failing(.stall, at: .responseHead))
        let connector = TestConnector.make { options in
            options.clock = clock
            options.idleTimeout = .milliseconds(1_500)
        }
        async let error = failure(of: HTTP(server.url).asString(config: .over(connector)))
        await server.waitForRequests(1)
        await clock.waitForSleepers()

        clock.advance(by: .nanoseconds(1_499_999_999))
        #expect(clock.remainingSleeps == [.nanoseconds(1)])
        clock.advance(by: .nanoseconds(1))

        let failure = await error
        #expect(failure?.type == .network)
        let kind = (failure?.underlying as? TransportError)?.kind
        #expect(kind == .idle(for: .milliseconds(1_500)), "\(String(describing: failure))")
    }

    /// Ending an exchange also cancels its task, which must not complete first. Threads that spin make that likely, and
    /// a separate process keeps them from other tests.
    @Test func idleExchangesAlwaysFailAsIdle() async {
        let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for _ in 0..<4 { Thread.detachNewThread { while true {} } }
            let server = try LoopbackServer { _ in .text("never").failing(.stall, at: .responseHead) }
            for round in 1...100 {
                let clock = ManualClock()
                let connector = TestConnector.make { $0.clock = clock }
                async let error = failure(of: HTTP(server.url).asString(config: .over(connector)))
                await server.waitForRequests(round)
                clock.advance(by: .seconds(60))
                let failure = await error
                let kind = (failure?.underlying as? TransportError)?.kind
                check(kind == .idle(for: .seconds(60)), "\(String(describing: failure))")
            }
        }
        #expect(child?.complaint == nil)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .zero, .seconds(-1)])
    func extremeIdleTimeoutsAreHarmless(timeout: Duration) async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let connector = TestConnector.make { $0.idleTimeout = timeout }

        let error = await failure(of: HTTP(server.url).asString(config: .over(connector)))

        // The shortest idle timeout is a millisecond.
        let isShort = timeout < .seconds(1)
        #expect(error == nil || isShort && (error?.underlying as? TransportError)?.kind == .idle(for: .milliseconds(1)))
    }

    @Test func everyByteResetsTheIdleTimeout() async throws {
        let clock = ManualClock()
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        let connector = TestConnector.make { options in
            options.clock = clock
            options.idleTimeout = .seconds(10)
        }
        pieces.yield(Data("one".utf8))
        let stream = try await HTTP(server.url).asStream(config: .over(connector)).response()
        var body = stream.body.makeAsyncIterator()
        _ = try await body.next()
        clock.advance(by: .seconds(9))
        pieces.yield(Data("two".utf8))
        #expect(try await body.next() == Data("two".utf8))

        clock.advance(by: .seconds(1))
        await clock.waitForSleepers()
        #expect(clock.remainingSleeps == [.seconds(9)])
        clock.advance(by: .seconds(9))

        let error = await #expect(throws: ConnectionError.self) { try await body.next() }
        #expect((error?.underlying as? TransportError)?.kind == .idle(for: .seconds(10)))
    }

    @Test func aRequestThatWaitsForAConnectionIsNotIdle() async throws {
        let clock = ManualClock()
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        server.enqueue(.text("never").failing(.stall, at: .responseHead))
        let connector = DefaultHTTPConnector { options in
            options.clock = clock
            options.idleTimeout = .seconds(10)
            options.connectionsPerHost = 1
        }
        pieces.yield(Data("one".utf8))
        let stream = try await HTTP(server.url).asStream(config: .over(connector)).response()
        var body = stream.body.makeAsyncIterator()
        _ = try await body.next()
        async let waiting = failure(of: HTTP(server.url).asString(config: .over(connector)))
        await until { connector.exchangeCount >= 2 }

        clock.advance(by: .seconds(9))
        pieces.yield(Data("two".utf8))
        _ = try await body.next()
        clock.advance(by: .seconds(9))
        await clock.waitForSleepers()
        pieces.finish()
        #expect(try await body.next() == nil)
        await server.waitForRequests(2)

        // Its time began now, at 18 s, when the first one ended.
        clock.advance(by: .seconds(1))
        await clock.waitForSleepers()
        #expect(clock.remainingSleeps == [.seconds(9)])
        clock.advance(by: .seconds(9))
        let failure = await waiting
        let kind = (failure?.underlying as? TransportError)?.kind
        #expect(kind == .idle(for: .seconds(10)), "\(String(describing: failure))")
    }

    #if canImport(FoundationNetworking)
        @Test(arguments: [1, 3])
        func waitingRequestsAreSentInOrder(connectionsPerHost: Int) async throws {
            let server = try LoopbackServer { request in .text(request.path) }
            let first = (0..<connectionsPerHost).map { _ in AsyncStream.makeStream(of: Data.self) }
            for (chunks, _) in first { server.enqueue(LoopbackResponse(body: .chunks(chunks))) }
            let connector = DefaultHTTPConnector { $0.connectionsPerHost = connectionsPerHost }

            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        _ = try await HTTP(server.url + "/\(number)").asString(config: .over(connector)).response()
                    }
                    await until { connector.exchangeCount > number }
                }
                await server.waitForRequests(connectionsPerHost)
                for (_, pieces) in first { pieces.finish() }
                try await group.waitForAll()
            }

            let numbers = server.requests.compactMap { Int($0.path.dropFirst()) }
            #expect(numbers.sorted() == Array(0..<12))
            // An earlier request that arrives later uses another connection.
            let overtaken = numbers.indices.map { index in
                numbers[index...].count { $0 < numbers[index] }
            }
            #expect(overtaken.allSatisfy { $0 < connectionsPerHost }, "\(numbers)")
        }
    #endif

    @Test func noMoreConnectionsToAHostAreOpenThanAllowed() async throws {
        let server = try LoopbackServer { request in .text(request.path) }
        let connector = TestConnector.make { $0.connectionsPerHost = 2 }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    _ = try await HTTP(server.url + "/\(number)").asString(config: .over(connector)).response()
                }
            }
            try await group.waitForAll()
        }

        #expect(server.requests.count == 50)
        #expect((1...2).contains(server.connectionCount))
    }

    @Test(arguments: [true, false])
    func responsesAreCachedOnlyWhenAsked(isCached: Bool) async throws {
        let server = try LoopbackServer { _ in
            LoopbackResponse(headers: ["Cache-Control": "max-age=600"], data: Data("fresh".utf8))
        }
        let connector = DefaultHTTPConnector { options in
            guard isCached else { return }
            options.cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
            options.cachePolicy = .useProtocolCachePolicy
        }

        for _ in 0..<3 {
            #expect(try await HTTP(server.url).asString(config: .over(connector)).response() == "fresh")
        }

        #if canImport(FoundationNetworking)
            // URLSession stores nothing. If this fails, the documentation of the option is out of date.
            #expect(server.requests.count == 3)
        #else
            #expect(server.requests.count == (isCached ? 1 : 3))
        #endif
    }

    @Test func invalidationFailsRunningAndLaterRequests() async throws {
        let server = try LoopbackServer()
        server.enqueue(.text("never").failing(.stall, at: .responseHead))
        let connector = TestConnector.make()
        async let error = failure(of: HTTP(server.url).asString(config: .over(connector)))
        await server.waitForRequests(1)

        TestConnector.invalidate(connector)
        TestConnector.invalidate(connector)

        #expect((await error?.underlying as? TransportError)?.kind == .invalidated)
        let later = await failure(of: HTTP(server.url).asString(config: .over(connector)))
        #expect((later?.underlying as? TransportError)?.kind == .invalidated)
    }

    @Test func invalidationEndsAStreamedUpload() async throws {
        let (server, isOpen, connector) = (try LoopbackServer(), Promise<Void>(), TestConnector.make())
        let (source, pieces) = AsyncStream.makeStream(of: Data.self)
        let body = RequestBody.stream {
            isOpen.fulfill(())
            return source
        }
        let connection = HTTP(server.url).method(.post).body(body).asString(config: .over(connector))
        async let error = failure(of: connection)
        await isOpen.value()

        TestConnector.invalidate(connector)

        #expect((await error?.underlying as? TransportError)?.kind == .invalidated)
        pieces.finish()
    }

    @Test func invalidationEndsManyRequests() async throws {
        let server = try LoopbackServer { request in .text(request.path) }
        for _ in 0..<20 {
            let connector = TestConnector.make()
            let kinds = await withTaskGroup(of: TransportError.Kind?.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let error = await failure(
                            of: HTTP(server.url + "/\(number)").asString(config: .over(connector)))
                        return error.map { ($0.underlying as? TransportError)?.kind ?? .other }
                    }
                }
                group.addTask {
                    TestConnector.invalidate(connector)
                    return nil
                }
                return await group.reduce(into: []) { $0.append($1) }
            }

            #expect(kinds.count == 21)
            #expect(kinds.allSatisfy { $0 == nil || $0 == .invalidated })
        }
    }

    @Test func releasedConnectorLeavesNoTask() async throws {
        let clock = ManualClock()
        let server = try LoopbackServer { _ in .text("ok") }
        var connector: (any HTTPConnector)? = TestConnector.make { $0.clock = clock }
        _ = try await HTTP(server.url).asString(config: .over(try #require(connector))).response()
        await clock.waitForSleepers()
        #expect(clock.remainingSleeps.count == 1)

        connector = nil

        await until { clock.remainingSleeps.isEmpty }
    }
}

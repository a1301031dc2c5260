import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// How exchanges and connectors end.
@Suite(.timeLimit(.minutes(5))) struct CurlEndTests {
    @Test func invalidationFailsRunningAndLaterRequests() async throws {
        let pair = try Pair { $0.connectionsPerHost = 1 }
        pair.server.enqueue(.text("never").failing(.stall, at: .responseHead))
        async let running = pair.failure(of: pair.request("/running"))
        await pair.server.waitForRequests(1)
        async let waiting = pair.failure(of: pair.request("/waiting"))
        await pair.connector.counts { $0.waiting == 1 }

        pair.connector.invalidate()
        pair.connector.invalidate()

        #expect(kind(of: try await running) == .invalidated)
        #expect(kind(of: try await waiting) == .invalidated)
        #expect(kind(of: await pair.failure(of: try pair.request("/later"))) == .invalidated)
        await pair.connector.end()
        #expect(await pair.connector.counts == nil)
    }

    @Test func releasedConnectorEndsOpenBodies() async throws {
        let server = try LoopbackServer()
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        pieces.yield(Data("one".utf8))
        var connector: CurlConnector? = try CurlConnector()
        let url = try #require(URL(string: server.url))
        let stream = try #require(try await connector?.execute(Request(url: url)))
        var body = stream.body.makeAsyncIterator()
        #expect(try await body.next() == Data("one".utf8))

        let loop = connector?.loop
        connector = nil

        let error = await #expect(throws: TransportError.self) { try await body.next() }
        #expect(error?.kind == .invalidated)
        await loop?.end()
        // The server notices when it writes.
        await until {
            pieces.yield(Data("two".utf8))
            return server.openConnectionCount == 0
        }
    }

    @Test func invalidationEndsManyRequests() async throws {
        for _ in 0..<20 {
            let pair = try Pair()
            let kinds = await withTaskGroup(of: TransportError.Kind?.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        guard let request = try? pair.request("/\(number)") else { return .other }
                        let error = await pair.failure(of: request)
                        return error.map { kind(of: $0) ?? .other }
                    }
                }
                group.addTask {
                    pair.connector.invalidate()
                    return nil
                }
                return await group.reduce(into: []) { $0.append($1) }
            }

            #expect(kinds.count == 21)
            #expect(kinds.allSatisfy { $0 == nil || $0 == .invalidated })
            await pair.connector.end()
        }
    }

    @Test func cancelClosesTheServerConnection() async throws {
        let pair = try Pair()
        pair.server.enqueue(.text("never").failing(.stall, at: .responseHead))
        let task = Task { try await pair.send() }
        await pair.server.waitForRequests(1)

        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        await until { pair.server.openConnectionCount == 0 }
        #expect(await pair.connector.counts?.running == 0)
    }

    @Test func cancelBeforeAQueuedRequestTakesEffect() async throws {
        let pair = try Pair { $0.connectionsPerHost = 1 }
        pair.server.enqueue(.text("never").failing(.stall, at: .responseHead))
        let first = Task { try await pair.send("/first") }
        await pair.connector.counts { $0.running == 1 }
        let loop = pair.connector.loop
        let transfer = try Transfer(pair.request("/second"), ExchangeContext(), loop.blocks)

        loop.post(.cancel(transfer))

        await #expect(throws: CancellationError.self) { _ = try await transfer.response { loop.start(transfer) } }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test func aTaskThatIsCanceledAlreadySendsNothing() async throws {
        let pair = try Pair()

        for _ in 0..<100 {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await pair.send()
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }

        #expect(pair.server.requests.isEmpty)
    }

    @Test func canceledConnectionEndsItsTransferAtOnce() async throws {
        let pair = try Pair()
        pair.server.enqueue(.text("never").failing(.stall, at: .responseHead))
        let connection = HTTP(pair.server.url).asString(config: ConnectionConfig(connector: pair.connector))
        async let error = #expect(throws: ConnectionError.self) { try await connection.response() }
        await pair.server.waitForRequests(1)

        connection.cancel()

        #expect(await error?.type == .canceled)
        await pair.connector.counts { $0.running == 0 }
    }

    @Test(arguments: [true, false])
    func canceledConnectionEndsItsOpenBody(byItsTask: Bool) async throws {
        let pair = try Pair()
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        pair.server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        pieces.yield(Data("one".utf8))
        let recorder = EventRecorder()
        let connection = HTTP(pair.server.url).asStream(config: ConnectionConfig(connector: pair.connector))
            .recorded(by: recorder)
        let stream = try await connection.response()
        let first = Promise<Data?>()
        let reading = Task { () -> (any Error)? in
            var body = stream.body.makeAsyncIterator()
            do {
                first.fulfill(try await body.next())
                _ = try await body.next()
                return nil
            } catch {
                return error
            }
        }
        #expect(await first.value() == Data("one".utf8))

        if byItsTask { reading.cancel() } else { connection.cancel() }

        #expect((await reading.value as? ConnectionError)?.type == .canceled)
        await pair.connector.counts { $0.running == 0 }
        await recorder.wait(for: .onEnd)
        #expect(recorder.events == [.onStart, .onReceived, .onReceivedModel, .onCanceled, .afterError, .onEnd])
        await until {
            pieces.yield(Data("two".utf8))
            return pair.server.openConnectionCount == 0
        }
    }

    @Test func redirectWhoseBodyNeverEndsIsLeft() async throws {
        let pair = try Pair()
        let clock = ManualClock()
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        pair.server.enqueue(LoopbackResponse(statusCode: 302, headers: ["Location": "/next"], body: .chunks(chunks)))
        pieces.yield(Data("one".utf8))
        let config = ConnectionConfig(connector: pair.connector, clock: clock)
        async let text = HTTP(pair.server.url).asString(config: config).response()
        await clock.waitForSleepers()

        clock.advance(by: .seconds(5))

        #expect(try await text == "/next")
        #expect(await pair.connector.counts { $0.running == 0 } != nil)
        pieces.finish()
    }

    @Test func aRestartLeavesTheExchangeAndBeginsAnother() async throws {
        let pair = try Pair()
        pair.server.enqueue(.text("never").failing(.stall, at: .responseHead))
        let connection = HTTP(pair.server.url).asString(config: ConnectionConfig(connector: pair.connector))
        async let text = connection.response()
        await pair.server.waitForRequests(1)

        connection.restart()

        #expect(try await text == "/")
        #expect(pair.server.requests.count == 2)
    }
}

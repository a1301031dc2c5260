import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// How long an exchange may be silent.
@Suite(.timeLimit(.minutes(5))) struct CurlIdleTests {
    private let clock = ManualClock()

    private func pair() throws -> Pair {
        try Pair { [clock] options in
            options.clock = clock
            options.idleTimeout = .milliseconds(1_500)
            options.connectionsPerHost = 1
        }
    }

    @Test func silentServerFailsAfterTheIdleTimeout() async throws {
        let pair = try pair()
        pair.server.enqueue(.text("never").failing(.stall, at: .responseHead))
        async let error = pair.failure(of: pair.request())
        await pair.server.waitForRequests(1)
        await clock.waitForSleepers()

        clock.advance(by: .nanoseconds(1_499_999_999))
        #expect(clock.remainingSleeps == [.nanoseconds(1)])
        clock.advance(by: .nanoseconds(1))

        #expect(kind(of: try await error) == .idle(for: .milliseconds(1_500)))
        #expect(try await pair.send("/next").text == "/next")
    }

    /// libcurl asks for bytes once per MiB, so it asked before all of these were sent.
    @Test func sendingIsActivity() async throws {
        let pair = try pair()
        pair.server.enqueue(.text("never").failing(.stall, at: .responseHead))
        async let error = pair.failure(of: pair.request("/", .put, body: .data(Data(count: 200_000))))
        await pair.server.waitForRequests(1)
        await clock.waitForSleepers()

        clock.advance(by: .milliseconds(1_500))
        await clock.waitForSleepers()
        #expect(await pair.connector.counts?.running == 1)
        clock.advance(by: .milliseconds(1_500))

        #expect(kind(of: try await error) == .idle(for: .milliseconds(1_500)))
    }

    /// libcurl passes on whole lines of a head, and no lines with the sizes of chunks. If this fails,
    /// `Documentation/Curl.md` is out of date.
    @Test(arguments: [
        ("HTTP/1.1 200 \(String(repeating: "o", count: 1_000))\r\nContent-Length: 2\r\n\r\nok", 1),
        ("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 5_000))\r\nContent-Length: 2\r\n\r\nok", 20),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=\(String(repeating: "b", count: 5_000))\r\nok"
                + "\r\n0\r\n\r\n", 50
        ),
    ])
    func bytesOfAnUnfinishedLineAreNoActivity(message: String, pace: Int) async throws {
        let server = try LoopbackServer(clock: clock)
        server.enqueue(.raw(message).throttled(to: pace, per: .milliseconds(30)))
        let connector = try CurlConnector { [clock] options in
            options.clock = clock
            options.idleTimeout = .milliseconds(500)
        }
        let request = Request(url: try #require(URL(string: server.url)))
        let isOver = LockedValue(false)
        async let error = {
            defer { isOver.withLock { $0 = true } }
            return await connector.failure(of: request)
        }()

        // The server and the timer of the connector sleep.
        await until { [clock] in
            if clock.remainingSleeps.count == 2 { clock.advance(by: .milliseconds(30)) }
            return isOver.withLock { $0 }
        }

        #expect(kind(of: await error) == .idle(for: .milliseconds(500)))
    }

    @Test func slowReaderIsNotIdle() async throws {
        let pair = try pair()
        pair.server.enqueue(LoopbackResponse(data: Data(count: 16 << 20)))
        let stream = try await pair.connector.execute(pair.request())
        // The server cannot continue, because nobody reads what it sends.
        await pair.connector.counts { $0.paused > 0 }

        for _ in 0..<10 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(2))
        }

        var count = 0
        for try await chunk in stream.body { count += chunk.count }
        #expect(count == 16 << 20)
    }

    @Test func slowRequestBodyIsNotIdle() async throws {
        let pair = try pair()
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        async let response = pair.send("/", .post, body: .stream { chunks })
        await until { pair.server.openConnectionCount > 0 }
        await pair.connector.counts { $0.paused > 0 }

        for _ in 0..<10 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(2))
        }

        pieces.yield(Data("late".utf8))
        pieces.finish()
        #expect(try await response.statusCode == 200)
        #expect(pair.server.requests.map(\.body) == [Data("late".utf8)])
    }

    @Test func requestWaitingForAConnectionIsNotIdle() async throws {
        let pair = try pair()
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        pair.server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        pieces.yield(Data("one".utf8))
        let stream = try await pair.connector.execute(pair.request())
        var body = stream.body.makeAsyncIterator()
        _ = try await body.next()
        async let waiting = pair.send("/waiting")
        await pair.connector.counts { $0.waiting == 1 }

        for number in 0..<5 {
            clock.advance(by: .seconds(1))
            pieces.yield(Data("\(number)".utf8))
            #expect(try await body.next() == Data("\(number)".utf8))
        }
        pieces.finish()
        #expect(try await body.next() == nil)

        #expect(try await waiting.text == "/waiting")
    }

    @Test(arguments: [nil, Duration.seconds(Int64.max)])
    func noIdleTimeoutMeansNothingIsIdle(timeout: Duration?) async throws {
        let pair = try Pair { [clock] options in
            options.clock = clock
            options.idleTimeout = timeout
        }
        pair.server.enqueue(.text("late").delayed(by: .milliseconds(50)))

        #expect(try await pair.send().text == "late")
    }

    @Test func noTimerRemainsWithoutTransfers() async throws {
        let pair = try pair()
        _ = try await pair.send()
        await clock.waitForSleepers()

        clock.advance(by: .seconds(2))

        await pair.connector.counts { !$0.isWatched }
        #expect(clock.remainingSleeps.isEmpty)
        _ = try await pair.send()
        await clock.waitForSleepers()
        pair.connector.invalidate()
        await pair.connector.end()
        #expect(clock.remainingSleeps.isEmpty)
    }
}

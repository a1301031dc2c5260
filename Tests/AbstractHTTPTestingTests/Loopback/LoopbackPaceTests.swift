import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP
@testable import AbstractHTTPTesting

/// Delays and throttles, on a clock that the test moves.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct LoopbackPaceTests {
    let clock = ManualClock()

    @Test func delayUsesTheServersClock() async throws {
        let server = try LoopbackServer(clock: clock)
        server.enqueue(.text("late").delayed(by: .seconds(30)))
        let client = try sendRequest(to: server)
        await clock.waitForSleepers()

        #expect(clock.remainingSleeps == [.seconds(30)])
        clock.advance(by: .seconds(30))

        #expect(try await read(client, until: "late").hasSuffix("late"))
    }

    @Test func theBodyWaitsAfterItsHead() async throws {
        let server = try LoopbackServer(clock: clock)
        var response = LoopbackResponse.text("late")
        response.bodyDelay = .seconds(5)
        server.enqueue(response)
        let client = try sendRequest(to: server)
        await clock.waitForSleepers()

        #expect(try await read(client, until: "\r\n\r\n").hasSuffix("\r\n\r\n"))
        clock.advance(by: .seconds(5))

        #expect(try await read(client, until: "late") == "late")
    }

    @Test func aThrottledBodyComesPeriodByPeriod() async throws {
        let server = try LoopbackServer(clock: clock)
        server.enqueue(LoopbackResponse(data: Data("0123456789".utf8)).throttled(to: 4, per: .seconds(1)))
        let client = try sendRequest(to: server)

        var pieces: [String] = []
        for end in ["0123", "4567", "89"] {
            pieces.append(try await read(client, until: end).components(separatedBy: "\r\n\r\n").last ?? "")
            guard end != "89" else { break }
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
        }

        #expect(pieces == ["0123", "4567", "89"])
    }

    @Test func aThrottledRequestIsReadPeriodByPeriod() async throws {
        let server = try LoopbackServer(clock: clock)
        var response = LoopbackResponse.text("thanks")
        response.requestThrottle = LoopbackResponse.Throttle(bytes: 2, period: .seconds(1))
        server.enqueue(response)
        let client = try Socket.connected(to: server.port)
        try client.write(Data("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello".utf8))

        for _ in 0..<2 {
            await clock.waitForSleepers()
            #expect(server.requests.isEmpty)
            clock.advance(by: .seconds(1))
        }

        #expect(try await read(client, until: "thanks").hasSuffix("thanks"))
    }

    @Test func aThrottleTakesBytesByPeriod() {
        var pace = RateLimiter(LoopbackResponse.Throttle(bytes: 3, period: .seconds(1)))

        #expect(pace.step(2) == (.zero, 2))
        #expect(pace.step(2) == (.zero, 1))
        #expect(pace.step(1) == (.seconds(1), 1))
        #expect(LoopbackResponse.Throttle(bytes: 0, period: .zero).bytes == 1)
    }

    @Test func stoppingEndsAWait() async throws {
        let server = try LoopbackServer(clock: clock)
        server.enqueue(.text("never").delayed(by: .seconds(30)))
        let client = try sendRequest(to: server)
        await clock.waitForSleepers()

        server.stop()

        #expect((try? await onThread { try client.read() })?.isEmpty ?? true)
    }

    private func sendRequest(to server: LoopbackServer) throws -> Socket {
        let client = try Socket.connected(to: server.port)
        try client.write(Data("GET / HTTP/1.1\r\n\r\n".utf8))
        return client
    }
}

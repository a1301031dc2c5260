import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What users see of the cache, besides the response.
@Suite(.timeLimit(.minutes(5))) struct CacheVisibilityTests {
    @Test func theLogSaysWhatTheCacheDid() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        var config = origin.config()
        let lines = LockedValue<[String]>([])
        config.log = { line in lines.withLock { $0.append(line) } }
        for _ in 0..<2 { _ = try await text(config) }

        let received = lines.withLock { $0.filter { $0.contains(" received ") } }
        #expect(received.count == 2)
        #expect(received.first?.contains("Cache-Status: AbstractHTTP; fwd=uri-miss; stored") == true)
        #expect(received.last?.contains("Cache-Status: AbstractHTTP; hit; ttl=60") == true)
    }

    /// A hit ends before the delay of the indicator.
    @Test @MainActor func theIndicatorDoesNotSpinForAHit() async throws {
        let clock = ManualClock()
        let origin = Origin(["Cache-Control": "max-age=60"])
        var config = origin.config()
        config.clock = clock
        let indicator = ConnectionIndicator()
        _ = try await text(config)

        for _ in 0..<10 {
            _ = try await HTTP("/a").asString(config: config).addListener(indicator).response()
            clock.advance(by: .seconds(1))
            #expect(!indicator.isActive)
        }
        #expect(origin.count == 1)
    }

    /// Each hit starts within the grace time of the last one. Together, they take longer than the delay.
    @Test @MainActor func theIndicatorDoesNotSpinForManyHitsInARow() async throws {
        let clock = ManualClock()
        let silence = ScriptedConnector(.silence)
        let origin = Origin(["Cache-Control": "max-age=60"])
        var config = origin.config()
        config.clock = clock
        let indicator = ConnectionIndicator()
        _ = try await text(config)
        var running: [Connection<String>] = []
        defer { for connection in running { connection.cancel() } }

        for _ in 0..<10 {
            _ = try await HTTP("/a").asString(config: config).addListener(indicator).response()
            clock.advance(by: .milliseconds(60))
        }
        #expect(indicator.state.isBusy == false && !indicator.isActive)

        // The delay of a request to the server is measured from its start, even among hits.
        config.connector = silence
        running.append(HTTP("/b").asString(config: config).addListener(indicator).start())
        await until { indicator.count == 1 }
        for _ in 0..<4 {
            clock.advance(by: .milliseconds(60))
            _ = try await HTTP("/a").asString(config: config).addListener(indicator).response()
            #expect(!indicator.isActive)
        }
        clock.advance(by: .milliseconds(60))
        await until { indicator.isActive }
    }

    @Test func anObserverSeesWhatTheCacheDidWithEachRequest() async throws {
        let origin = Origin { request, _ in
            guard request.url.path() == "/a" else { return .text("b", ["Cache-Control": "max-age=60"]) }
            return .text("", ["Location": "/b"], status: 302)
        }
        let observer = StatusObserver()
        var config = origin.config()
        config.addListener(observer)

        for _ in 0..<2 { _ = try await HTTP("/a").asString(config: config).response() }

        #expect(
            observer.seen == [
                "/a AbstractHTTP; fwd=uri-miss", "/b AbstractHTTP; fwd=uri-miss; stored",
                "/a AbstractHTTP; fwd=uri-miss", "/b AbstractHTTP; hit; ttl=60",
            ])
    }

    /// Records what the cache did with each request.
    private final class StatusObserver: ConnectionObserver {
        private let lines = LockedValue<[String]>([])

        var seen: [String] { lines.withLock { $0 } }

        func didSend(connection: any ConnectionTask, request: Request, response: Response?) {
            let status = response?.cacheStatus?.description ?? "none"
            lines.withLock { $0.append("\(request.url.path()) \(status)") }
        }
    }
}

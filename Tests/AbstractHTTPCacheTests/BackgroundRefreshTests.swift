import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A stale response is used while a request refreshes it.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct BackgroundRefreshTests {
    @Test func logOfABackgroundRefreshHidesTheSecretsOfTheConfig() async throws {
        let origin = Origin(["Cache-Control": "max-age=1, stale-while-revalidate=60", "X-Member": "SECRET"])
        let lines = LockedValue<[String]>([])
        var config = origin.config()
        config.redaction.headers.insert("X-Member")
        config.redaction.keys.insert("iban")
        config.log = { line in lines.withLock { $0.append(line) } }

        for _ in 0..<2 {
            _ = try await text(config, "https://a.example/a?iban=SECRET")
            origin.pass(2)
        }
        await until { lines.withLock { lines in lines.count { $0.hasSuffix(" end") } } == 3 }

        // The third is that of the refresh.
        #expect(lines.withLock { $0 }.count { $0.contains(" send ") && $0.contains("iban=REDACTED") } == 3)
        #expect(lines.withLock { $0 }.filter { $0.contains("SECRET") } == [])
    }

    /// One refresh serves all callers, and none of them waits for it.
    @Test func aStaleResponseIsRefreshedInTheBackground() async throws {
        let gate = Promise<Void>()
        let origin = Origin { _, number in
            if number > 1 { await gate.value() }
            return .text(
                "\(number)", ["Cache-Control": "max-age=10, stale-while-revalidate=60", "ETag": "\"\(number)\""])
        }
        let store = MemoryCacheStore()
        let config = origin.config(store: store)
        _ = try await text(config)
        origin.pass(20)

        for _ in 0..<10 { #expect(try await text(config) == "1") }
        await until { origin.count == 2 }
        gate.fulfill(())
        await until { store.responses(for: "https://example.com/a").first?.body == Data("2".utf8) }
        #expect(try await text(config) == "2" && origin.count == 2)
    }

    @Test(arguments: [Deadlines(connect: .seconds(30)), Deadlines(total: .seconds(30))])
    func aRefreshHasTheDeadlinesOfTheConfig(deadlines: Deadlines) async throws {
        let clock = ManualClock()
        let ends = LockedValue(0)
        let origin = Origin { _, number in
            defer { ends.withLock { $0 += number - 1 } }
            if number == 2 { try await clock.sleep(for: .seconds(3_600)) }
            return .text("\(number)", ["Cache-Control": "max-age=10, stale-while-revalidate=60"])
        }
        let store = MemoryCacheStore()
        var config = origin.config(store: store)
        (config.clock, config.deadlines) = (clock, deadlines)
        config.connector = Unconnected(next: config.connector)
        _ = try await text(config)
        origin.pass(20)

        #expect(try await text(config) == "1")
        // The sleepers are the server and the deadline.
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(30))
        await until { ends.withLock { $0 } == 1 }
        // The next request begins another refresh.
        #expect(try await text(config) == "1")
        await until { store.responses(for: "https://example.com/a").first?.body == Data("3".utf8) }
    }

    /// A connector that never reports a connection.
    private struct Unconnected: HTTPConnector {
        let next: any HTTPConnector

        func execute(_ request: Request) async throws -> ResponseStream { try await next.execute(request) }

        func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
            try await next.execute(request)
        }
    }

    @Test func aRefreshReadsOnlyWhatIsStored() async throws {
        let reads = LockedValue(0)
        let isLeft = Promise<Void>()
        let origin = Origin { _, number in
            guard number > 1 else { return .text("1", ["Cache-Control": "max-age=10, stale-while-revalidate=60"]) }
            return ResponseStream(
                statusCode: 200, headers: ["Cache-Control": "no-store"],
                body: ResponseBody(CountingSource(reads: reads) { isLeft.fulfill(()) }))
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(20)

        #expect(try await text(config) == "1")
        await isLeft.value()
        #expect(reads.withLock { $0 } == 0)
    }

    @Test func immediatelyStaleRefreshIsStored() async throws {
        let origin = Origin(["Cache-Control": "max-age=0, stale-while-revalidate=60"])
        let store = MemoryCacheStore()
        let config = origin.config(store: store)
        _ = try await text(config)
        origin.pass(20)

        #expect(try await text(config) == "1")
        await until { store.responses(for: "https://example.com/a").first?.body == Data("2".utf8) }
    }

    @Test func aRefreshFollowsNoRedirect() async throws {
        let origin = Origin { _, number in
            guard number > 1 else { return .text("1", ["Cache-Control": "max-age=10, stale-while-revalidate=60"]) }
            return .text("moved", ["Location": "/b", "Cache-Control": "max-age=5"], status: 302)
        }
        let store = MemoryCacheStore()
        let config = origin.config(store: store)
        _ = try await text(config)
        origin.pass(20)

        #expect(try await text(config) == "1")
        await until { store.responses(for: "https://example.com/a").first?.statusCode == 302 }
        #expect(origin.count == 2)
    }

    /// An endless body.
    private final class CountingSource: ChunkSource {
        private let reads: LockedValue<Int>
        private let onEnd: @Sendable () -> Void

        init(reads: LockedValue<Int>, onEnd: @escaping @Sendable () -> Void) {
            (self.reads, self.onEnd) = (reads, onEnd)
        }

        deinit { onEnd() }

        func next() async throws -> Data? {
            reads.withLock { $0 += 1 }
            return Data("more".utf8)
        }
    }
}

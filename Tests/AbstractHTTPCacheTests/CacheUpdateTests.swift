import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Which response is stored, and what it says.
@Suite(.timeLimit(.minutes(5))) struct CacheUpdateTests {
    @Test func headWithAnotherStatusDoesNotFreshen() async throws {
        let origin = Origin { request, number in
            guard number > 1 else { return .text("missing", ["Cache-Control": "max-age=5"], status: 404) }
            return .text(request.method == .head ? "" : "\(number)", ["Cache-Control": "max-age=3600"])
        }
        let config = origin.config()
        await #expect(throws: ConnectionError.self) { try await text(config) }
        origin.pass(6)
        try await HTTP("/a").method(.head).asVoid(config: config).response()

        let response = try await HTTP("/a").asResponse(config: config).response()
        #expect(response.statusCode == 200 && origin.count == 3)
        #expect(origin.decisions.withLock { $0 } == ["nothing is stored", "stale for 1 s", "nothing is stored"])
    }

    @Test func slowResponseDoesNotReplaceANewerOne() async throws {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let origin = Origin { _, number in
            let headers: HTTPHeaders = ["Cache-Control": "max-age=60"]
            guard number == 1 else { return .text("v2", headers) }
            return ResponseStream(statusCode: 200, headers: headers, body: ResponseBody(chunks))
        }
        let config = origin.config()
        let slow = Task { try await text(config) }
        await until { origin.count == 1 }
        origin.pass(1)
        #expect(try await text(config, "/a", .reload) == "v2")
        pieces.yield(Data("v1".utf8))
        pieces.finish()

        #expect(try await slow.value == "v1")
        #expect(try await text(config) == "v2" && origin.count == 2)
    }

    @Test func late304DoesNotReplaceANewerResponse() async throws {
        let gate = Promise<Void>()
        let origin = Origin { _, number in
            guard number == 2 else {
                return .text("v\(number)", ["Cache-Control": "max-age=10", "ETag": "\"\(number)\""])
            }
            await gate.value()
            return ResponseStream(
                Response(statusCode: 304, headers: ["Cache-Control": "max-age=10", "ETag": "\"1\""]))
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(20)
        let late = Task { try await text(config) }
        await until { origin.count == 2 }
        origin.pass(1)
        #expect(try await text(config, "/a", .reload) == "v3")
        gate.fulfill(())

        #expect(try await late.value == "v1")
        #expect(try await text(config) == "v3" && origin.count == 3)
    }

    @Test func a304WithAnotherDateIsNotUsed() async throws {
        let origin = Origin { request, number in
            let date = number == 1 ? "Wed, 31 Dec 2025 00:00:00 GMT" : "Wed, 31 Dec 2025 12:00:00 GMT"
            let headers: HTTPHeaders = ["Cache-Control": "max-age=10", "Last-Modified": date]
            guard request.headers["If-Modified-Since"] == nil else {
                return ResponseStream(Response(statusCode: 304, headers: headers))
            }
            return .text("\(number)", headers)
        }
        let config = origin.config()
        #expect(try await text(config) == "1")
        origin.pass(20)

        #expect(try await text(config) == "3" && origin.count == 3)
    }

    @Test func a304WithoutADateIsDatedOnReceipt() async throws {
        let origin = Origin { _, number in
            var headers: HTTPHeaders = ["Cache-Control": "max-age=60", "ETag": "\"v\""]
            guard number == 1 else { return ResponseStream(Response(statusCode: 304, headers: headers)) }
            headers["Date"] = "Thu, 01 Jan 2026 00:00:00 GMT"
            return .text("1", headers)
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(100)
        _ = try await text(config)
        origin.pass(10)

        let response = try await HTTP("/a").asResponse(config: config).response()
        #expect(response.headers["Age"] == "10" && response.headers["Date"] == "Thu, 01 Jan 2026 00:01:40 GMT")
        #expect(response.cacheStatus?.description == "AbstractHTTP; hit; ttl=50" && origin.count == 2)
    }

    @Test func responseWithoutADateIsDatedOnReceipt() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()
        _ = try await text(config)
        origin.pass(30)

        let response = try await HTTP("/a").asResponse(config: config).response()
        #expect(response.headers["Date"] == "Thu, 01 Jan 2026 00:00:00 GMT" && response.headers["Age"] == "30")
    }

    @Test func responseToAPostIsNotStoredAfterARemoval() async throws {
        let gate = Promise<Void>()
        let origin = Origin { _, number in
            await gate.value()
            return .text("\(number)", ["Cache-Control": "max-age=60", "Content-Location": "/a"])
        }
        let config = origin.config()
        let post = Task { try await HTTP("/a").method(.post).asString(config: config).response() }
        await until { origin.count == 1 }
        try await config.cache?.removeAll()
        gate.fulfill(())

        #expect(try await post.value == "1")
        #expect(try await text(config) == "2")
    }

    @Test func reloadedResponseAboveTheLimitRemovesTheOldOne() async throws {
        let origin = Origin { _, number in
            guard number == 2 else { return .text("\(number)", ["Cache-Control": "max-age=60"]) }
            let pieces = AsyncStream { continuation in
                for _ in 0..<3 { continuation.yield(Data("long".utf8)) }
                continuation.finish()
            }
            return ResponseStream(
                statusCode: 200, headers: ["Cache-Control": "max-age=60"], body: ResponseBody(pieces))
        }
        var config = origin.config()
        config.cache = HTTPCache(responseLimit: 5)
        _ = try await text(config)

        #expect(try await text(config, "/a", .reload) == "longlonglong")
        #expect(try await text(config) == "3")
    }

    @Test func failedInsertionRemovesTheOldResponse() async throws {
        let (memory, isFull) = (MemoryCacheStore(), LockedValue(false))
        struct FullStore: CacheStore {
            let store: MemoryCacheStore
            let isFull: LockedValue<Bool>
            var byteCount: Int { store.byteCount }
            func responses(for key: String) -> [CachedResponse] { store.responses(for: key) }
            func insert(_ response: CachedResponse, for key: String) throws {
                guard !isFull.withLock({ $0 }) else { throw POSIXError(.ENOSPC) }
                store.insert(response, for: key)
            }
            func remove(_ url: String) { store.remove(url) }
            func removeAll(where isRemoved: @Sendable (CachedResponse) -> Bool) { store.removeAll(where: isRemoved) }
        }
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config(store: FullStore(store: memory, isFull: isFull))
        _ = try await text(config)
        isFull.withLock { $0 = true }

        #expect(try await text(config, "/a", .reload) == "2")
        #expect(try await text(config) == "3")
    }

    @Test func headIgnoresARange() async throws {
        let origin = Origin(["Cache-Control": "max-age=60", "Content-Length": "1"])
        let config = origin.config()
        _ = try await text(config)

        let head = try await HTTP("/a").method(.head).header("Range", "bytes=0-0").asResponse(config: config)
            .response()

        #expect(head.statusCode == 200 && head.headers["Content-Range"] == nil && origin.count == 1)
    }

    /// A server that adds fields with each 304 has to send the response again at some point.
    @Test func headDoesNotGrowWithoutLimit() async throws {
        let origin = Origin { request, number in
            var headers: HTTPHeaders = ["ETag": "\"v\"", "Cache-Control": "no-cache"]
            guard request.headers["If-None-Match"] != nil else { return .text("\(number)", headers) }
            headers.add(HTTPHeaderName(rawValue: "X-\(number)"), String(repeating: "x", count: 60_000))
            return ResponseStream(Response(statusCode: 304, headers: headers))
        }
        let config = origin.config()

        for _ in 0..<20 {
            _ = try await text(config)
            #expect(try await config.cache?.byteCount ?? 0 < 300 << 10)
        }
        #expect(origin.requests.withLock { $0 }.filter { $0.headers["If-None-Match"] == nil }.count > 1)
    }

    /// Otherwise its connect deadline would expire while it does not connect.
    @Test func waitingRequestReportsAConnection() async throws {
        let (gate, connected) = (Promise<Void>(), Promise<Void>())
        let origin = Origin { _, number in
            await gate.value()
            return .text("\(number)", ["Cache-Control": "max-age=60"])
        }
        let config = origin.config()
        let (cache, url) = (try #require(config.cache), try #require(URL(string: "https://example.com/a")))
        let first = Task { try await cache.intercept(Request(url: url), next: config.connector) }
        await until { origin.count == 1 }
        let context = ExchangeContext(onConnected: { connected.fulfill(()) })
        let second = Task { try await cache.intercept(Request(url: url), next: config.connector, in: context) }
        await connected.value()
        gate.fulfill(())

        _ = try await first.value.collected(limit: 100, for: Request(url: url))
        #expect(try await second.value.collected(limit: 100, for: Request(url: url)).text == "1" && origin.count == 1)
    }

    /// A request that waits for another one has looked the response up before the removal.
    @Test func waitingRequestDoesNotStoreARemovedResponse() async throws {
        let gate = Promise<Void>()
        let origin = Origin { request, number in
            if number == 2 { await gate.value() }
            let headers: HTTPHeaders = ["Cache-Control": "max-age=10", "ETag": "\"v\""]
            guard request.headers["If-None-Match"] == nil else {
                return ResponseStream(Response(statusCode: 304, headers: headers))
            }
            return .text("\(number)", headers)
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(20)
        let leading = Task { try await text(config) }
        await until { origin.count == 2 }
        let waiting = Task { try await text(config) }
        await until { origin.decisions.withLock(\.count) == 3 }
        try await config.cache?.removeAll()
        gate.fulfill(())

        #expect(try await leading.value == "1")
        #expect(try await waiting.value == "3" && origin.count == 3)
    }

    @Test func getWithABodyBypassesTheCache() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()
        func answer(to body: String) async throws -> String {
            try await HTTP("/a").body(Data(body.utf8)).asString(config: config).response()
        }

        #expect(try await answer(to: "x") == "1")
        #expect(try await answer(to: "y") == "2")
        #expect(try await text(config) == "3")
        #expect(try await answer(to: "x") == "4")
        let onlyStored = HTTP("/a").body(Data("x".utf8)).header("Cache-Control", "only-if-cached")
            .asString(config: config)
        let error = await #expect(throws: ConnectionError.self) { try await onlyStored.response() }
        #expect(error?.response?.statusCode == 504 && origin.count == 4)
        #expect(try await text(config) == "3")
        let bypass = "the request bypasses the cache"
        #expect(
            origin.decisions.withLock { $0 } == [bypass, bypass, "nothing is stored", bypass, bypass, "fresh for 60 s"])
    }
}

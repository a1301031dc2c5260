import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The status says that a response is stored only if the cache keeps it.
@Suite(.timeLimit(.minutes(5))) struct StoredStatusTests {
    /// What removes a response that is in flight.
    enum Removal: CaseIterable {
        case unsafeRequest, group, url, all

        func perform(_ config: ConnectionConfig) async throws {
            switch self {
            case .unsafeRequest: try await HTTP("/a").method(.put).asVoid(config: config).response()
            case .group: try await HTTP("/b").method(.post).asVoid(config: config).response()
            case .url: try await config.cache?.remove(#require(URL(string: "https://example.com/a")))
            case .all: try await config.cache?.removeAll()
            }
        }
    }

    @Test(arguments: Removal.allCases) func responseRemovedBeforeItsHeadIsNotStored(removal: Removal) async throws {
        let (isSent, mayAnswer) = (Promise<Void>(), Promise<Void>())
        let config = origin { _ in
            isSent.fulfill(())
            await mayAnswer.value()
            return .text("a", Self.headers)
        }.config()
        let response = Task { try await HTTP("/a").asResponse(config: config).response() }
        await isSent.value()

        try await removal.perform(config)
        mayAnswer.fulfill(())

        #expect(try await response.value.cacheStatus?.description == "AbstractHTTP; fwd=uri-miss")
        #expect(try await status(config) == "AbstractHTTP; fwd=uri-miss; stored")
    }

    @Test(arguments: Removal.allCases) func responseRemovedDuringItsBodyIsNotStored(removal: Removal) async throws {
        let (hasBegun, mayEnd) = (Promise<Void>(), Promise<Void>())
        let config = origin { _ in
            ResponseStream(
                statusCode: 200, headers: Self.headers, body: ResponseBody(GatedSource(hasBegun, mayEnd)))
        }.config()
        let response = Task { try await HTTP("/a").asResponse(config: config).response() }
        await hasBegun.value()

        try await removal.perform(config)
        mayEnd.fulfill(())

        #expect(try await response.value.cacheStatus?.isStored == false)
        #expect(try await response.value.headers["Cache-Status"] == "AbstractHTTP; fwd=uri-miss")
    }

    @Test(arguments: Removal.allCases) func streamRemovedDuringItsBodyIsNotStored(removal: Removal) async throws {
        let mayEnd = Promise<Void>()
        let config = origin { _ in
            ResponseStream(
                statusCode: 200, headers: Self.headers, body: ResponseBody(GatedSource(Promise(), mayEnd)))
        }.config()
        let stream = try await HTTP("/a").asStream(config: config).response()
        #expect(stream.cacheStatus?.isStored == true)

        try await removal.perform(config)
        #expect(stream.cacheStatus?.isStored == false)
        mayEnd.fulfill(())
        for try await _ in stream.body {}

        #expect(stream.cacheStatus?.isStored == false)
    }

    @Test func streamRemovedAfterItsBodyWasStored() async throws {
        let config = origin { _ in .text("a", Self.headers) }.config()
        let stream = try await HTTP("/a").asStream(config: config).response()
        for try await _ in stream.body {}

        try await config.cache?.removeAll()

        #expect(stream.cacheStatus?.isStored == true)
    }

    /// The tag of the second case is not that of the stored response, but the date is.
    @Test(arguments: [true, false]) func validatedResponseRemovedMeanwhileIsNotStored(hasTag: Bool) async throws {
        let (isSent, mayAnswer) = (Promise<Void>(), Promise<Void>())
        let origin = origin { number in
            var headers = Self.headers
            headers["ETag"] = hasTag || number == 1 ? #"W/"v""# : #""v""#
            guard number > 1 else { return .text("a", headers) }
            isSent.fulfill(())
            await mayAnswer.value()
            return ResponseStream(Response(statusCode: 304, headers: headers))
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(120)
        let response = Task { try await status(config) }
        await isSent.value()

        try await config.cache?.removeAll()
        mayAnswer.fulfill(())

        #expect(try await response.value.contains("fwd-status=304"))
        #expect(try await !response.value.contains("stored"))
    }

    @Test func responseThatAStoreRefusesIsNotStored() async throws {
        try await withFolder { folder in
            let large = String(repeating: "a", count: 50_000)
            let stores: [any CacheStore] = [
                MemoryCacheStore(limit: 10_000), MemoryCacheStore(countLimit: 0), FailingStore(),
                try FolderCacheStore(folder: folder.appending(path: "a"), limit: 10_000),
                LayeredCacheStore(folder: folder.appending(path: "b"), memoryLimit: 10_000, diskLimit: 10_000),
            ]
            for store in stores {
                let config = origin { _ in .text(large, Self.headers) }.config(store: store)

                for _ in 0..<2 { #expect(try await status(config) == "AbstractHTTP; fwd=uri-miss") }
            }
        }
    }

    @Test func largeResponseOfALayeredStoreIsStoredInItsFolder() async throws {
        try await withFolder { folder in
            let config = origin { _ in .text(String(repeating: "a", count: 5_000), Self.headers) }
                .config(store: LayeredCacheStore(folder: folder, memoryLimit: 1_000))

            let statuses = [try await status(config), try await status(config)]

            #expect(statuses[0] == "AbstractHTTP; fwd=uri-miss; stored" && statuses[1].contains("hit"))
        }
    }

    @Test func bodyAboveTheLimitIsNotStored() async throws {
        let origin = origin { _ in
            let chunks = AsyncStream<Data> { chunks in
                for _ in 0..<3 { chunks.yield(Data(count: 10)) }
                chunks.finish()
            }
            return ResponseStream(statusCode: 200, headers: Self.headers, body: ResponseBody(chunks))
        }
        var config = origin.config()
        config.cache = HTTPCache(responseLimit: 20)

        #expect(try await status(config) == "AbstractHTTP; fwd=uri-miss")
    }

    @Test func bodyThatBreaksOffIsNotStored() async throws {
        let config = origin { _ in
            ResponseStream(statusCode: 200, headers: Self.headers, body: ResponseBody(BrokenSource()))
        }.config()

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("/a").asResponse(config: config).response()
        }

        #expect(error?.response?.cacheStatus?.description == "AbstractHTTP; fwd=uri-miss")
    }

    @Test func partThatDoesNotMatchItsRangeIsNotStored() async throws {
        let config = Origin { _, _ in
            var headers = Self.headers
            headers["Content-Range"] = "bytes 0-9/100"
            headers["ETag"] = "\"v\""
            return .text("short", headers, status: 206)
        }.config()

        let response = try await HTTP("/a").header("Range", "bytes=0-9").asResponse(config: config).response()

        #expect(response.cacheStatus?.isStored == false)
    }

    /// Another cache has written its status first.
    @Test func statusOfAnotherCacheStays() async throws {
        var headers = Self.headers
        headers["Cache-Status"] = "Edge; hit; stored"
        let config = origin { [headers] _ in .text("a", headers) }.config(store: FailingStore())

        let response = try await HTTP("/a").asResponse(config: config).response()

        #expect(
            response.headers.values(for: "Cache-Status") == ["Edge; hit; stored", "AbstractHTTP; fwd=uri-miss"])
    }

    private static let headers: HTTPHeaders = ["Cache-Control": "max-age=60", "Cache-Groups": "\"g\""]

    /// Answers each GET with `answer`, which gets its number. Every other request changes the group.
    private func origin(_ answer: @escaping @Sendable (Int) async throws -> ResponseStream) -> Origin {
        Origin { request, number in
            guard request.method == .get else { return .text("", ["Cache-Group-Invalidation": "\"g\""]) }
            return try await answer(number)
        }
    }
}

/// Begins, and ends when it may.
private final class GatedSource: ChunkSource {
    private let hasBegun: Promise<Void>
    private let mayEnd: Promise<Void>
    private let count = LockedValue(0)

    init(_ hasBegun: Promise<Void>, _ mayEnd: Promise<Void>) { (self.hasBegun, self.mayEnd) = (hasBegun, mayEnd) }

    func next() async throws -> Data? {
        let number = count.withLock { count in
            count += 1
            return count
        }
        guard number > 1 else { return Data("a".utf8) }
        hasBegun.fulfill(())
        await mayEnd.value()
        return nil
    }
}

private final class BrokenSource: ChunkSource {
    func next() async throws -> Data? { throw URLError(.networkConnectionLost) }
}

/// Finds nothing, and stores nothing.
private struct FailingStore: CacheStore {
    var byteCount: Int { 0 }

    func responses(for key: String) -> [CachedResponse] { [] }
    func insert(_ response: CachedResponse, for key: String) throws { throw POSIXError(.ENOSPC) }
    func remove(_ url: String) {}
    func removeAll(where isRemoved: @Sendable (CachedResponse) -> Bool) {}
}

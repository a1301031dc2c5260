import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// When a stored response is used, and when it is removed.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct HTTPCacheTests {
    @Test func aFreshResponseIsUsedAgain() async throws {
        let origin = Origin(["Cache-Control": "max-age=60", "Set-Cookie": "a=1"])
        let config = origin.config()

        #expect(try await status(config) == "AbstractHTTP; fwd=uri-miss; stored")
        origin.pass(20)
        let response = try await HTTP("/a").asResponse(config: config).response()
        #expect(response.text == "1" && response.headers["Age"] == "20" && response.headers[.setCookie] == nil)
        #expect(response.cacheStatus?.description == "AbstractHTTP; hit; ttl=40")
        origin.pass(50)
        #expect(try await text(config) == "2")
        #expect(origin.decisions.withLock { $0 } == ["nothing is stored", "fresh for 40 s", "stale for 10 s"])
    }

    @Test func responseIsStaleAtItsExpiry() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()

        #expect(try await text(config) == "1")
        origin.pass(60)
        #expect(try await text(config) == "2")
        #expect(origin.decisions.withLock { $0 } == ["nothing is stored", "stale for 0 s"])
    }

    @Test func withoutACacheNothingIsStored() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        var config = origin.config()
        config.cache = nil

        for number in 1...2 { #expect(try await text(config) == "\(number)") }
    }

    /// The middleware of the config, and then that of the connection, surround the cache.
    @Test func aHitPassesOtherMiddleware() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        var config = origin.config()
        _ = try await text(config)
        config.middleware = [Mark(name: "config")]

        let response = try await HTTP("/a").asResponse(config: config).addMiddleware(Mark(name: "connection"))
            .response()

        #expect(response.headers["Mark"] == "connection, config")
        #expect(response.cacheStatus?.isHit == true && origin.count == 1)
    }

    /// Each unknown directive has another name, so a search for it among the others would take very long.
    @Test(.longComputation) func manyUnknownDirectivesAreIgnored() async throws {
        let unknown = (0..<100_000).map { "x\($0)=\"1,2\"" }.joined(separator: ", ")
        let origin = Origin(["Cache-Control": "\(unknown), max-age=60"])
        let config = origin.config()

        for _ in 0..<2 { #expect(try await text(config) == "1") }
        origin.pass(60)
        #expect(try await text(config) == "2")
    }

    @Test func aHitCanBeReadAsAStream() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()
        _ = try await text(config)

        let stream = try await HTTP("/a").asStream(config: config).response()

        #expect(stream.cacheStatus?.isHit == true)
        #expect(String(decoding: try await stream.body.collected(), as: UTF8.self) == "1")
    }

    @Test func listenersSeeAHit() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()
        _ = try await text(config)
        let recorder = EventRecorder()

        _ = try await HTTP("/a").asString(config: config).recorded(by: recorder).response()

        #expect(recorder.events == [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
        #expect(origin.count == 1)
    }

    @Test func aValidatedResponseIsUsedAgain() async throws {
        let origin = Origin { request, number in
            let isKnown = request.headers["If-None-Match"] == "\"v1\""
            let headers: HTTPHeaders = ["ETag": "\"v1\"", "Cache-Control": "max-age=10", "X": "\(number)"]
            return isKnown
                ? ResponseStream(Response(statusCode: 304, headers: headers)) : .text("\(number)", headers)
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(30)

        let response = try await HTTP("/a").asResponse(config: config).response()
        #expect(response.text == "1" && response.statusCode == 200 && response.headers["X"] == "2")
        #expect("\(try #require(response.cacheStatus))" == "AbstractHTTP; fwd=stale; fwd-status=304; ttl=10; stored")
        #expect(try await status(config) == "AbstractHTTP; hit; ttl=10")
    }

    @Test func aPolicyDecidesWhatIsUsed() async throws {
        let origin = Origin(["Cache-Control": "max-age=10"])
        let config = origin.config()

        let error = await #expect(throws: ConnectionError.self) { try await text(config, "/a", .onlyIfCached) }
        #expect(error?.response?.statusCode == 504 && origin.count == 0)
        #expect(try await text(config) == "1")
        #expect(try await text(config, "/a", .reload) == "2")
        #expect(try await text(config) == "2")
        #expect(try await text(config, "/a", .ignore) == "3")
        origin.pass(100)
        #expect(try await text(config, "/a", .onlyIfCached) == "2")
        #expect(try await text(config) == "4")
    }

    @Test func aPolicyOfAConfigAppliesToAllRequests() async throws {
        let origin = Origin { _, number in
            guard number == 1 else { throw TransportError(.nameNotFound) }
            return .text("1", ["Cache-Control": "max-age=10"])
        }
        var config = origin.config()
        config.policies = [CachePolicy.offline]
        _ = try await text(config)
        origin.pass(3_600)

        let response = try await HTTP("/a").asResponse(config: config).response()
        #expect(response.text == "1")
        #expect(response.cacheStatus?.detail == "stale for 3590 s, because the server failed")
    }

    @Test func staleIfErrorReplacesServerErrors() async throws {
        let origin = Origin { _, number in
            number == 1
                ? .text("1", ["Cache-Control": "max-age=10, stale-if-error=60"]) : .text("down", status: 503)
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(30)
        #expect(try await text(config) == "1")
        origin.pass(60)
        await #expect(throws: ConnectionError.self) { try await text(config) }
    }

    @Test func anUnsafeRequestRemovesWhatItChanged() async throws {
        let origin = Origin { request, number in
            var headers: HTTPHeaders = ["Cache-Control": "max-age=60", "Cache-Groups": "\"news\""]
            if request.method == .post {
                headers = [
                    "Location": "/b", "Content-Location": "https://other.example.com/c",
                    "Cache-Group-Invalidation": "\"x\", \"news\";a=1",
                ]
            }
            if request.url.path() == "/c" { headers["Cache-Groups"] = nil }
            return .text("\(number)", headers)
        }
        let config = origin.config()
        for path in ["/a", "/b", "/c", "/group"] { _ = try await text(config, path) }
        #expect(origin.count == 4)
        try await HTTP("/a").method(.post).asVoid(config: config).response()

        for path in ["/a", "/b", "/group"] { #expect(try await status(config, path).contains("uri-miss"), "\(path)") }
        #expect(try await status(config, "/c") == "AbstractHTTP; hit; ttl=60")
    }

    @Test func aFailedUnsafeRequestRemovesNothing() async throws {
        let origin = Origin { request, number in
            request.method == .delete ? .text("no", status: 403) : .text("\(number)", ["Cache-Control": "max-age=60"])
        }
        let config = origin.config()
        _ = try await text(config)
        _ = try? await HTTP("/a").method(.delete).asVoid(config: config).response()

        #expect(try await text(config) == "1")
    }

    @Test func aStoreThatFailsDoesNotFailTheRequest() async throws {
        struct Broken: CacheStore {
            struct Failure: Error {}
            var byteCount: Int { get throws { throw Failure() } }
            func responses(for key: String) throws -> [CachedResponse] { throw Failure() }
            func insert(_ response: CachedResponse, for key: String) throws { throw Failure() }
            func remove(_ key: String) throws { throw Failure() }
            func removeAll(where isRemoved: @Sendable (CachedResponse) -> Bool) throws { throw Failure() }
        }
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config(store: Broken())

        for number in 1...2 { #expect(try await text(config) == "\(number)") }
    }
}

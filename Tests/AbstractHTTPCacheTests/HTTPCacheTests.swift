import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A server, a cache, and a clock that the test moves.
private final class Origin: Sendable {
    typealias Answer = @Sendable (Request, Int) async throws -> ResponseStream

    let requests = LockedValue<[Request]>([])
    let decisions = LockedValue<[String]>([])
    private let time = LockedValue(Date(timeIntervalSince1970: 1_767_225_600))
    private let answer: Answer

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// Answers each request with its number, and these header fields.
    convenience init(_ headers: HTTPHeaders) {
        self.init { _, number in .text("\(number)", headers) }
    }

    var count: Int { requests.withLock(\.count) }

    func pass(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }

    func config(store: any CacheStore = MemoryCacheStore()) -> ConnectionConfig {
        var config = ConnectionConfig(baseURL: "https://example.com", connector: Wire(origin: self))
        config.cache = HTTPCache(
            store: store,
            observe: { [decisions] _, decision in decisions.withLock { $0.append("\(decision.reason)") } })
        config.date = { [time] in time.withLock { $0 } }
        return config
    }

    private struct Wire: HTTPConnector {
        let origin: Origin

        func execute(_ request: Request) async throws -> ResponseStream {
            let number = origin.requests.withLock { requests in
                requests.append(request)
                return requests.count
            }
            return try await origin.answer(request, number)
        }
    }
}

extension ResponseStream {
    fileprivate static func text(_ text: String, _ headers: HTTPHeaders = [:], status: Int = 200) -> ResponseStream {
        ResponseStream(Response(statusCode: status, headers: headers, data: Data(text.utf8)))
    }
}

/// Adds its name to each response.
private struct Mark: HTTPMiddleware {
    let name: String

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        var stream = try await next.execute(request)
        stream.headers.add("Mark", name)
        return stream
    }
}

private func text(_ config: ConnectionConfig, _ path: String = "/a", _ policy: CachePolicy = .standard) async throws
    -> String
{
    try await HTTP(path).cachePolicy(policy).asString(config: config).response()
}

private func status(_ config: ConnectionConfig, _ path: String = "/a", _ policy: CachePolicy = .standard) async throws
    -> String
{
    let response = try await HTTP(path).cachePolicy(policy).asResponse(config: config).response()
    return response.cacheStatus.map { "\($0)" } ?? "none"
}

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

    @Test(arguments: [
        ("https://bücher.example/a", "https://xn--bcher-kva.example/a"),
        ("https://xn--bcher-kva.example/a", "https://BÜCHER.example./a"),
        ("https://A.example/a", "https://a.example/a"),
        ("https://a.example", "https://a.example:443/"), ("https://a.example./?a", "https://a.example?a"),
        ("https://[0::1]/a#b", "https://[::1]/a"), ("http://127.1/a", "http://127.0.0.1:80/a"),
    ])
    func spellingsOfAURLAreOneURL(first: String, second: String) async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()

        let texts = [try await text(config, first), try await text(config, second)]
        try await config.cache?.remove(#require(URL(string: second)))

        #expect(texts == ["1", "1"])
        #expect(try await text(config, first) == "2")
    }

    @Test(arguments: [
        ("https://bücher.example/a", "https://bucher.example/a"), ("https://a.example/a", "http://a.example/a"),
        ("https://a.example/a", "https://a.example:8443/a"), ("https://a.example/a", "https://a.example/A"),
        ("https://a.example/a", "https://a.example/a/"), ("https://u@a.example/a", "https://a.example/a"),
    ])
    func otherURLsAreOthers(first: String, second: String) async throws {
        let config = Origin(["Cache-Control": "max-age=60"]).config()

        #expect([try await text(config, first), try await text(config, second)] == ["1", "2"])
    }

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

    @Test func responseToAPostIsStoredForAnySpellingOfItsOwnURL() async throws {
        let origin = Origin(["Cache-Control": "max-age=60", "Content-Location": "https://A.example:443/a"])
        let config = origin.config()
        _ = try await HTTP("https://A.example/a").method(.post).asVoid(config: config).response()

        #expect(try await text(config, "https://a.example/a") == "1")
    }

    @Test(arguments: ["https://bücher.example/a", "https://XN--bcher-kva.example.:443/a"])
    func unsafeRequestToAnySpellingRemovesAResponse(url: String) async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()
        _ = try await text(config, "https://xn--bcher-kva.example/a")

        try await HTTP(url).method(.put).asVoid(config: config).response()

        #expect(try await text(config, "https://xn--bcher-kva.example/a") == "3")
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
    @Test func manyUnknownDirectivesAreIgnored() async throws {
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

    @Test func usersDoNotSeeEachOthersResponses() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()
        func text(_ headers: [String: String]) async throws -> String {
            try await HTTP("/a").headers(headers).asString(config: config).response()
        }

        #expect(try await text(["Authorization": "Bearer ada"]) == "1")
        #expect(try await text(["Authorization": "Bearer eve"]) == "2")
        #expect(try await text(["Cookie": "sid=ada"]) == "3")
        #expect(try await text([:]) == "4")
        #expect(try await text(["Authorization": "Bearer ada"]) == "1")
        try await config.cache?.remove(try #require(URL(string: "https://example.com/a")))
        #expect(try await text(["Authorization": "Bearer eve"]) == "5")
    }

    @Test func usersWhoseCredentialsDifferOnlyInTheirBytesAreApart() async throws {
        let config = Origin(["Cache-Control": "max-age=60"]).config()
        func text(_ key: String) async throws -> String {
            try await HTTP("/a").headers(["X-API-Key": key]).asString(config: config).response()
        }

        // These two are equal as strings.
        #expect(try await text("\u{E9}") == "1")
        #expect(try await text("e\u{301}") == "2")
    }

    @Test func theCacheSeesTheCookiesOfAJar() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        var config = origin.config()
        let jar = CookieJar()
        // The order in which they are set makes no difference.
        config.cookieJar = jar

        #expect(try await text(config) == "1")
        jar.insert([Cookie(name: "sid", value: "1", domain: "example.com")])
        #expect(try await text(config) == "2")
        jar.removeAll()
        #expect(try await text(config) == "1")
    }

    @Test func aBodyIsStoredWhenItIsReadToItsEnd() async throws {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let origin = Origin { _, number in
            guard number == 1 else { return .text("\(number)") }
            return ResponseStream(
                statusCode: 200, headers: ["Cache-Control": "max-age=60"], body: ResponseBody(chunks))
        }
        let config = origin.config()
        var body = try await HTTP("/a").asStream(config: config).response().body.makeAsyncIterator()
        pieces.yield(Data("a".utf8))
        #expect(try await body.next() == Data("a".utf8))
        #expect(try await config.cache?.byteCount == 0)
        pieces.yield(Data("b".utf8))
        pieces.finish()
        while try await body.next() != nil {}

        #expect(try await text(config) == "ab")
    }

    @Test func truncatedBodyIsNotStored() async throws {
        let origin = Origin { _, number in
            let body = AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data("part".utf8))
                continuation.finish(throwing: number == 1 ? TransportError(.cutOff(received: 4, expected: 9)) : nil)
            }
            return ResponseStream(statusCode: 200, headers: ["Cache-Control": "max-age=60"], body: ResponseBody(body))
        }
        let config = origin.config()
        await #expect(throws: ConnectionError.self) { try await text(config) }

        #expect(try await text(config) == "part" && origin.count == 2)
    }

    @Test func aBodyAboveTheLimitIsPassedOnAndNotStored() async throws {
        let origin = Origin { _, _ in
            .text(String(repeating: "x", count: 2_000), ["Cache-Control": "max-age=60"])
        }
        var config = origin.config()
        config.cache = HTTPCache(responseLimit: 1_000)
        for _ in 0..<2 { #expect(try await text(config).count == 2_000) }

        #expect(origin.count == 2)
    }

    @Test func rangesCombineIntoACompleteResponse() async throws {
        let origin = originOfRanges(total: "10")
        let config = origin.config()

        #expect(try await part("0-4", config) == "01234")
        #expect(try await part("3-7", config) == "34567")
        #expect(try await part("2-6", config) == "23456" && origin.count == 2)
        #expect(try await part("8-9", config) == "89")
        #expect(try await text(config) == "0123456789" && origin.count == 3)
        #expect(try await part("-3", config) == "789" && origin.count == 3)
    }

    @Test func rangesOfAnUnknownTotalCombine() async throws {
        let origin = originOfRanges(total: "*")
        let config = origin.config()

        #expect(try await part("0-4", config) == "01234")
        #expect(try await part("5-9", config) == "56789")
        #expect(try await part("2-6", config) == "23456" && origin.count == 2)
    }

    /// Answers with the requested range of ten digits.
    private func originOfRanges(total: String) -> Origin {
        Origin { request, _ in
            let ends = (request.headers["Range"] ?? "").dropFirst(6).split(separator: "-").compactMap { Int($0) }
            guard ends.count == 2 else { return .text("unexpected") }
            let part = String("0123456789".dropFirst(ends[0]).prefix(ends[1] - ends[0] + 1))
            let range = "bytes \(ends[0])-\(ends[1])/\(total)"
            return .text(
                part, ["Cache-Control": "max-age=60", "ETag": "\"v\"", "Content-Range": range], status: 206)
        }
    }

    private func part(_ range: String, _ config: ConnectionConfig) async throws -> String {
        try await HTTP("/a").header("Range", "bytes=\(range)").asString(config: config).response()
    }

    @Test func headIsAnsweredWithTheStoredHead() async throws {
        let origin = Origin(["Cache-Control": "max-age=60", "X": "1"])
        let config = origin.config()
        _ = try await text(config)
        let response = try await HTTP("/a").method(.head).asResponse(config: config).response()

        #expect(response.headers["X"] == "1" && response.data.isEmpty && origin.count == 1)
    }

    @Test func noVarySearchIgnoresQueryDifferences() async throws {
        let origin = Origin(["Cache-Control": "max-age=60", "No-Vary-Search": "key-order, params=(\"utm\")"])
        let config = origin.config()

        #expect(try await text(config, "/a?x=1&y=2&utm=3") == "1")
        #expect(try await text(config, "/a?y=2&x=1") == "1")
        #expect(try await text(config, "/a?y=2&x=3") == "2")
        #expect(try await text(config, "/b?y=2&x=1") == "3")
    }

    /// Names that are not ASCII are percent-encoded. Equal strings can have different bytes.
    @Test(arguments: [
        ("params, except=(\"%C3%A9\")", "/a?%C3%A9=1", "/a?%C3%A9=2"),
        ("params=(\"id=1\")", "/a?id=1", "/a?id=2"),
        ("params=(\"utm\")", "/a?q=%C3%A9", "/a?q=e%CC%81"), ("params=(\"utm\")", "/a?q=K", "/a?q=%E2%84%AA"),
    ])
    func noVarySearchKeepsOtherDifferences(rule: String, first: String, second: String) async throws {
        let config = Origin(["Cache-Control": "max-age=60", "No-Vary-Search": rule]).config()

        #expect(try await text(config, first) == "1")
        #expect(try await text(config, second) == "2")
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

/// Bugs that a review of the module found.
@Suite(.timeLimit(.minutes(5))) struct CacheRegressionTests {
    /// The stream of chunks ends without an error if its reader is canceled.
    @Test func aBodyWhoseReaderIsCanceledIsNotStored() async throws {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let origin = Origin { _, number in
            guard number == 1 else { return .text("whole", ["Cache-Control": "max-age=60"]) }
            return ResponseStream(
                statusCode: 200, headers: ["Cache-Control": "max-age=60"], body: ResponseBody(chunks))
        }
        let config = origin.config()
        let hasStarted = Promise<Void>()
        let reading = Task {
            for try await _ in try await HTTP("/a").asStream(config: config).response().body {
                hasStarted.fulfill(())
            }
        }
        pieces.yield(Data("part".utf8))
        await hasStarted.value()
        reading.cancel()
        _ = try? await reading.value

        #expect(try await text(config) == "whole")
    }

    @Test func headIsNotAnsweredWithA304() async throws {
        let origin = Origin { request, number in
            let headers: HTTPHeaders = ["Cache-Control": "max-age=10", "ETag": "\"v\"", "X": "\(number)"]
            guard request.headers["If-None-Match"] == nil else {
                return ResponseStream(Response(statusCode: 304, headers: headers))
            }
            return .text("body", headers)
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(20)
        let response = try await HTTP("/a").method(.head).asResponse(config: config).response()

        #expect(response.statusCode == 200 && response.headers["X"] == "2" && response.data.isEmpty)
        #expect(try await text(config) == "body" && origin.count == 2)
    }

    @Test func folderResponseDataStartsAtIndexZero() async throws {
        try await withFolder { folder in
            let config = Origin(["Cache-Control": "max-age=60"]).config(store: try FolderCacheStore(folder: folder))
            for _ in 0..<2 {
                let response = try await HTTP("/a").asResponse(config: config).response()
                #expect(response.data.startIndex == 0 && response.data[0] == UInt8(ascii: "1"))
            }
        }
    }

    /// A response that was requested before a change is not stored after it.
    @Test func responseRequestedBeforeAChangeIsNotStored() async throws {
        let gate = Promise<Void>()
        let origin = Origin { request, number in
            if number == 1 { await gate.value() }
            return .text("\(number)", request.method == .get ? ["Cache-Control": "max-age=60"] : [:])
        }
        let config = origin.config()
        let old = Task { try await text(config) }
        await until { origin.count == 1 }
        try await HTTP("/a").method(.put).asVoid(config: config).response()
        // This one does not wait for the old response, either.
        #expect(try await text(config) == "3")
        gate.fulfill(())

        #expect(try await old.value == "1")
        #expect(try await text(config) == "3")
    }

    @Test func aChangeByOneUserRemovesThePublicResponse() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()
        _ = try await text(config)
        try await HTTP("/a").method(.put).header("Authorization", "Bearer x").asVoid(config: config).response()

        #expect(try await text(config) == "3")
    }

    @Test func aRuleForQueriesReplacesAnOlderResponse() async throws {
        let origin = Origin { _, number in
            .text(
                "\(number)",
                number == 1
                    ? ["Cache-Control": "max-age=60"]
                    : ["Cache-Control": "max-age=60", "No-Vary-Search": "params=(\"utm\")"])
        }
        let config = origin.config()
        _ = try await text(config)
        #expect(try await text(config, "/a", .reload) == "2")
        #expect(try await text(config) == "2")
    }

    @Test(arguments: ["no-store", "max-age=60, no-store"]) func validationCanForbidStoring(control: String)
        async throws
    {
        let origin = Origin { request, number in
            let isKnown = request.headers["If-None-Match"] != nil
            let headers: HTTPHeaders = ["ETag": "\"v\"", "Cache-Control": isKnown ? control : "max-age=10"]
            return isKnown ? ResponseStream(Response(statusCode: 304, headers: headers)) : .text("\(number)", headers)
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(20)
        #expect(try await text(config) == "1")
        #expect(try await text(config) == "3")
    }

    @Test(arguments: [412, 416]) func preconditionResponseIsNotStored(statusCode: Int) async throws {
        let origin = Origin { request, _ in
            request.headers["If-Match"] == nil
                ? .text("ok") : .text("no", ["Cache-Control": "max-age=60"], status: statusCode)
        }
        let config = origin.config()
        _ = try? await HTTP("/a").header("If-Match", "\"x\"").asVoid(config: config).response()

        #expect(try await text(config) == "ok")
    }

    @Test func decodedBodyServesNoRanges() async throws {
        let origin = Origin { request, _ in
            .text("decoded", ["Cache-Control": "max-age=60", "Content-Encoding": "gzip"])
        }
        let config = origin.config()
        _ = try await text(config)
        _ = try await HTTP("/a").header("Range", "bytes=0-1").asString(config: config).response()

        #expect(origin.count == 2)
    }

    @Test func aPartThatContradictsItsRangeIsNotStored() async throws {
        let origin = Origin { _, number in
            .text(
                "01234", ["Cache-Control": "max-age=60", "ETag": "\"v\"", "Content-Range": "bytes 4-9/10"],
                status: 206)
        }
        let config = origin.config()
        for _ in 0..<2 { _ = try await HTTP("/a").header("Range", "bytes=4-9").asString(config: config).response() }

        #expect(try await config.cache?.byteCount == 0 && origin.count == 2)
    }

    @Test func aResponseThatIsTooLargeRemovesNoOther() {
        let store = MemoryCacheStore(limit: 10_000)
        store.insert(CacheStoreCase.response("a", body: Data(count: 1_000)), for: "a")
        for number in 0..<20 {
            store.insert(
                CacheStoreCase.response("b", varying: ["x": "\(number)"], body: Data(count: 1_500)), for: "b")
        }
        store.insert(CacheStoreCase.response("c", body: Data(count: 20_000)), for: "c")

        #expect(store.responses(for: "c").isEmpty && !store.responses(for: "b").isEmpty)
    }
}

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

/// Heads that no server should send.
@Suite(.timeLimit(.minutes(5))) struct MutatedHeadTests {
    private static let head: [(String, String)] = [
        ("Cache-Control", "public, max-age=60, stale-while-revalidate=30, stale-if-error=300, no-cache=\"x\""),
        ("Vary", "Accept, Accept-Language"), ("ETag", "\"5a3c\""), ("Age", "5"),
        ("Date", "Thu, 01 Jan 2026 00:00:00 GMT"), ("Expires", "Thu, 01 Jan 2026 01:00:00 GMT"),
        ("Last-Modified", "Wed, 31 Dec 2025 00:00:00 GMT"), ("No-Vary-Search", "params=(\"utm\" \"ref\"), key-order"),
        ("Cache-Groups", "\"news\", \"sport\""), ("Content-Range", "bytes 0-3/10"), ("Content-Length", "4"),
        ("Connection", "close, X-A"), ("Cache-Status", "Proxy; hit; ttl=5"),
    ]

    /// Each response names its path and its user.
    @Test func noHeaderServesAnotherUsersResponse() async throws {
        let generator = LockedValue(SplitMix64(seed: 9111))
        let origin = Origin { request, _ in
            let head = generator.withLock { Self.mutated(&$0) }
            let user = request.headers[.authorization] ?? "nobody"
            return .text("\(request.url.path()) \(user)", head.headers, status: head.status)
        }
        let config = origin.config()
        var random = SplitMix64(seed: 9112)
        var hits = 0
        for _ in 0..<1_000 {
            let path = ["/a", "/b", "/a?utm=1", "/a?q=2"].randomElement(using: &random) ?? ""
            let user = ["ada", "bob"].randomElement(using: &random) ?? ""
            let range = [nil, "bytes=0-1", "bytes=-3"].randomElement(using: &random) ?? nil
            var fields = ["Authorization": user]
            fields["Range"] = range
            origin.pass(Double.random(in: 0..<20, using: &random))
            do {
                let response = try await HTTP(path).headers(fields).asResponse(config: config).response()
                if response.cacheStatus?.isHit == true { hits += 1 }
                let whole = "\(path.prefix { $0 != "?" }) \(user)"
                #expect(whole.contains(response.text), "\(path) of \(user) got \(response.text)")
            } catch {
                // A mutated head may be one that no connector accepts.
            }
        }
        #expect(hits > 50 && origin.count > 50, "\(hits) hits, \(origin.count) requests")
    }

    private static func mutated(_ random: inout SplitMix64) -> (headers: HTTPHeaders, status: Int) {
        var headers = HTTPHeaders()
        for (name, value) in head where Int.random(in: 0..<3, using: &random) > 0 {
            var bytes = Array(value.utf8)
            for _ in 0..<([0, 0, 0, 1, 3].randomElement(using: &random) ?? 0) where !bytes.isEmpty {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0x20...0xFF, using: &random)
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: index)
                case 3: bytes.insert(contentsOf: Array(",;=\"()*-".utf8).shuffled(using: &random), at: index)
                default: bytes.removeLast(bytes.count - index)
                }
            }
            headers.add(HTTPHeaderName(rawValue: name), String(decoding: bytes, as: UTF8.self))
        }
        let status = [200, 200, 200, 203, 206, 304, 404, 999].randomElement(using: &random) ?? 200
        return (headers, status)
    }
}

/// Identical requests at the same time.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CacheCoalescingTests {
    /// Sends requests that all wait for one response.
    private func responses(
        _ count: Int, _ headers: HTTPHeaders
    ) async throws -> (texts: Set<String>, exchanges: Int) {
        let gate = Promise<Void>()
        let origin = Origin { _, number in
            await gate.value()
            return .text("\(number)", headers)
        }
        let config = origin.config()
        let tasks = (0..<count).map { _ in Task { try await text(config) } }
        await until { origin.decisions.withLock(\.count) == count }
        gate.fulfill(())
        var texts: Set<String> = []
        for task in tasks { texts.insert(try await task.value) }
        return (texts, origin.count)
    }

    @Test func tenThousandRequestsForAColdURLShareOneExchange() async throws {
        let (texts, exchanges) = try await responses(10_000, ["Cache-Control": "max-age=60"])

        #expect(texts == ["1"] && exchanges == 1)
    }

    @Test(arguments: ["no-store", "no-cache", "max-age=0"])
    func unshareableResponseReleasesWaitingRequests(control: String) async throws {
        let (texts, exchanges) = try await responses(20, ["Cache-Control": control])

        #expect(texts.count == 20 && exchanges == 20)
    }

    @Test func aCanceledRequestAffectsNoOther() async throws {
        for canceled in [0, 1] {
            let gate = Promise<Void>()
            let origin = Origin { _, number in
                await gate.value()
                try Task.checkCancellation()
                return .text("\(number)", ["Cache-Control": "max-age=60"])
            }
            let config = origin.config()
            var tasks: [Task<String, any Error>] = []
            // The first request leads, and the others wait for it.
            for number in 1...4 {
                tasks.append(Task { try await text(config) })
                await until { origin.decisions.withLock(\.count) == number }
            }
            tasks[canceled].cancel()
            await #expect(throws: ConnectionError.self) { try await tasks[canceled].value }
            gate.fulfill(())

            for (number, task) in tasks.enumerated() where number != canceled { _ = try await task.value }
            #expect(origin.count == (canceled == 0 ? 2 : 1))
        }
    }

    @Test func waitingRequestDoesNotWaitForACanceledConnector() async throws {
        let connector = ScriptedConnector(
            .silenceIgnoringCancellation, .response(Response(statusCode: 200, headers: ["Cache-Control": "max-age=60"]))
        )
        var config = ConnectionConfig(baseURL: "https://example.com", connector: connector)
        let decisions = LockedValue(0)
        config.cache = HTTPCache(observe: { _, _ in decisions.withLock { $0 += 1 } })
        let first = Task { [config] in try await text(config) }
        await connector.waitForRequests(1)
        let second = Task { [config] in try await text(config) }
        await until { decisions.withLock { $0 } == 2 }

        first.cancel()

        #expect(try await second.value == "")
        #expect(connector.requests.count == 2)
        await #expect(throws: ConnectionError.self) { try await first.value }
        connector.release()
    }

    /// A response whose body the test sends.
    private func streamed(
        _ headers: HTTPHeaders = ["Cache-Control": "max-age=60"]
    ) -> (Origin, AsyncStream<Data>.Continuation, ended: Promise<Void>) {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let ended = Promise<Void>()
        pieces.onTermination = { _ in ended.fulfill(()) }
        let origin = Origin { _, number in
            guard number == 1 else { return .text("\(number)", headers) }
            return ResponseStream(statusCode: 200, headers: headers, body: ResponseBody(chunks))
        }
        return (origin, pieces, ended)
    }

    @Test func aReaderMayRequestItsOwnURL() async throws {
        let (origin, pieces, _) = streamed()
        let config = origin.config()
        let stream = try await HTTP("/a").asStream(config: config).response()
        for piece in ["a", "b", "c"] { pieces.yield(Data(piece.utf8)) }
        pieces.finish()

        var read: [String] = []
        for try await chunk in stream.body {
            read.append(String(decoding: chunk, as: UTF8.self))
            #expect(try await text(config) == "abc")
        }
        #expect(read == ["a", "b", "c"] && origin.count == 1)
    }

    @Test(arguments: [false, true]) func leavingReaderCausesNoSecondExchange(isCanceled: Bool) async throws {
        let (origin, pieces, _) = streamed()
        let config = origin.config()
        var connection: Connection<ResponseStream>? = HTTP("/a").asStream(config: config)
        var body: ResponseBody? = try await connection?.response().body
        #expect(body != nil)
        pieces.yield(Data("a".utf8))
        let other = Task { try await text(config) }
        await until { origin.decisions.withLock(\.count) == 2 }

        if isCanceled { connection?.cancel() }
        (connection, body) = (nil, nil)
        pieces.yield(Data("b".utf8))
        pieces.finish()

        #expect(try await other.value == "ab" && origin.count == 1)
    }

    @Test func onlyReaderLeavingEndsTheExchange() async throws {
        let (origin, pieces, ended) = streamed()
        var body: ResponseBody? = try await HTTP("/a").asStream(config: origin.config()).response().body
        pieces.yield(Data("a".utf8))
        #expect(body != nil)

        body = nil
        await ended.value()
        #expect(origin.count == 1)
    }

    @Test func lastReaderLeavingEndsTheExchange() async throws {
        let (origin, pieces, ended) = streamed()
        let config = origin.config()
        var body: ResponseBody? = try await HTTP("/a").asStream(config: config).response().body
        pieces.yield(Data("a".utf8))
        let others = (0..<2).map { _ in Task { try await text(config) } }
        await until { origin.decisions.withLock(\.count) == 3 }
        #expect(body != nil)

        body = nil
        for other in others { other.cancel() }
        await ended.value()
        for other in others { await #expect(throws: ConnectionError.self) { try await other.value } }
    }

    @Test func aCanceledReadEndsAtOnce() async throws {
        let (origin, _, ended) = streamed()
        let stream = try await HTTP("/a").asStream(config: origin.config()).response()
        let reader = Task { for try await _ in stream.body {} }
        reader.cancel()

        _ = await reader.result
        await ended.value()
    }

    @Test func aBodyAboveTheLimitReleasesTheOthers() async throws {
        let (origin, pieces, _) = streamed()
        var config = origin.config()
        config.cache = HTTPCache(responseLimit: 5)
        let stream = try await HTTP("/a").asStream(config: config).response()
        let other = Task { try await text(config) }
        for piece in ["abc", "def", "ghi"] { pieces.yield(Data(piece.utf8)) }

        #expect(try await other.value == "2")
        pieces.finish()
        var read = Data()
        for try await chunk in stream.body { read += chunk }
        #expect(read == Data("abcdefghi".utf8) && origin.count == 2)
    }

    @Test func failingServerGetsOneRequest() async throws {
        let gate = Promise<Void>()
        let origin = Origin { _, number in
            guard number > 1 else { return .text("1", ["Cache-Control": "max-age=10, stale-if-error=60"]) }
            await gate.value()
            return .text("down", status: 503)
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(20)
        let tasks = (0..<10).map { _ in Task { try await status(config) } }
        await until { origin.decisions.withLock(\.count) == 11 }
        gate.fulfill(())

        for task in tasks { #expect(try await task.value.contains("fwd-status=503")) }
        #expect(origin.count == 2)
    }

    @Test func allRequestsGetTheErrorOfTheExchange() async throws {
        let gate = Promise<Void>()
        let origin = Origin { _, _ in
            await gate.value()
            throw TransportError(.nameNotFound)
        }
        let config = origin.config()
        let tasks = (0..<10).map { _ in Task { try await text(config) } }
        await until { origin.decisions.withLock(\.count) == 10 }
        gate.fulfill(())

        for task in tasks {
            let error = await #expect(throws: ConnectionError.self) { try await task.value }
            #expect((error?.underlying as? TransportError)?.kind == .nameNotFound)
        }
        #expect(origin.count == 1)
        await #expect(throws: ConnectionError.self) { try await text(config) }
        #expect(origin.count == 2)
    }
}

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

import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What caches reuse: a response that the server has validated, and a response that nothing has made invalid.
@Suite(.timeLimit(.minutes(5))) struct CacheIssueTests {
    private let time = LockedValue(Date(timeIntervalSince1970: 1_767_225_600))

    // MARK: - Validation

    @Test func responseIsReusedIfTheTagOfThe304IsStrong() async throws {
        let connector = nginx()
        var config = ConnectionConfig(connector: connector, date: { [time] in time.withLock { $0 } })
        config.cache = HTTPCache()
        var bodies: [String] = []

        for _ in 0..<3 {
            bodies.append(try await HTTP("https://a.example/a.json").asString(config: config).response())
            time.withLock { $0 += 5 }
        }

        #expect(bodies == ["[1]", "[1]", "[1]"])
        #expect(connector.requests.map { $0.headers["If-None-Match"] } == [nil, #"W/"t""#, #"W/"t""#])
    }

    @Test func responseOfARuleFileIsReusedIfTheTagOfThe304IsStrong() async throws {
        let connector = nginx()
        let config = ConnectionConfig(connector: connector, date: { [time] in time.withLock { $0 } })
        let api = DefinitionAPI(
            baseURL: "https://a.example/", config: config, cache: HTTPCache())
        try api.store.load(json: Data(#"{"A": {"Path": "a.json", "Cache Policy": 1}}"#.utf8))
        var bodies: [[Int]] = []

        for _ in 0..<3 {
            bodies.append(try await api.request("A", as: [Int].self))
            time.withLock { $0 += 5 }
        }

        #expect(bodies == [[1], [1], [1]])
        #expect(connector.requests.map { $0.headers["If-None-Match"] } == [nil, #"W/"t""#, #"W/"t""#])
    }

    /// Answers like nginx with gzip: the tag of a 200 is weak, the one of a 304 is strong, and the comparison is weak.
    private func nginx() -> ScriptedConnector {
        ScriptedConnector { number, request in
            let headers: HTTPHeaders = ["Cache-Control": "max-age=1", "Last-Modified": "Wed, 31 Dec 2025 00:00:00 GMT"]
            guard request.headers["If-None-Match"]?.hasSuffix(#""t""#) == true else {
                return .response(.json("[\(number)]", headers: headers.adding("ETag", #"W/"t""#)))
            }
            return .response(Response(statusCode: 304, headers: headers.adding("ETag", #""t""#)))
        }
    }

    // MARK: - Invalidation

    @Test(arguments: ["https://other.example/log", "https://a.example/log"])
    func unsafeRequestKeepsNoOtherResponseOutOfTheCache(_ url: String) async throws {
        let (list, lines) = exchange()

        let first = try await list.response(during: url)
        let second = try await list.connection.response()

        #expect(first.cacheStatus?.isStored == true && second.cacheStatus?.isHit == true)
        #expect(lines.withLock { $0 } == ["GET https://a.example/list", "POST \(url)"])
    }

    @Test func statusOfAResponseThatBecameInvalidDoesNotSayThatItIsStored() async throws {
        let (list, lines) = exchange()

        let first = try await list.response(during: "https://a.example/list")
        _ = try await list.connection.response()

        #expect(lines.withLock { $0 }.count == 3)
        #expect(first.cacheStatus?.isStored == false)
    }

    /// A list that is in flight, and the requests that the server gets.
    private func exchange() -> (List, LockedValue<[String]>) {
        let (isSent, mayBeAnswered, lines) = (Promise<Void>(), Promise<Void>(), LockedValue<[String]>([]))
        var config = ConnectionConfig(
            connector: MockConnector { request in
                lines.withLock { $0.append("\(request.method) \(request.url)") }
                guard request.method == .get else { return .text("ok") }
                isSent.fulfill(())
                await mayBeAnswered.value()
                return .text("list", headers: ["Cache-Control": "max-age=3600"])
            })
        config.cache = HTTPCache()
        return (List(config: config, isSent: isSent, mayBeAnswered: mayBeAnswered), lines)
    }
}

/// A request whose response waits for another request.
private struct List: Sendable {
    let config: ConnectionConfig
    let isSent: Promise<Void>
    let mayBeAnswered: Promise<Void>

    var connection: Connection<Response> { HTTP("https://a.example/list").asResponse(config: config) }

    /// The response, if something is posted to `url` meanwhile.
    func response(during url: String) async throws -> Response {
        let response = Task { try await connection.response() }
        await isSent.value()
        _ = try await HTTP(url).method(.post).asResponse(config: config).response()
        mayBeAnswered.fulfill(())
        return try await response.value
    }
}

extension HTTPHeaders {
    fileprivate func adding(_ name: HTTPHeaderName, _ value: String) -> HTTPHeaders {
        var headers = self
        headers[name] = value
        return headers
    }
}

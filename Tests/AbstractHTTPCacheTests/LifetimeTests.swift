import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A cache whose rules say how long responses are used.
@Suite(.timeLimit(.minutes(5))) struct LifetimeTests {
    private let time = LockedValue(Date(timeIntervalSince1970: 1_767_225_600))

    /// A server that numbers its responses, which no cache may store by their own fields.
    private func server(_ reply: (@Sendable (Int, Request) -> Response)? = nil) -> ScriptedConnector {
        ScriptedConnector { number, request in
            .response(reply?(number, request) ?? .text("\(number)", headers: ["Cache-Control": "no-store"]))
        }
    }

    private func config(
        _ connector: ScriptedConnector, lifetime: Duration = .seconds(60), store: any CacheStore = MemoryCacheStore()
    ) -> ConnectionConfig {
        var config = ConnectionConfig(
            baseURL: "https://a.example", connector: connector, date: { [time] in time.withLock { $0 } }, policies: []
        )
        config.cache = HTTPCache(store: store, rules: CacheRules(lifetime: lifetime))
        return config
    }

    private func pass(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }

    @Test func lifetimeReplacesTheFieldsOfTheResponse() async throws {
        let config = config(server())
        func text() async throws -> String { try await HTTP("/a").asString(config: config).response() }

        #expect(try await text() == "1")
        pass(59)
        let hit = try await HTTP("/a").asResponse(config: config).response()
        #expect(hit.text == "1" && hit.headers["Age"] == "59")
        #expect(hit.cacheStatus?.timeToLive == 1)
        pass(1)
        #expect(try await text() == "2")
        // The clock was put back.
        pass(-3_600)
        #expect(try await text() == "3")
    }

    @Test func longestLifetimeNeverEnds() async throws {
        let connector = server()
        let config = config(connector, lifetime: .seconds(Int64.max))
        for _ in 0..<2 {
            #expect(try await HTTP("/a").asString(config: config).response() == "1")
            pass(1e9)
        }
    }

    @Test(arguments: [HTTPMethod.post, .get, "QUERY"])
    func requestsWithABodyHaveAResponseForEachBody(method: HTTPMethod) async throws {
        let connector = server()
        let config = config(connector)
        func text(_ body: RequestBody?) async throws -> String {
            try await HTTP("/find").method(method).body(body).asString(config: config).response()
        }

        #expect(try await text(.data(Data("a".utf8))) == "1")
        #expect(try await text(.data(Data("b".utf8))) == "2")
        #expect(try await text(nil) == "3")
        #expect(try await text(.data(Data("a".utf8))) == "1")
        #expect(try await HTTP("/find").method("SEARCH").asString(config: config).response() == "4")
        #expect(try await text(nil) == "3")
    }

    @Test func requestWithABodyThatIsReadOnceIsNotStored() async throws {
        let connector = server()
        let config = config(connector)
        for number in ["1", "2"] {
            let body = RequestBody.stream(length: 1) { AsyncStream(unfolding: { nil }) }
            let response = try await HTTP("/find").method(.post).body(body).asString(config: config).response()
            #expect(response == number)
        }
    }

    @Test func postIsNotValidatedByItsTag() async throws {
        let connector = server { number, _ in .text("\(number)", headers: ["ETag": "\"a\""]) }
        let config = config(connector)
        for number in ["1", "2"] {
            #expect(try await HTTP("/find").method(.post).asString(config: config).response() == number)
            pass(60)
        }
        #expect(connector.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
    }

    @Test func staleResponseIsValidatedByItsTag() async throws {
        let connector = server { number, request in
            request.headers["If-None-Match"] == nil
                ? .text("\(number)", headers: ["ETag": "\"a\""]) : Response(statusCode: 304)
        }
        let config = config(connector)
        for seconds in [60.0, 59, 1] {
            #expect(try await HTTP("/a").asString(config: config).response() == "1")
            pass(seconds)
        }
        #expect(connector.requests.count == 2)
    }

    @Test(arguments: ["no-cache", "no-store", "max-age=0"])
    func requestCanStillDeclineWhatIsStored(directive: String) async throws {
        let config = config(server())
        #expect(try await HTTP("/a").asString(config: config).response() == "1")
        pass(1)
        let again = HTTP("/a").header("Cache-Control", directive)
        #expect(try await again.asString(config: config).response() == "2")
        let expected = directive == "no-store" ? "1" : "2"
        #expect(try await HTTP("/a").asString(config: config).response() == expected)
    }

    @Test func redirectIsStoredWithItsTarget() async throws {
        let connector = server { number, request in
            request.urlPath == "/a" ? Response(statusCode: 302, headers: ["Location": "/b"]) : .text("\(number)")
        }
        let config = config(connector)
        for _ in 0..<2 { #expect(try await HTTP("/a").asString(config: config).response() == "2") }
        #expect(connector.requests.count == 2)
    }

    /// A server that fails does not remove what is stored, but a response that says that it is gone does.
    @Test(arguments: [(500, true), (401, true), (404, false), (410, false)])
    func failureIsNotStored(status: Int, keeps: Bool) async throws {
        let connector = server { number, _ in
            number == 2 ? Response(statusCode: status) : .text("\(number)")
        }
        let config = config(connector)
        #expect(try await HTTP("/a").asString(config: config).response() == "1")
        pass(60)
        await #expect(throws: ConnectionError.self) { try await HTTP("/a").asString(config: config).response() }

        let offline = HTTP("/a").header("Cache-Control", "max-stale")
        #expect(try await offline.asString(config: config).response() == (keeps ? "1" : "3"))
    }

    @Test func responsesOfBothKindsOfRulesStayApart() async throws {
        let connector = server()
        let store = MemoryCacheStore()
        let config = config(connector, store: store)
        var other = config
        other.cache = HTTPCache(store: store)

        #expect(try await HTTP("/a").asString(config: config).response() == "1")
        #expect(try await HTTP("/a").asString(config: other).response() == "2")
        #expect(try await HTTP("/a").asString(config: config).response() == "1")
        // A change removes both.
        _ = try await HTTP("/a").method(.put).asString(config: other).response()
        #expect(try await HTTP("/a").asString(config: config).response() == "4")
    }

    @Test func variantsStayApart() async throws {
        let connector = server { number, _ in
            .text("\(number)", headers: ["Vary": "Accept-Language, *"])
        }
        let config = config(connector)
        for (language, text) in [("en", "1"), ("de", "2"), ("en", "1")] {
            let request = HTTP("/a").header("Accept-Language", language)
            #expect(try await request.asString(config: config).response() == text)
        }
    }
}

extension Request {
    fileprivate var urlPath: String { url.path() }
}

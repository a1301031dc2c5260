import AbstractHTTP
import AbstractHTTPCookies
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Cookies in the pipeline, over real connectors.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct CookieSessionTests {
    private struct Get: ConnectionSpec {
        typealias ResponseModel = String
        var url: String
        var headers: [String: String] = [:]
        var request: HTTP { HTTP(url).headers(headers) }
    }

    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            let cookies = request.headers[.cookie] ?? "none"
            switch request.path {
            case "/login": return LoopbackResponse(headers: ["Set-Cookie": "sid=1; Path=/; HttpOnly"], data: Data())
            case "/hop":
                return LoopbackResponse(
                    statusCode: 302, headers: ["Location": "/end", "Set-Cookie": "hop=1; Path=/; Max-Age=60"])
            case "/away": return LoopbackResponse(statusCode: 307, headers: ["Location": request.headers["X-To"] ?? ""])
            default: return .text(cookies)
            }
        }
    }

    private func client(_ server: LoopbackServer, _ jar: CookieJar?) -> APIClient {
        APIClient(baseURL: server.url) { config in
            config.connector = TestConnector.make()
            config.cookieJar = jar
        }
    }

    @Test func aLoginIsFollowedByItsCookie() async throws {
        let (server, jar) = (try Self.server(), CookieJar())
        let client = client(server, jar)

        _ = try await client.send(Get(url: "/login"))
        #expect(try await client.send(Get(url: "/")) == "sid=1")
        jar.removeAll()
        #expect(try await client.send(Get(url: "/")) == "none")
    }

    @Test func aRedirectThatSetsACookieIsFollowedWithIt() async throws {
        let (server, jar) = (try Self.server(), CookieJar())

        #expect(try await client(server, jar).send(Get(url: "/hop")) == "hop=1")
    }

    @Test func withoutAJarNoConnectorKeepsCookies() async throws {
        let server = try Self.server()
        let client = client(server, nil)

        _ = try await client.send(Get(url: "/login"))
        #expect(try await client.send(Get(url: "/hop")) == "none")
    }

    @Test func anotherHostGetsNoCookie() async throws {
        let (server, jar) = (try Self.server(), CookieJar())
        let client = client(server, jar)
        _ = try await client.send(Get(url: "/login"))

        let elsewhere = "http://localhost:\(server.port)/"
        #expect(try await client.send(Get(url: elsewhere)) == "none")
        #expect(try await client.send(Get(url: "/away", headers: ["X-To": elsewhere])) == "none")
    }

    @Test func aCookieFieldOfASpecWinsOverTheJar() async throws {
        let (server, jar) = (try Self.server(), CookieJar())
        let client = client(server, jar)
        _ = try await client.send(Get(url: "/hop"))
        _ = try await client.send(Get(url: "/login"))

        let text = try await client.send(Get(url: "/", headers: ["Cookie": "sid=mine; x=y"]))
        #expect(text == "sid=mine; x=y; hop=1")
    }

    @Test func aStreamSetsCookiesBeforeItsBodyHasEnded() async throws {
        let (server, jar) = (try LoopbackServer(), CookieJar())
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        server.enqueue(LoopbackResponse(headers: ["Set-Cookie": "a=1"], body: .chunks(chunks)))
        pieces.yield(Data("part".utf8))

        let config = ConnectionConfig(connector: TestConnector.make(), middleware: [jar])
        let stream = try await HTTP(server.url).asStream(config: config).response()
        #expect(jar.cookies.map(\.name) == ["a"])
        pieces.finish()
        for try await _ in stream.body {}
    }

    @Test func cookieJarRunsInsideOtherMiddleware() async throws {
        struct Seeing: HTTPMiddleware {
            let cookies = LockedValue<[String?]>([])

            func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
                cookies.withLock { $0.append(request.headers[.cookie]) }
                return try await next.execute(request)
            }
        }
        let (connector, seeing) = (ScriptedConnector(.response(.text("ok"))), Seeing())
        var config = ConnectionConfig(connector: connector)
        let jar = CookieJar()
        jar.insert([Cookie(name: "a", value: "1", domain: "example.com")])
        config.cookieJar = jar
        config.middleware = [seeing]

        _ = try await HTTP("https://example.com/").asString(config: config).addMiddleware(seeing).response()

        #expect(seeing.cookies.withLock { $0 } == [nil, nil])
        #expect(connector.requests.map { $0.headers[.cookie] } == ["a=1"])
    }

    @Test func aConfigHasOneJar() {
        var config = ConnectionConfig()
        #expect(config.cookieJar == nil)
        let (first, second) = (CookieJar(), CookieJar())
        config.cookieJar = first
        config.cookieJar = second
        config.middleware = []
        #expect(config.cookieJar === second)
        config.middleware = [first]
        #expect(config.cookieJar === second)
        config.cookieJar = nil
        #expect(config.cookieJar == nil && config.middleware.isEmpty)
    }
}

/// Many connections, one jar.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CookieStressTests {
    @Test func aThousandConnectionsShareOneJar() async throws {
        let jar = CookieJar()
        let connector = MockConnector { request in
            let number = request.url.lastPathComponent
            return Response(statusCode: 200, headers: ["Set-Cookie": "n\(number)=1; Path=/"])
        }
        var config = ConnectionConfig(connector: connector)
        config.cookieJar = jar
        let updates = Task { await jar.updates.prefix(2).reduce(0) { $0 + $1.count } }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 {
                group.addTask { [config] in
                    try await HTTP("https://h\(number % 100).example.com/\(number)").asVoid(config: config).response()
                }
            }
            try await group.waitForAll()
        }

        #expect(jar.cookies.count == 1_000)
        updates.cancel()
        _ = await updates.value
    }
}

import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPTesting
import Foundation
import Testing

struct Teapot: HTTPConnector {
    func execute(_ request: Request) async throws -> ResponseStream {
        ResponseStream(Response(statusCode: 418, data: Data("short and stout".utf8)))
    }
}

struct Tagging: HTTPConnector {
    let next: any HTTPConnector
    let tag: String

    func execute(_ request: Request) async throws -> ResponseStream {
        try await execute(request, in: ExchangeContext())
    }

    func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        var request = request
        request.headers["X-Client"] = tag
        return try await next.execute(request, in: context)
    }
}

struct Greeting: AbortableConnector {
    func execute(
        _ request: Request, in context: ExchangeContext, tracking track: (any Abortable) -> Bool
    ) async throws -> ResponseStream {
        ResponseStream(Response(statusCode: 200, data: Data("hello".utf8)))
    }
}

struct Counting: HTTPConnector {
    func execute(_ request: Request) async throws -> ResponseStream {
        let chunks = AsyncStream { continuation in
            for number in 1...3 { continuation.yield(Data("\(number) ".utf8)) }
            continuation.finish()
        }
        return ResponseStream(statusCode: 200, headers: ["Content-Type": "text/plain"], body: ResponseBody(chunks))
    }
}

@Suite struct ConnectorsPageTests {
    @Test func aConnectorOfYourOwn() async throws {
        let config = ConnectionConfig(connector: Teapot())
        let response = try await HTTP("https://example.com/").asResponse(config: config).response()

        #expect(response.statusCode == 418)
    }

    @Test func aConnectorThatCanBeAborted() async throws {
        let config = ConnectionConfig(connector: Greeting())

        #expect(try await HTTP("https://example.com/").asString(config: config).response() == "hello")
    }

    @Test func aConnectorThatWrapsAnother() async throws {
        let connector = ScriptedConnector(.response(Response(statusCode: 204)))
        let config = ConnectionConfig(connector: Tagging(next: connector, tag: "t"))

        _ = try await HTTP("https://example.com/").asResponse(config: config).response()

        #expect(connector.requests.map { $0.headers["X-Client"] } == ["t"])
    }

    /// Only because it has the second method.
    @Test func wrapperReportsTheProgressOfAnUpload() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let counts = LockedValue<[Int]>([])
        let context = ExchangeContext(onSent: { count in counts.withLock { $0.append(count) } })
        let url = try #require(URL(string: server.url))
        let request = Request(url: url, method: .put, body: .data(Data(count: 10)))

        let stream = try await Tagging(next: DefaultHTTPConnector(), tag: "t").execute(request, in: context)
        for try await _ in stream.body {}

        #expect(counts.withLock { $0.last } == 10)
        #expect(server.requests.map { $0.headers["X-Client"] } == ["t"])
    }

    @Test func aBodyOfChunks() async throws {
        let config = ConnectionConfig(connector: Counting())

        #expect(try await HTTP("https://example.com/").asString(config: config).response() == "1 2 3 ")
    }

    @Test func anotherConnectorIsOneLine() async throws {
        let config = ConnectionConfig(connector: try .libcurl())
        let server = try LoopbackServer { _ in .text("ok") }

        #expect(config.connector is CurlConnector)
        #expect(try await HTTP(server.url).asString(config: config).response() == "ok")
    }

    @Test func bothConnectorsNameTheirOptionsAlike() async throws {
        let clock = ContinuousClock()
        let overURLSession = ConnectionConfig(
            connector: .urlSession { options in
                options.idleTimeout = .seconds(90)
                options.connectionsPerHost = 2
                options.clock = clock
            })
        let overLibcurl = ConnectionConfig(
            connector: try .libcurl { options in
                options.idleTimeout = .seconds(90)
                options.connectionsPerHost = 2
                options.clock = clock
            })
        let server = try LoopbackServer { _ in .text("ok") }

        for config in [overURLSession, overLibcurl] {
            #expect(try await HTTP(server.url).asString(config: config).response() == "ok")
        }
    }

    /// For every connector that ships.
    @Test func everyConnectorIsAStaticMember() async throws {
        let configs = [
            ConnectionConfig(connector: .urlSession),
            ConnectionConfig(connector: .mock { _ in Response(statusCode: 200) }),
            ConnectionConfig(connector: .scripted(.response(Response(statusCode: 200)))),
        ]

        #expect(configs[0].connector as? DefaultHTTPConnector === DefaultHTTPConnector.shared)
        for config in configs.dropFirst() {
            let response = try await HTTP("https://example.com/").asResponse(config: config).response()
            #expect(response.statusCode == 200)
        }
    }

    @Test func theDefaultConnectorHasOptions() async throws {
        let connector = DefaultHTTPConnector { options in
            options.idleTimeout = .seconds(90)
            options.connectionsPerHost = 2
        }
        let server = try LoopbackServer { request in .text(request.path) }

        let text = try await HTTP(server.url).asString(config: ConnectionConfig(connector: connector)).response()

        #expect(text == "/")
    }

    @Test func anErrorSaysHowMuchCame() async throws {
        let server = try LoopbackServer()
        for _ in 0..<2 { server.enqueue(.text("0123456789").failing(.close, at: .responseBody, after: 4)) }
        let config = ConnectionConfig(connector: DefaultHTTPConnector())
        do {
            _ = try await HTTP(server.url).asData(config: config).response()
        } catch {
            if case .cutOff(let received, let expected) = (error.underlying as? TransportError)?.kind {
                print("\(received) of \(expected ?? 0) bytes, of which \(error.response?.data.count ?? 0) are here")
            }
        }

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP(server.url).asData(config: config).response()
        }
        #expect(error?.response?.text == "0123")
        #expect((error?.underlying as? TransportError)?.kind == .cutOff(received: 4, expected: 10))
    }
}

struct MyConnector: HTTPConnector {
    private let next = DefaultHTTPConnector()

    func execute(_ request: Request) async throws -> ResponseStream {
        try await next.execute(request)
    }

    func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        try await next.execute(request, in: context)
    }
}

@Test(.serialized, arguments: ConformanceCase.all.filter(\.isKeptByURLSession))
func myConnectorKeepsTheRules(_ rule: ConformanceCase) async throws {
    try await rule.check(MyConnector(), limit: .seconds(90))
}

@Suite struct CurlDifferencesTests {
    @Test(arguments: ConformanceCase.brokenByLibcurl) func everyRuleThatLibcurlBreaksHasARow(name: String) throws {
        #expect(try Project.text("Documentation/Curl.md").contains("\n| \(name) |"))
    }
}

#if canImport(FoundationNetworking)
    @Suite struct ConnectorDifferencesTests {
        /// The codings share a row.
        @Test(arguments: ConformanceCase.brokenByURLSession + ConformanceCase.fatalToURLSession)
        func everyRuleThatURLSessionBreaksHasARow(name: String) throws {
            let page = try Project.text("Documentation/Connectors.md")
            let row =
                if name.hasPrefix("a truncated ") {
                    "a truncated gzip, deflate, br or zstd body is an error"
                } else if name.hasPrefix("a body with the unknown coding ") {
                    "a body with an unknown coding is left unchanged"
                } else {
                    name
                }

            #expect(page.contains("\n| \(row) |"))
        }
    }
#endif

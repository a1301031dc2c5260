import AbstractHTTPEndpoints
import AbstractHTTPPagination
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

@Service
protocol Lists {
    @GET("/items") func list() -> Connection<Listing>
}

/// Lists in pages.
@Suite(.timeLimit(.minutes(5))) struct PagesTests {
    private let server = ScriptedConnector.tenItems()
    private var client: APIClient { client(over: server) }

    private func client(over connector: any HTTPConnector) -> APIClient {
        APIClient(config: ConnectionConfig(connector: connector))
    }

    private static let rules: [(name: String, rule: PageRule<Listing>, queries: [String])] = [
        ("link", .link, ["q=a%20b", "from=3", "from=6", "from=9"]),
        ("url", .url { $0.next }, ["q=a%20b", "from=3", "from=6", "from=9"]),
        (
            "cursor", .cursor("cursor") { $0.cursor },
            ["q=a%20b", "q=a%20b&cursor=3", "q=a%20b&cursor=6", "q=a%20b&cursor=9"]
        ),
        (
            "offset", .offset(count: { $0.items.count }, total: { $0.total ?? 0 }),
            ["q=a%20b", "q=a%20b&offset=3", "q=a%20b&offset=6", "q=a%20b&offset=9"]
        ),
        (
            "offset without a total", .offset(count: { $0.items.count }),
            ["q=a%20b", "q=a%20b&offset=3", "q=a%20b&offset=6", "q=a%20b&offset=9", "q=a%20b&offset=10"]
        ),
        (
            "number", .number { $0.items.count < 3 },
            ["q=a%20b", "q=a%20b&page=2", "q=a%20b&page=3", "q=a%20b&page=4"]
        ),
    ]

    @Test(arguments: 0..<6) func everyRuleReadsAllPages(index: Int) async throws {
        let (name, rule, queries) = Self.rules[index]
        let items = try await client.items(of: ListSpec(), next: rule).reduce(into: []) { $0.append($1) }

        #expect(items == Array(0..<10), "\(name)")
        #expect(server.requests.map { $0.url.query(percentEncoded: true) ?? "" } == queries, "\(name)")
    }

    @Test func pagesAreRequestedLazily() async throws {
        var iterator = client.items(of: ListSpec(), next: .link).makeAsyncIterator()
        #expect(server.requests.isEmpty)
        for number in 0..<10 {
            #expect(try await iterator.next() == number)
            #expect(server.requests.count == number / 3 + 1)
        }
        #expect(try await iterator.next() == nil)
        #expect(server.requests.count == 4)
    }

    @Test func limitAndFilterRequestNoExtraPages() async throws {
        let items = client.items(of: ListSpec(), next: .link).filter { $0.isMultiple(of: 2) }.prefix(3)
        #expect(try await items.reduce(into: []) { $0.append($1) } == [0, 2, 4])
        #expect(server.requests.count == 2)
    }

    @Test func storedTokenResumesAList() async throws {
        var iterator = client.items(of: ListSpec(), next: .cursor("cursor") { $0.cursor }).makeAsyncIterator()
        #expect(iterator.token == nil)
        for _ in 0..<5 { _ = try await iterator.next() }
        let stored = try JSONEncoder().encode(iterator.token)

        let token = try JSONDecoder().decode(PageToken.self, from: stored)
        let rest = client.items(of: ListSpec(), next: .cursor("cursor") { $0.cursor }, from: token)

        #expect(try await rest.reduce(into: []) { $0.append($1) } == Array(5..<10))
        #expect(
            server.requests.map { $0.url.query() ?? "" }.dropFirst(2) == [
                "q=a%20b&cursor=3", "q=a%20b&cursor=6", "q=a%20b&cursor=9",
            ])
    }

    @Test func pageHasTheNextPageToken() async throws {
        var tokens: [PageToken?] = []
        for try await page in client.pages(of: ListSpec(), next: .link) { tokens.append(page.next) }
        #expect(
            tokens.map { $0?.url.absoluteString } == [
                "https://api.example.com/items?from=3", "https://api.example.com/items?from=6",
                "https://api.example.com/items?from=9", nil,
            ])
    }

    @Test func repeatedPageIsAnError() async throws {
        let connector = ScriptedConnector { number, _ in
            let headers: HTTPHeaders = ["Link": number == 1 ? "</b>; rel=next" : "</a>; rel=next"]
            return .response(Response(statusCode: 200, headers: headers, data: Data("{\"items\":[\(number)]}".utf8)))
        }
        var pages = client(over: connector).pages(of: ListSpec(url: "https://api.example.com/a"), next: .link)
            .makeAsyncIterator()

        #expect(try await pages.next()?.model.items == [1])
        #expect(try await pages.next()?.model.items == [2])
        await #expect(throws: PaginationError.repeated(try #require(URL(string: "https://api.example.com/a")))) {
            try await pages.next()
        }
        #expect(try await pages.next() == nil)
        #expect(connector.requests.count == 2)
    }

    @Test func aFailedPageCanBeRequestedAgain() async throws {
        let server = server
        let connector = ScriptedConnector { number, request in
            number == 2 ? .failure(TransportError(.refused)) : .response(server.answer(to: request))
        }
        var pages = client(over: connector).pages(of: ListSpec(), next: .link).makeAsyncIterator()
        #expect(try await pages.next()?.model.items == [0, 1, 2])
        #expect(await failure { try await pages.next() }?.type == .network)
        #expect(try await pages.next()?.model.items == [3, 4, 5])
    }

    /// A policy that ignores the origin, on the connection and in the config.
    private struct Signing: RequestAdapter {
        func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
            var request = request
            request.headers[.authorization] = "Signature secret of \(request.url.path())"
            return request
        }
    }

    @Test(arguments: [true, false]) func policiesAdaptEachPageRequest(isOfConfig: Bool) async throws {
        let links = [
            "</b>; rel=next", "<https://other.example.com/c>; rel=next", "<https://api.example.com/d>; rel=next",
        ]
        let connector = ScriptedConnector { number, _ in
            let headers: HTTPHeaders = number <= links.count ? ["Link": links[number - 1]] : [:]
            return .response(Response(statusCode: 200, headers: headers, data: Data("{\"items\":[]}".utf8)))
        }
        var config = ConnectionConfig(connector: connector)
        if isOfConfig { config.policies = [Signing()] }
        let connection = Connection(ListSpec(url: "https://api.example.com/a"), config: config)
        if !isOfConfig { connection.addPolicy(Signing()) }

        for try await _ in connection.pages(next: .link) {}

        // A page that another server names also gets no credentials.
        #expect(
            connector.requests.map { $0.headers[.authorization] } == [
                "Signature secret of /a", "Signature secret of /b", nil, nil,
            ])
    }

    @Test func aConnectionCanHaveSeveralLists() async throws {
        let connection = client.connection(for: ListSpec())
        var left = connection.pages(next: .link).makeAsyncIterator()
        _ = try await left.next()
        #expect(try await left.next()?.model.items == [3, 4, 5])

        let items = connection.pages(next: .link).items { $0 }
        #expect(try await items.reduce(into: []) { $0.append($1) } == Array(0..<10))
        #expect(try await connection.response().items == [0, 1, 2])
        #expect(try await left.next()?.model.items == [6, 7, 8])
    }

    @Test func runningGenerationIsNotUsedAsAPage() async throws {
        let gate = Promise<Void>()
        let server = server
        let connector = HeldConnector(gate: gate, next: server)
        let connection = client(over: connector).connection(for: ListSpec()).start()
        var pages = connection.pages(next: .link, from: nil).makeAsyncIterator()
        async let first = pages.next()
        await connector.arrived.value()
        gate.fulfill(())

        #expect(try await first?.model.items == [0, 1, 2])
        #expect(server.requests.count == 2)
    }

    @Test func listsReadAtTheSameTimeGetTheirPages() async throws {
        let (gate, server) = (Promise<Void>(), server)
        let script = ScriptedConnector { number, request in
            number < 10 ? .response(server.answer(to: request)) : .failure(TransportError(.refused))
        }
        let connector = HeldConnector(gate: gate, next: script)
        let connection = client(over: connector).connection(for: ListSpec())
        async let first = connection.pages(next: .link).first { _ in true }
        await connector.arrived.value()
        async let second = connection.pages(next: .link).first { _ in true }
        async let third = connection.pages(next: .link).first { _ in true }
        await until { connection.pipeline.state.withLock { $0.waiters.count } == 2 }
        gate.fulfill(())

        let pages = try await [first, second, third]

        #expect(pages.map { $0?.model.items } == [[0, 1, 2], [0, 1, 2], [0, 1, 2]])
        // One list may find a page that another one has requested, and then requests its own.
        #expect(script.requests.count <= 4)
    }

    /// Holds the first request.
    private final class HeldConnector: HTTPConnector {
        let arrived = Promise<Void>()
        private let gate: Promise<Void>
        private let next: any HTTPConnector

        init(gate: Promise<Void>, next: any HTTPConnector) { (self.gate, self.next) = (gate, next) }

        func execute(_ request: Request) async throws -> ResponseStream {
            arrived.fulfill(())
            await gate.value()
            return try await next.execute(request)
        }
    }

    @Test func aTokenIsKnownBeforeTheFirstPageOfAResumedList() async throws {
        var iterator = client.items(of: ListSpec(), next: .link).makeAsyncIterator()
        for _ in 0..<4 { _ = try await iterator.next() }
        let token = iterator.token

        let resumed = client.items(of: ListSpec(), next: .link, from: token).makeAsyncIterator()

        #expect(resumed.token == token)
        let page = try await client.pages(of: ListSpec(), next: .link, from: token).first { _ in true }
        #expect(page?.model.items == [3, 4, 5])
    }

    @Test func everyRuleAndTokenKeepsTLS() async throws {
        let plain = try #require(URL(string: "http://api.example.com/b"))
        let rule = PageRule<Listing> { _, _, _ in plain }
        var pages = client.pages(of: ListSpec(), next: rule).makeAsyncIterator()
        _ = try await pages.next()
        await #expect(throws: PaginationError.insecure(plain)) { try await pages.next() }

        let stored = Data("{\"url\":\"http://api.example.com/b\",\"skippedItems\":0}".utf8)
        let token = try JSONDecoder().decode(PageToken.self, from: stored)
        var resumed = client.pages(of: ListSpec(), next: .link, from: token).makeAsyncIterator()
        let error = await failure { try await resumed.next() }
        #expect(error?.underlying as? PaginationError == .insecure(plain))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        ("ftp://a/b", PaginationError.invalidURL("ftp://a/b")), ("http://[/", .invalidURL("http://[/")),
        ("http://api.example.com/b", .insecure(URL(string: "http://api.example.com/b") ?? .temporaryDirectory)),
    ])
    func aNextPageThatCannotBeRequestedIsAnError(target: String, error: PaginationError) async throws {
        let connector = ScriptedConnector(
            .response(
                Response(statusCode: 200, headers: ["Link": "<\(target)>; rel=next"], data: Data("{\"items\":[]}".utf8))
            ))
        var pages = client(over: connector).pages(of: ListSpec(), next: .link).makeAsyncIterator()
        _ = try await pages.next()
        await #expect(throws: error) { try await pages.next() }
    }

    @Test func functionsAndServicesSupportPages() async throws {
        let list = AbstractHTTPEndpoints.GET<None, Listing>("https://api.example.com/items")
            .config(ConnectionConfig(connector: server))
        #expect(try await list.connection().pages(next: .link).items { $0 }.reduce(0, +) == 45)

        var configuration = ServiceConfiguration(baseURL: "https://api.example.com")
        configuration.connectionConfig = ConnectionConfig(connector: server)
        let lists = ListsClient(configuration: configuration)
        #expect(try await lists.list().pages(next: .link).items { $0 }.reduce(0, +) == 45)
    }
}

extension ScriptedConnector {
    /// The answer of the script, for a script around it.
    fileprivate func answer(to request: Request) -> Response {
        let start = request.url.query()?.split(separator: "=").last.flatMap { Int($0) } ?? 0
        return Response(
            statusCode: 200, headers: ["Link": "</items?from=\(start + 3)>; rel=next"],
            data: Data("{\"items\":[\(start),\(start + 1),\(start + 2)]}".utf8))
    }
}

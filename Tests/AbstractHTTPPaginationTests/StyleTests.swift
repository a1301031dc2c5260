import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPPagination
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

struct Numbers: Codable, Sendable {
    struct Meta: Codable, Sendable {
        var next: String?
        var cursor: String?
    }

    var items: [Int]
    var meta: Meta?
}

@Service(mock: true)
protocol NumberLists {
    @GET("/bare") @NextPage(link: "next")
    func linked(q: String?) -> Pages<[Int]>
    @POST("/items") @NextPage(url: "meta?.next")
    func urls() -> Pages<Numbers>
    @GET("/items") @NextPage(cursor: "after", from: "meta?.cursor") @Timeout(.seconds(9))
    func cursors() -> Pages<Numbers>
    @GET("/items") @NextPage(offset: "skip", items: "items")
    func offsets() -> Pages<Numbers>
    @GET("/items") @NextPage(number: "page", items: "items")
    func numbers() -> Pages<Numbers>
    @GET("/bare") @NextPage(offset: "skip")
    func bareOffsets() -> Pages<[Int]>
    @GET("/bare") @NextPage(number: "page")
    func bareNumbers() -> Pages<[Int]>
}

/// Lists in pages, of functions and of annotated protocols.
@Suite struct StyleTests {
    /// Pages of two numbers, four in all, in every way at once.
    private let connector = ScriptedConnector { count, request in
        let number = count - 1
        let items = number < 2 ? "[\(2 * number), \(2 * number + 1)]" : "[]"
        let meta = number < 1 ? #"{"next": "/items?at=1", "cursor": "x"}"# : "{}"
        let link: HTTPHeaders = number < 1 ? ["Link": "</bare?at=1>; rel=next"] : [:]
        let body = request.url.path() == "/bare" ? items : #"{"items": \#(items), "meta": \#(meta)}"#
        return .response(Response(statusCode: 200, headers: link, data: Data(body.utf8)))
    }

    private var lists: NumberListsClient {
        var configuration = ServiceConfiguration(baseURL: "https://api.example.com")
        configuration.connectionConfig = ConnectionConfig(connector: connector)
        return NumberListsClient(configuration: configuration)
    }

    private var queries: [String] { connector.requests.map { $0.url.query() ?? "" } }

    private func numbers(_ pages: Pages<Numbers>) async throws -> [Int] {
        try await pages.items(\.items).reduce(into: []) { $0.append($1) }
    }

    private func numbers(_ pages: Pages<[Int]>) async throws -> [Int] {
        try await pages.items { $0 }.reduce(into: []) { $0.append($1) }
    }

    @Test func anAnnotationNamesTheLink() async throws {
        #expect(try await numbers(lists.linked(q: "a")) == [0, 1, 2, 3])
        #expect(queries == ["q=a", "at=1"])
    }

    @Test func anAnnotationNamesAPropertyWithTheURL() async throws {
        #expect(try await numbers(lists.urls()) == [0, 1, 2, 3])
        #expect(queries == ["", "at=1"] && connector.requests.allSatisfy { $0.method == .post })
    }

    @Test func anAnnotationNamesACursor() async throws {
        #expect(try await numbers(lists.cursors()) == [0, 1, 2, 3])
        #expect(queries == ["", "after=x"])
    }

    @Test(arguments: [true, false]) func anAnnotationNamesAnOffset(isBare: Bool) async throws {
        let found = try await isBare ? numbers(lists.bareOffsets()) : numbers(lists.offsets())

        #expect(found == [0, 1, 2, 3])
        #expect(queries == ["", "skip=2", "skip=4"])
    }

    @Test(arguments: [true, false]) func anAnnotationNamesANumber(isBare: Bool) async throws {
        let found = try await isBare ? numbers(lists.bareNumbers()) : numbers(lists.numbers())

        #expect(found == [0, 1, 2, 3])
        #expect(queries == ["", "page=2", "page=3"])
    }

    @Test func aMockAnswersEachPage() async throws {
        let calls = LockedValue(0)
        let mock = NumberListsMock(onNumbers: {
            Numbers(
                items: calls.withLock {
                    $0 += 1; return $0 < 3 ? [$0] : []
                })
        })

        #expect(try await numbers(mock.numbers()) == [1, 2])
        await #expect(throws: ConnectionError.self) { try await numbers(mock.offsets()) }
    }

    @Test func aModifierMakesAListOfAFunction() async throws {
        let list = GET<[String: String], Numbers>("https://api.example.com/items")
            .config(ConnectionConfig(connector: connector)).pages(next: .url { $0.meta?.next })

        #expect(try await numbers(list(["q": "a"])) == [0, 1, 2, 3])
        #expect(queries == ["q=a", "at=1"])
    }

    @Test func aListOfAFunctionHasItems() async throws {
        let list = GET<None, [Int]>("https://api.example.com/bare")
            .config(ConnectionConfig(connector: connector)).pages(next: .link)

        var items = list.items().makeAsyncIterator()
        #expect(try await items.next() == 0)
        #expect(connector.requests.count == 1)
        let token = try #require(items.token)

        let other = StyleTests()
        let again = GET<None, [Int]>("https://api.example.com/bare")
            .config(ConnectionConfig(connector: other.connector)).pages(next: .link)
        #expect(try await again.items().resumed(at: token).reduce(into: []) { $0.append($1) } == [1, 2, 3])
        #expect(try await again().resumed(at: token).reduce(into: []) { $0.append($1.model) } == [[]])
    }
}

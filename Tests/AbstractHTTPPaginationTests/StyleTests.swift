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

struct Loose: Codable, Sendable {
    struct Meta: Codable, Sendable {
        var number: Int?
    }

    var items: [Int]?
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
    @GET("/items") @NextPage(offset: "skip", items: "items?")
    func optionalItems() -> AbstractHTTPPagination.Pages<Loose>
    @GET("/items") @NextPage(cursor: "after", from: "meta?.number")
    func integers() -> Pages<Loose>
    @GET("/bare") @NextPage(offset: "skip")
    func bareOffsets() -> Pages<[Int]>
    @GET("/bare") @NextPage(number: "page")
    func bareNumbers() -> Pages<[Int]>
}

/// Lists in pages, from functions and from annotated protocols.
@Suite struct StyleTests {
    /// Pages of two numbers, four in all. Each page names the next one in every way.
    private let connector = ScriptedConnector { count, request in
        let number = count - 1
        let items = number < 2 ? "[\(2 * number), \(2 * number + 1)]" : "[]"
        let meta = number < 1 ? #"{"next": "/items?at=1", "cursor": "x", "number": 7}"# : "{}"
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
        try await pages.items().reduce(into: []) { $0.append($1) }
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

    @Test func mockListHasOnePage() async throws {
        let mock = NumberListsMock(onNumbers: { Numbers(items: [1, 2]) }, onBareOffsets: { [3] })

        #expect(try await numbers(mock.numbers()) == [1, 2])
        #expect(try await numbers(mock.bareOffsets()) == [3])
        await #expect(throws: ConnectionError.self) { try await numbers(mock.offsets()) }
    }

    @Test func anOptionalPropertyMayHaveTheItems() async throws {
        #expect(try await lists.optionalItems().items { $0.items ?? [] }.reduce(0, +) == 6)
        #expect(queries == ["", "skip=2", "skip=4"])
    }

    @Test func anIntegerMayBeTheCursor() async throws {
        #expect(try await lists.integers().items { $0.items ?? [] }.reduce(0, +) == 6)
        #expect(queries == ["", "after=7"])
    }

    @Test func streamIsNotAPage() async throws {
        struct Stream: ConnectionSpec {
            typealias ResponseModel = ResponseStream
            var request: HTTP { HTTP("https://api.example.com/items") }
        }
        let client = APIClient(config: ConnectionConfig(connector: connector))
        var pages = client.pages(of: Stream(), next: .link).makeAsyncIterator()

        await #expect(throws: PaginationError.stream) { try await pages.next() }
        #expect(connector.requests.isEmpty)
    }

    @Test func modifierCreatesAListFromAFunction() async throws {
        let list = GET<[String: String], Numbers>("https://api.example.com/items")
            .config(ConnectionConfig(connector: connector)).pages(next: .url { $0.meta?.next })

        #expect(try await numbers(list(["q": "a"])) == [0, 1, 2, 3])
        #expect(queries == ["q=a", "at=1"])
    }

    @Test func functionListHasItems() async throws {
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

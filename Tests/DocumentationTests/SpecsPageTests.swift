import AbstractHTTP
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import Testing

class PagedSpec<Model: Decodable & Sendable>: EndpointSpec<Model> {
    let page: Int
    init(page: Int) { self.page = page }
    override var request: HTTP { get throws { try super.request.query("page", page).query("per_page", 50) } }
}

final class GetArticles: PagedSpec<[Article]> {
    override var url: String { "/articles" }
}

class APISpec: RequestSpec {
    var path: String { "/" }
    var url: String { "https://api.example.com\(path)" }
    var httpMethod: HTTPMethod { .get }
    var headers: [String: String] { ["User-Agent": "MyApp/1.0"] }
    var urlQuery: URLQuery? { nil }
    func makePostData() -> Data? { nil }
}

@Spec final class NewsSpec: APISpec, ConnectionSpec {
    typealias ResponseModel = [Article]
    override var path: String { "/news" }
}

@Spec final class SendMessage: APISpec, ConnectionSpec {
    typealias ResponseModel = Void
    let text: String

    init(text: String) {
        self.text = text
    }

    override var path: String { "/messages" }
    override var httpMethod: HTTPMethod { .post }
    override func makePostData() -> Data? { Data(text.utf8) }
}

struct Article: Decodable, Sendable {
    var title: String
}

final class GetUser: EndpointSpec<Person> {
    let id: Int
    init(id: Int) { self.id = id }
    override var url: String { "/users/\(id)" }
}

struct Person: Decodable, Sendable {
    var name: String
}

struct BrowseSongs: ConnectionSpec {
    typealias ResponseModel = [Item]
    var folder: String
    var tags: [String]
    var since: Date?
    var request: HTTP {
        HTTP("/songs/{+folder}")
            .parameter("folder", folder, .path)
            .parameter("tags", tags, .query("tag", arrays: .pipes))
            .parameter("since", since, .header("If-Modified-Since", dates: .httpDate))
    }
}

nonisolated protocol ShopSpec: ConnectionSpec {
    var path: String { get }
}

nonisolated extension ShopSpec {
    var request: HTTP { HTTP("https://shop.example.com" + path).header("User-Agent", "MyApp/1.0") }
}

struct GetItem: ShopSpec {
    typealias ResponseModel = Item?
    var id: Int
    var path: String { "/items/\(id)" }
}

struct FindItems: ConnectionSpec {
    typealias ResponseModel = [Item]
    var name: String?
    var inStock: Bool?
    var request: HTTP { HTTP("/items").query("name", name).query("in_stock", inStock) }
}

struct NewPerson: Encodable, Sendable {
    var name: String
}

struct AddPerson: ConnectionSpec {
    typealias ResponseModel = Person
    let person: NewPerson
    var request: HTTP { HTTP("/people").method(.post).content(person) }
}

nonisolated extension HTTP {
    static func shop(_ path: String, page: Int? = nil) -> HTTP {
        HTTP("https://shop.example.com" + path).header("User-Agent", "MyApp/1.0").query("page", page)
    }
}

struct ListProducts: ConnectionSpec {
    typealias ResponseModel = [Item]
    var page: Int
    var request: HTTP { .shop("/products", page: page).query("sort", "name") }
}

struct GetProduct: ConnectionSpec {
    typealias ResponseModel = Item
    let sku: String
    var request: HTTP { HTTP("/products/\(segment: sku)") }
}

struct Item: Decodable, Sendable {
    var name: String
}

struct GetCount: ConnectionSpec {
    typealias ResponseModel = Int
    var request: HTTP { HTTP("https://api.example.com/count") }

    func parseResponse(response: Response) throws -> Int {
        guard let count = Int(String(decoding: response.data, as: UTF8.self)) else {
            throw ConnectionErrorType.parse
        }
        return count
    }
}

@Suite(.timeLimit(.minutes(5))) struct SpecsPageTests {
    let connector = ScriptedConnector { _, request in
        let texts = ["/v1/users/7": #"{"name": "Ada"}"#, "/count": "12", "/news": #"[{"title": "New"}]"#]
        return .response(Response(statusCode: 200, data: Data(texts[request.url.path, default: ""].utf8)))
    }
    var config: ConnectionConfig { ConnectionConfig(connector: connector) }

    @Test func theEndpointsShareWhatTheyHaveInCommon() async throws {
        let news = try await Connection(NewsSpec(), config: config).response()
        try await Connection(SendMessage(text: "hi"), config: config).response()
        let item = try await Connection(GetItem(id: 7), config: config).response()

        #expect(news.map(\.title) == ["New"])
        #expect(item == nil)
        #expect(connector.requests.map(\.url.path) == ["/news", "/messages", "/items/7"])
        #expect(connector.requests.map(\.method) == [.get, .post, .get])
        #expect(connector.requests.allSatisfy { $0.headers[.userAgent] == "MyApp/1.0" })
    }

    @Test func aFunctionReturnsASharedRequest() async throws {
        let connector = ScriptedConnector { _, _ in .response(.text("[]")) }

        _ = try await Connection(ListProducts(page: 2), config: ConnectionConfig(connector: connector)).response()

        #expect(
            connector.requests.map(\.url.absoluteString)
                == ["https://shop.example.com/products?page=2&sort=name"])
        #expect(connector.requests.map { $0.headers[.userAgent] } == ["MyApp/1.0"])
    }

    @Test func parametersHaveAPlaceAndAFormat() async throws {
        let connector = ScriptedConnector(.response(.json("[]")))
        let client = APIClient(baseURL: "https://api.example.com") { $0.connector = connector }
        let since = Date(timeIntervalSince1970: 784_111_777)

        _ = try await client.send(BrowseSongs(folder: "a/b c", tags: ["x", "y"], since: since))

        #expect(
            connector.requests.map(\.url.absoluteString) == ["https://api.example.com/songs/a/b%20c?tag=x%7Cy"])
        #expect(connector.requests.first?.headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test func contentIsSentAsJSON() async throws {
        let connector = ScriptedConnector(.response(.json(#"{"name": "Ada"}"#)))
        let client = APIClient(baseURL: "https://api.example.com") { $0.connector = connector }

        let person = try await client.send(AddPerson(person: NewPerson(name: "Ada")))

        #expect(person.name == "Ada")
        #expect(connector.requests.map(\.method) == [.post])
        #expect(connector.requests.map(\.url.path) == ["/people"])
    }

    @Test func aBaseClassSharesItsQuery() async throws {
        let client = APIClient(baseURL: "https://api.example.com") { $0.connector = MockConnector { _ in .json("[]") } }
        let (articles, response) = try await client.exchange(GetArticles(page: 2))

        #expect(articles.isEmpty)
        #expect(response.url?.absoluteString == "https://api.example.com/articles?page=2&per_page=50")
    }

    @Test func aFunctionTakesAnySpec() async throws {
        let client = APIClient { $0.connector = connector }
        func load<S: ConnectionSpec>(_ spec: sending S) async throws -> S.ResponseModel {
            print("loading")
            return try await client.send(spec)
        }
        let news = try await load(NewsSpec())

        #expect(news.map(\.title) == ["New"])
    }

    @Test func aNilParameterIsLeftOutAndAValueInThePathIsEscaped() async throws {
        let connector = ScriptedConnector(
            .response(.json(#"{"name": "A"}"#)),
            .response(.text("[]")))
        let client = APIClient(baseURL: "https://api.example.com") { $0.connector = connector }

        _ = try await client.send(GetProduct(sku: "A/7 ?"))
        let items = FindItems(name: nil, inStock: true)  // /items?in_stock=true
        _ = try await client.send(items)

        #expect(
            connector.requests.map(\.url.absoluteString) == [
                "https://api.example.com/products/A%2F7%20%3F", "https://api.example.com/items?in_stock=true",
            ])
    }

    @Test func aClientSendsSpecs() async throws {
        let client = APIClient(baseURL: "https://api.example.com/v1") { config in
            config.connector = connector
            config.headers = ["User-Agent": "MyApp/1.0"]
        }
        let user = try await client.send(GetUser(id: 7))
        let (same, response) = try await client.exchange(GetUser(id: 7))
        print(same.name == user.name, response.headers["ETag"] ?? "no tag")

        #expect(
            user.name == "Ada" && connector.requests.map { $0.headers["User-Agent"] } == ["MyApp/1.0", "MyApp/1.0"])
    }

    @Test func withoutASpec() async throws {
        let json = Data(#"{"title": "New"}"#.utf8)

        let url = "https://api.example.com/news"
        try await HTTP(url).method(.post).headers(["Content-Type": "application/json"]).body(json)
            .asVoid(config: config).response()
        HTTP(url).query(["year": "2026"]).asDecodable([Article].self, config: config) { print($0.count) }
            .addOnError { error in print(error) }
            .addOnEnd { response, model, error in print(response?.statusCode ?? 0) }
            .start()
        await connector.waitForRequests(2)

        #expect(connector.requests.map(\.url.query) == [nil, "year=2026"])
    }

    @Test func customParsing() async throws {
        #expect(try await Connection(GetCount(), config: config).response() == 12)
    }
}

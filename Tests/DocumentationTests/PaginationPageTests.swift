import AbstractHTTP
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPIDL
import AbstractHTTPPagination
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import Testing

struct Invoice: Codable, Sendable {
    var number: String
}

struct ListInvoices: ConnectionSpec {
    typealias ResponseModel = [Invoice]
    var request: HTTP { HTTP("/invoices?per_page=100") }
}

struct ListEvents: ConnectionSpec {
    typealias ResponseModel = EventPage
    var request: HTTP { HTTP("/events") }
}

nonisolated struct EventPage: Codable, Sendable {
    var events: [String]
    var nextCursor: String?
}

@Service
protocol Billing {
    @GET("/invoices") @NextPage(link: "next")
    func invoices() -> Pages<[Invoice]>

    @GET("/events") @NextPage(cursor: "after", from: "nextCursor")
    func events() -> Pages<EventPage>
}

@Suite(.timeLimit(.minutes(5))) struct PaginationPageTests {
    private let connector = ScriptedConnector { _, request in
        guard request.url.path() == "/events" else {
            let isFirst = request.url.query()?.contains("page=2") != true
            let headers: HTTPHeaders = isFirst ? ["Link": "</invoices?page=2>; rel=\"next\""] : [:]
            let name = isFirst ? "one" : "two"
            return .response(
                Response(statusCode: 200, headers: headers, data: Data("[{\"number\":\"\(name)\"}]".utf8)))
        }
        let isFirst = request.url.query() == nil
        let body = isFirst ? "{\"events\":[\"push 1\",\"pull\"],\"nextCursor\":\"c\"}" : "{\"events\":[\"push 2\"]}"
        return .response(Response(statusCode: 200, data: Data(body.utf8)))
    }

    private var client: APIClient {
        APIClient(baseURL: "https://api.example.com") { [connector] in $0.connector = connector }
    }

    @Test func itemsAndPages() async throws {
        for try await invoice in client.items(of: ListInvoices(), next: .link) {
            print(invoice.number)
        }
        for try await page in client.pages(of: ListInvoices(), next: .link) {
            print(page.model.count, page.response.statusCode)
        }
        let connection = client.connection(for: ListInvoices()).addPolicy(Retry())
        for try await page in connection.pages(next: .link) {
            print(page.model.count)
        }
        #expect(connector.requests.count == 6)
    }

    @Test func aLimitAndAFilter() async throws {
        let events = client.pages(of: ListEvents(), next: .cursor("after") { $0.nextCursor }).items { $0.events }
        for try await event in events.filter({ $0.hasPrefix("push") }).prefix(10) {
            print(event)
        }
        #expect(connector.requests.last?.url.query() == "after=c")
    }

    @Test func aListGoesOnLater() async throws {
        var iterator = client.items(of: ListInvoices(), next: .link).makeAsyncIterator()
        let first = try await iterator.next()
        let stored = try JSONEncoder().encode(iterator.token)
        let token = try JSONDecoder().decode(PageToken.self, from: stored)
        let rest = client.items(of: ListInvoices(), next: .link, from: token)
        #expect(first?.number == "one")
        #expect(try await rest.reduce(into: []) { $0.append($1.number) } == ["two"])
    }

    @Test func functions() async throws {
        let listInvoices = GET<None, [Invoice]>("invoices").base("https://api.example.com").pages(next: .link)
        #expect("\(listInvoices.definition)" == "GET invoices")

        try await invoices(
            of: GET<None, [Invoice]>("https://api.example.com/invoices")
                .config(ConnectionConfig(connector: connector)).pages(next: .link))
        #expect(connector.requests.map { $0.url.query() } == [nil, "page=2"])
    }

    private func invoices(of listInvoices: PagedEndpoint<None, [Invoice]>) async throws {
        for try await invoice in listInvoices.items() {
            print(invoice.number)
        }
    }

    @Test func annotations() async throws {
        var configuration = ServiceConfiguration(baseURL: "https://api.example.com")
        configuration.connectionConfig = ConnectionConfig(connector: connector)
        let billing = BillingClient(configuration: configuration)
        for try await event in billing.events().items({ $0.events }) {
            print(event)
        }
        #expect(connector.requests.map { $0.url.query() } == [nil, "after=c"])
    }

    @Test func files() async throws {
        let connector = ScriptedConnector { number, _ in
            let next = number == 1 ? #"{"next": "c"}"# : "{}"
            return .response(.json(#"{"bills": [], "cursors": \#(next)}"#))
        }
        let request = GetBillsRequest()
        request.configuration.baseURLString = "https://api.example.com"
        request.size = 100
        request.client = BaseClient(config: ConnectionConfig(connector: connector))

        for try await page in request.pages() {
            print(page.model.bills?.count ?? 0)
        }

        #expect(connector.requests.map { $0.url.query() } == ["size=100", "size=100&after=c"])
    }

    @Test func definitions() async throws {
        let api = DefinitionAPI(
            baseURL: "https://api.example.com/", config: ConnectionConfig(connector: connector))
        try api.store.load(
            json: Data(
                #"""
                {
                    "ListEvents": {
                        "Path": "events",
                        "Items": "events",
                        "Next Page": {"Cursor": "after", "At": "nextCursor"}
                    }
                }
                """#.utf8))
        for try await event in api.items("ListEvents", as: String.self) {
            print(event)
        }
        #expect(connector.requests.map { $0.url.query() } == [nil, "after=c"])
    }

    @Test func aLinkIsParsed() {
        let link = Link("/chapter/2", relations: ["next"], parameters: [.init("title", "The End")])
        print(link, Link.parse(link.description))
        #expect(Link.parse(link.description) == [link])
    }
}

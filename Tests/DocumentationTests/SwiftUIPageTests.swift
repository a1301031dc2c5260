import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPPagination
import AbstractHTTPTesting
import Foundation
import Observation
import TestSupport
import Testing

struct Book: Decodable, Identifiable, Sendable {
    var id: Int
    var title: String
}

struct BookPage: Decodable, Sendable {
    var books: [Book]
    var next: String?
}

struct FindBooks: ConnectionSpec {
    typealias ResponseModel = BookPage
    var text: String
    var request: HTTP { HTTP("/books").query("q", text) }
}

@MainActor
@Observable
final class BookSearch {
    var text = ""
    private(set) var books: [Book] = []
    private(set) var message: String?
    private(set) var isOffline = false
    let indicator = ConnectionIndicator()
    @ObservationIgnored private let client: APIClient
    @ObservationIgnored private var pages: Pages<BookPage>.AsyncIterator?
    @ObservationIgnored private var isLoading = false

    init(client: APIClient) {
        var client = client
        client.config.cache = client.config.cache ?? HTTPCache()
        client.config.policies.append(CachePolicy.offline)
        client.config.holder = ConnectionHolder()
        client.config.addListener(indicator)
        self.client = client
    }

    /// Searches for the text. A search that is still running ends.
    func search() async {
        let connection = client.connection(for: FindBooks(text: text)).identified(as: "search", replacingOlder: true)
        var pages = connection.pages(next: .url(\.next)).makeAsyncIterator()
        do {
            let page = try await pages.next()
            show(page, replacing: true)
            self.pages = pages
        } catch {
            show(error)
        }
    }

    /// Loads the next page when the last book appears.
    func didShow(_ book: Book) async {
        guard book.id == books.last?.id, !isLoading, var pages else { return }
        isLoading = true
        defer { isLoading = false }
        do {
            let page = try await pages.next()
            show(page, replacing: false)
            self.pages = page == nil ? nil : pages
        } catch {
            // The next call tries again.
            show(error)
        }
    }

    private func show(_ page: Page<BookPage>?, replacing: Bool) {
        guard let page else { return }
        books = replacing ? page.model.books : books + page.model.books
        isOffline = (page.response.cacheStatus?.timeToLive ?? 0) < 0
        message = nil
    }

    private func show(_ error: any Error) {
        let error = error as? ConnectionError
        // A newer search, or the user who left, canceled this one.
        guard error?.type != .canceled else { return }
        message = error?.type == .network ? "There is no connection." : "The search failed."
    }
}

/// The view model of the page. `Tests/Scripts/check-apple-ui` type-checks its view.
@MainActor @Suite(.timeLimit(.minutes(5))) struct SwiftUIPageTests {
    func model(_ connector: any HTTPConnector) -> BookSearch {
        BookSearch(client: APIClient(baseURL: "https://api.example.com") { $0.connector = connector })
    }

    nonisolated static func page(_ titles: String..., next: String? = nil, headers: HTTPHeaders = [:]) -> Response {
        let books = titles.map { #"{"id": \#($0.count), "title": "\#($0)"}"# }.joined(separator: ", ")
        let link = next.map { #", "next": "\#($0)""# } ?? ""
        return Response(statusCode: 200, headers: headers, data: Data("{\"books\": [\(books)]\(link)}".utf8))
    }

    @Test func theLastBookLoadsTheNextPage() async throws {
        let model = model(
            MockConnector { request in
                request.url.query() == "q=e" ? Self.page("Emma", "Evelina", next: "/books?page=2") : Self.page("Eric")
            })
        model.text = "e"
        await model.search()
        await model.didShow(try #require(model.books.first))
        #expect(model.books.map(\.title) == ["Emma", "Evelina"])

        await model.didShow(try #require(model.books.last))
        await model.didShow(try #require(model.books.last))

        #expect(model.books.map(\.title) == ["Emma", "Evelina", "Eric"])
    }

    @Test func aPageThatFailedIsLoadedLater() async throws {
        let model = model(
            ScriptedConnector(
                .response(Self.page("Emma", next: "/books?page=2")), .response(Response(statusCode: 500)),
                .response(Self.page("Eric"))))
        await model.search()
        await model.didShow(try #require(model.books.last))
        #expect(model.message == "The search failed.")

        await model.didShow(try #require(model.books.last))

        #expect(model.books.map(\.title) == ["Emma", "Eric"] && model.message == nil)
    }

    @Test func aNewerSearchEndsAnOlderOne() async {
        let connector = ScriptedConnector(.silence, .response(Self.page("Persuasion")))
        let model = model(connector)
        model.text = "p"
        async let older: Void = model.search()
        await connector.waitForRequests(1)

        model.text = "per"
        await model.search()
        await older

        #expect(model.books.map(\.title) == ["Persuasion"])
        #expect(model.message == nil)
    }

    @Test func aStoredResultIsShownWithoutANetwork() async {
        let stale: HTTPHeaders = [
            "Cache-Control": "max-age=0", "ETag": "\"1\"", "Date": "Thu, 01 Jan 2026 00:00:00 GMT",
        ]
        let model = model(
            ScriptedConnector(.response(Self.page("Emma", headers: stale)), .failure(TransportError(.unreachable))))
        model.text = "emma"
        await model.search()
        #expect(!model.isOffline)

        await model.search()

        #expect(model.books.map(\.title) == ["Emma"])
        #expect(model.isOffline && model.message == nil)
    }

    @Test func aFailureIsAMessage() async {
        let model = model(
            ScriptedConnector(.failure(TransportError(.unreachable)), .response(Response(statusCode: 500))))
        await model.search()
        #expect(model.message == "There is no connection.")

        await model.search()

        #expect(model.message == "The search failed.")
    }
}

@MainActor
@Test func aSearchShowsTheBooks() async {
    let connector = MockConnector { _ in
        .json(#"{"books": [{"id": 1, "title": "Emma"}]}"#)
    }
    let model = BookSearch(client: APIClient(baseURL: "https://api.example.com") { $0.connector = connector })
    model.text = "emma"

    await model.search()

    #expect(model.books.map(\.title) == ["Emma"])
}

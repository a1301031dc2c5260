import AbstractHTTP
import AbstractHTTPPagination
import AbstractHTTPTesting
import Foundation

/// A list of 10,000 items in pages, each requested when it is wanted.
enum PagesSection: Section {
    static let name = "pages"
    static let summary = "A list of 10,000 items is loaded page by page, and resumed from a saved position"

    struct ListItems: ConnectionSpec {
        typealias ResponseModel = [Int]
        var request: HTTP { HTTP("/items") }
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in page(of: request) }
        let client = APIClient(baseURL: server.url) { $0.connector = DefaultHTTPConnector.shared }

        stage.declaration("struct ListItems")
        stage.code()
        var iterator = client.items(of: ListItems(), next: .link).makeAsyncIterator()

        stage.expect("Requests before the first item", server.requests.count, is: 0)
        for number in 0..<2_500 {
            guard try await iterator.next() == number else { return stage.fail("item \(number) is missing") }
        }
        stage.expect("Requests for the first 2,500 items", server.requests.count, is: 3)

        stage.code()
        let stored = try JSONEncoder().encode(iterator.token)
        let token = try JSONDecoder().decode(PageToken.self, from: stored)
        var (count, last) = (0, 0)
        for try await item in client.items(of: ListItems(), next: .link, from: token) {
            (count, last) = (count + 1, item)
        }

        stage.expect("Items loaded after resuming", count, is: 7_500)
        stage.expect("The last item", last, is: 9_999)
        stage.expect("Requests in total (one page is loaded again to resume)", server.requests.count, is: 11)
    }

    /// 1,000 items, and a link to the next ones.
    private nonisolated static func page(of request: LoopbackRequest) -> LoopbackResponse {
        let start = request.query.flatMap { Int($0.dropFirst("from=".count)) } ?? 0
        var response = LoopbackResponse.json("\(Array(start..<(start + 1_000)))")
        if start < 9_000 { response.headers["Link"] = "</items?from=\(start + 1_000)>; rel=\"next\"" }
        return response
    }
}

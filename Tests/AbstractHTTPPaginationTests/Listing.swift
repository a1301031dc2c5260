import AbstractHTTP
import AbstractHTTPTesting
import Foundation

struct Listing: Codable, Sendable, Sequence {
    var items: [Int]
    var cursor: String?
    var next: String?
    var total: Int?

    func makeIterator() -> IndexingIterator<[Int]> { items.makeIterator() }
}

struct ListSpec: ConnectionSpec {
    typealias ResponseModel = Listing
    var url = "https://api.example.com/items?q=a%20b"
    var headers: HTTPHeaders = [:]
    var request: HTTP { HTTP(url).headers(headers) }
}

extension ScriptedConnector {
    /// Pages of three items, ten in all. Each page names the next one in every way.
    static func tenItems() -> ScriptedConnector {
        ScriptedConnector { _, request in
            let components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
            func value(_ name: String) -> Int? {
                components?.queryItems?.first { $0.name == name }?.value.flatMap { Int($0) }
            }
            let start = value("cursor") ?? value("offset") ?? value("page").map { ($0 - 1) * 3 } ?? value("from") ?? 0
            let end = min(start + 3, 10)
            let next = end < 10 ? "/items?from=\(end)" : nil
            let listing = Listing(
                items: Array(min(start, end)..<end), cursor: end < 10 ? "\(end)" : nil, next: next, total: 10)
            let headers: HTTPHeaders = next.map { ["Link": "<\($0)>; rel=\"next\", </>; rel=first"] } ?? [:]
            return .response(
                Response(statusCode: 200, headers: headers, data: (try? JSONEncoder().encode(listing)) ?? Data()))
        }
    }
}

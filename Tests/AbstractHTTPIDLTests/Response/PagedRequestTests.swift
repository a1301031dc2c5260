import AbstractHTTPIDL
import AbstractHTTPPagination
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// `PAGES` of `Lists.http`.
@Suite struct PagedRequestTests {
    /// Three pages of one item each, and an empty one. Each page names the next one in every way.
    private let connector = ScriptedConnector { count, request in
        let number = count - 1
        let names = ["a", "b", "c"]
        let items = number < 3 ? #"[{"name": "\#(names[number])"}]"# : "[]"
        let next = number < 2 ? #""next": "/items?at=\#(number + 1)","# : ""
        let position = number < 2 ? #"{"after": "x&\#(number)", "last": \#(number + 5)}"# : "{}"
        let link: HTTPHeaders = number < 2 ? ["Link": "</items?at=\(number + 1)>; rel=next"] : [:]
        let body = request.method == .get ? items : #"{\#(next) "items": \#(items), "position": \#(position)}"#
        return .response(Response(statusCode: 200, headers: link, data: Data(body.utf8)))
    }

    private func queries() -> [String] { connector.requests.map { $0.url.query() ?? "" } }

    private func names<Model>(_ pages: Pages<Model>, _ items: (Model) -> [Item]?) async throws -> [String] {
        var names: [String] = []
        for try await page in pages { names += items(page.model)?.compactMap(\.name) ?? [] }
        return names
    }

    @Test func linkPointsToTheNextPage() async throws {
        let request = GetItemsRequest().over(connector)
        request.size = 1

        #expect(try await names(request.pages()) { $0.body } == ["a", "b", "c"])
        #expect(queries() == ["size=1", "at=1", "at=2"])
    }

    @Test func aTextAndANumberAreCursors() async throws {
        #expect(try await names(PostItemsRequest().over(connector).pages()) { $0.items } == ["a", "b", "c"])
        #expect(queries() == ["", "after=x%260", "after=x%261"])

        let other = PagedRequestTests()
        #expect(try await other.names(OptionsItemsRequest().over(other.connector).pages()) { $0.items }.count == 3)
        #expect(other.queries() == ["", "from=5", "from=6"])
    }

    @Test func bodyPointsToTheNextPage() async throws {
        #expect(try await names(PutItemsRequest().over(connector).pages()) { $0.items } == ["a", "b", "c"])
        #expect(queries() == ["", "at=1", "at=2"])
    }

    @Test func emptyPageEndsCountedLists() async throws {
        #expect(try await names(PatchItemsRequest().over(connector).pages()) { $0.items } == ["a", "b", "c"])
        #expect(queries() == ["", "skip=1", "skip=2", "skip=3"])

        let other = PagedRequestTests()
        #expect(try await other.names(DeleteItemsRequest().over(other.connector).pages()) { $0.items }.count == 3)
        #expect(other.queries() == ["", "page=2", "page=3", "page=4"])
    }

    @Test func aTokenResumesTheList() async throws {
        let request = GetItemsRequest().over(connector)
        var pages = request.pages().makeAsyncIterator()
        let token = try #require(try await pages.next()?.next)

        let rest = try await names(request.pages(from: token)) { $0.body }

        #expect(rest == ["b", "c"])
    }
}

import AbstractHTTPDefinitions
import AbstractHTTPPagination
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Definitions with `Next Page`.
@Suite struct ListTests {
    /// Pages of two numbers, six in all, in every way at once.
    private let connector = ScriptedConnector { count, _ in
        let number = count - 1
        let ids = number < 3 ? "[{\"id\": \(2 * number)}, {\"id\": \(2 * number + 1)}]" : "[]"
        let meta = number < 2 ? #"{"next": "/a?at=\#(number + 1)", "cursor": \#(number + 7)}"# : "{}"
        let link: HTTPHeaders = number < 2 ? ["Link": "</a?at=\(number + 1)>; rel=older"] : [:]
        let body = #"{"data": {"items": \#(ids)}, "meta": \#(meta)}"#
        return .response(Response(statusCode: 200, headers: link, data: Data(body.utf8)))
    }

    private func api(_ next: String, items: String = "data.items") throws -> DefinitionAPI {
        try .over(connector, #"{"A": {"Path": "a", "Items": "\#(items)", "Next Page": \#(next)}}"#)
    }

    private static let rules: [(String, [String])] = [
        (#"{"Link": "older"}"#, ["size=2", "at=1", "at=2"]),
        (#"{"URL": "meta.next"}"#, ["size=2", "at=1", "at=2"]),
        (#"{"Cursor": "after", "At": "meta.cursor"}"#, ["size=2", "size=2&after=7", "size=2&after=8"]),
        (#"{"Offset": "skip"}"#, ["size=2", "size=2&skip=2", "size=2&skip=4", "size=2&skip=6"]),
        (#"{"Number": "page"}"#, ["size=2", "size=2&page=2", "size=2&page=3", "size=2&page=4"]),
        (#"{"Number": "page", "First": 0}"#, ["size=2", "size=2&page=1", "size=2&page=2", "size=2&page=3"]),
    ]

    @Test(arguments: rules) func itemsOfAllPagesAreRead(_ rule: String, _ queries: [String]) async throws {
        let api = try api(rule)

        var ids: [Int] = []
        for try await item in api.items("A", as: Anything.self, parameters: ["size": 2]) { ids.append(item.id) }

        #expect(ids == Array(0..<6))
        #expect(connector.requests.map { $0.url.query() ?? "" } == queries)
    }

    @Test func aTokenResumesTheList() async throws {
        let api = try api(#"{"URL": "meta.next"}"#)
        var items = api.items("A", as: Anything.self).makeAsyncIterator()
        for _ in 0..<2 { _ = try await items.next() }
        let token = try #require(items.token)
        let other = ListTests()

        var ids: [Int] = []
        let rest = try other.api(#"{"URL": "meta.next"}"#).items("A", as: Anything.self, from: token)
        for try await item in rest { ids.append(item.id) }

        #expect(ids == [2, 3, 4, 5])
    }

    @Test func aBehaviorUnwrapsEachPage() async throws {
        struct Envelope: DefinitionBehavior {
            func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool {
                try response.replace(with: response.content()["data"] ?? .null)
                return true
            }
        }
        let api = try api(#"{"Link": "older"}"#, items: "items")
        api.behavior = Envelope()

        let count = try await api.items("A", as: Anything.self).reduce(0) { count, _ in count + 1 }

        #expect(count == 6)
    }

    @Test func theBodyItselfMayBeTheItems() async throws {
        let connector = ScriptedConnector.always("[1, 2]")
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a", "Next Page": {"Link": "next"}}}"#)

        let numbers = try await api.items("A", as: Int.self).reduce(into: []) { $0.append($1) }

        #expect(numbers == [1, 2] && connector.requests.count == 1)
    }

    @Test func aDefinitionWithoutANextPageSendsNothing() async throws {
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a"}}"#)

        let error = await failure { for try await _ in api.pages("A", as: Int.self) {} }

        #expect(error?.underlying as? DefinitionError == .noNextPage("A"))
        #expect(connector.requests.isEmpty)
    }

    @Test func aPageWithoutItemsSaysWhereTheyShouldBe() async throws {
        let api = try api(#"{"Link": "next"}"#, items: "data.things")

        let error = await failure { for try await _ in api.items("A", as: Anything.self) {} }

        #expect(error?.underlying as? DefinitionError == .noItems(at: "data.things"))
    }

    @Test(arguments: [
        ("{}", "{} is no next page"), ("[]", "[] is no dictionary"), (#"{"Link": 1}"#, "1 is no text"),
        (#"{"Cursor": "a"}"#, "is no next page"), (#"{"Link": "next", "At": "b"}"#, "is no next page"),
        (#"{"URL": "a..b"}"#, "is no path"), (#"{"Number": "page", "First": "x"}"#, "is no integer"),
    ])
    func aNextPageThatSaysNothingIsAFault(_ next: String, _ reason: String) {
        let faults = #expect(throws: DefinitionFaults.self) { try api(next) }?.faults.map(\.description) ?? []

        #expect(faults.count == 1 && faults[0].hasPrefix("$['A']['Next Page']: "), "\(faults)")
        #expect(faults.first?.contains(reason) == true, "\(faults)")
    }
}

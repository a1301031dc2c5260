import AbstractHTTPDefinitions
import AbstractHTTPPagination
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Definitions with `Next Page`.
@Suite struct ListTests {
    /// Pages of two numbers, six in all. Each page names the next one in every way.
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

    @Test func cursorOutsideTheEnvelopeIsFound() async throws {
        struct Envelope: DefinitionBehavior {
            func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool {
                try response.replace(with: response.content()["data"] ?? .null)
                return true
            }
        }
        let api = try api(#"{"URL": "meta.next"}"#, items: "items")
        api.behavior = Envelope()

        #expect(try await api.items("A", as: Anything.self).reduce(0) { count, _ in count + 1 } == 6)
    }

    @Test(arguments: ["18446744073709551615", "1700000000.5", "\"x\""])
    func cursorIsAStringOrANumber(_ cursor: String) async throws {
        let connector = ScriptedConnector { number, _ in
            .response(.json(number == 1 ? #"{"items": [1], "at": \#(cursor)}"# : #"{"items": [2]}"#))
        }
        let api = try DefinitionAPI.over(
            connector, #"{"A": {"Path": "a", "Items": "items", "Next Page": {"Cursor": "at", "At": "at"}}}"#)

        #expect(try await api.items("A", as: Int.self).reduce(0, +) == 3)
        #expect(connector.requests.last?.url.query() == "at=\(cursor.replacing("\"", with: ""))")
    }

    @Test func cursorOfAnotherTypeIsAnError() async throws {
        let api = try DefinitionAPI.over(
            ScriptedConnector.always(#"{"items": [1], "at": true}"#),
            #"{"A": {"Path": "a", "Items": "items", "Next Page": {"Cursor": "at", "At": "at"}}}"#)

        let error = await failure { for try await _ in api.items("A", as: Int.self) {} }

        #expect(error?.underlying as? DefinitionError == .noCursor(at: "at"))
    }

    @Test(arguments: ["{}", #"{"items": null}"#, ""])
    func aPageWithoutItemsIsEmptyWhereNullIsAccepted(_ last: String) async throws {
        let connector = ScriptedConnector { number, _ in
            .response(number == 1 ? .json(#"{"items": [1]}"#) : .json(last, statusCode: last.isEmpty ? 204 : 200))
        }
        let api = try DefinitionAPI.over(
            connector,
            #"{"A": {"Path": "a", "Items": "items", "Response Accept Null": true, "Next Page": {"Offset": "skip"}}}"#)

        #expect(try await api.items("A", as: Int.self).reduce(0, +) == 1)
    }

    @Test func transformerMapsItems() async throws {
        let api = try api(#"{"Link": "older"}"#)

        let ids = try await api.items("A", as: Anything.self) { context in
            context.responseObjectTransformer = { _, object in
                (object as? [Anything])?.filter { $0.id.isMultiple(of: 2) }
            }
        }.reduce(into: []) { $0.append($1.id) }

        #expect(ids == [0, 2, 4])
    }

    @Test(arguments: [#"{"Offset": "skip"}"#, #"{"Number": "page"}"#])
    func aTransformerDoesNotChangeWhereTheNextPageIs(_ rule: String) async throws {
        let items = try api(rule).items("A", as: Anything.self) { context in
            context.responseObjectTransformer = { _, object in
                (object as? [Anything])?.filter { $0.id == 5 }
            }
        }

        #expect(try await items.reduce(into: []) { $0.append($1.id) } == [5])
        #expect(connector.requests.count == 4)
        #expect(connector.requests.dropFirst().first?.url.query().map { ["skip=2", "page=2"].contains($0) } == true)
    }

    @Test func callbacksAreCalledForEachPage() async throws {
        let (api, counts) = (try api(#"{"Link": "older"}"#), LockedValue<[Int]>([]))

        let pages = api.pages("A", as: Anything.self) { context in
            context.success { _, object in
                counts.withLock { $0.append((object as? DefinitionPage<Anything>)?.items.count ?? -1) }
            }
        }
        for try await _ in pages {}

        #expect(counts.withLock { $0 } == [2, 2, 2])
    }

    @Test func aDecoderOfAnotherFormatReadsItems() async throws {
        struct Prefixed: ContentDecoder {
            func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
                guard response.data.first == UInt8(ascii: "!") else { throw ConnectionErrorType.parse }
                return try JSONDecoder().decode(type, from: response.data.dropFirst())
            }
        }
        let api = try DefinitionAPI.over(ScriptedConnector.always(#"!{"items": [1, 2]}"#))
        api.registry.register(responseSerializer: "X", Prefixed())
        try api.store.load(
            json: Data(
                #"{"A": {"Path": "a", "Items": "items", "Response Serializer": "X", "Next Page": {"Link": "next"}}}"#
                    .utf8))

        #expect(try await api.items("A", as: Int.self).reduce(0, +) == 3)
    }

    /// The first page is from the API, the second from another server, and the third from the API again.
    private func wandering(_ rule: String, _ method: String = "GET") throws -> (DefinitionAPI, ScriptedConnector) {
        let connector = ScriptedConnector { number, request in
            let next = number == 1 ? "https://other.example/x" : "https://api.example.com/me"
            let isPage = number < 3 && request.url.path() != "/me"
            return .response(.json(isPage ? #"{"items": [1], "next": "\#(next)"}"# : #"{"items": [9]}"#))
        }
        let rules = #"""
            {"A": {"Path": "a", "Method": "\#(method)", "Authorization": true, "Items": "items",
                   "Next Page": {"URL": "next"}, \#(rule)},
             "Me": {"Path": "me", "Method": "\#(method)", "Authorization": true, \#(rule)}}
            """#
        let api = try DefinitionAPI.over(connector, rules) { $0.credentialOrigins = ["https://api.example.com"] }
        return (api, connector)
    }

    @Test func crossOriginPagesHaveNoCredentialsOrCache() async throws {
        let (api, connector) = try wandering(#""Cache Policy": 2"#)
        api.authorization.headers = ["Authorization": "Bearer secret"]

        for try await _ in api.pages("A", as: Int.self) {}
        let me = try await api.request("Me", as: HTTPContent.self)

        #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer secret", nil, nil, "Bearer secret"])
        #expect(me["items"] == [9])
    }

    @Test func baseURLOfTheConfigMayGetTheCredentials() async throws {
        let connector = ScriptedConnector(.response(.json("{}")))
        let rules = #"{"A": {"Path": "https://api.example.com/a", "Authorization": true}}"#
        let api = try DefinitionAPI.over(connector, rules) { $0.baseURL = "https://api.example.com" }
        api.baseURL = nil
        api.authorization.headers = ["Authorization": "Bearer secret"]

        _ = try await api.request("A", as: HTTPContent.self)

        #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer secret"])
    }

    @Test func credentialsInABodyDoNotGoToAnotherServer() async throws {
        let (api, connector) = try wandering(#""Notes": """#, "POST")
        api.authorization.parameters = ["token": "secret"]

        var pages = api.pages("A", as: Int.self).makeAsyncIterator()
        _ = try await pages.next()
        let error = await #expect(throws: PaginationError.self) { _ = try await pages.next() }

        #expect(error == .bodyForAnotherServer(try #require(URL(string: "https://other.example/x"))))
        #expect(connector.requests.count == 1)
    }

    @Test func aRedirectDoesNotCarryCredentialsInABodyEither() async throws {
        let connector = ScriptedConnector { _, _ in
            .response(Response(statusCode: 307, headers: ["Location": "https://other.example/x"]))
        }
        let api = try DefinitionAPI.over(
            connector, #"{"A": {"Path": "a", "Method": "POST", "Authorization": true}}"#
        ) { $0.credentialOrigins = ["https://api.example.com"] }
        api.authorization.parameters = ["token": "secret"]

        let error = await failure { try await api.request("A") }

        #expect(error?.underlying as? DefinitionError == .credentialsInBody(host: "other.example"))
        #expect(connector.requests.count == 1)
    }

    @Test func defaultItemsPathCanBeReset() async throws {
        let api = try DefinitionAPI.over(
            ScriptedConnector.always("[1, 2]"),
            #"{"DEFAULT": {"Items": "data", "Next Page": {"Link": "next"}}, "A": {"Path": "a", "Items": ""}}"#)

        #expect(try await api.items("A", as: Int.self).reduce(0, +) == 3)
    }

    @Test func theBodyItselfMayBeTheItems() async throws {
        let connector = ScriptedConnector.always("[1, 2]")
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a", "Next Page": {"Link": "next"}}}"#)

        let numbers = try await api.items("A", as: Int.self).reduce(into: []) { $0.append($1) }

        #expect(numbers == [1, 2] && connector.requests.count == 1)
    }

    @Test func missingNextPageRuleSendsNothing() async throws {
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a"}}"#)

        let error = await failure { for try await _ in api.pages("A", as: Int.self) {} }

        #expect(error?.underlying as? DefinitionError == .noNextPage("A"))
        #expect(connector.requests.isEmpty)
    }

    @Test func missingItemsErrorNamesTheirPath() async throws {
        let api = try api(#"{"Link": "next"}"#, items: "data.things")

        let error = await failure { for try await _ in api.items("A", as: Anything.self) {} }

        #expect(error?.underlying as? DefinitionError == .noItems(at: "data.things"))
    }

    @Test(arguments: [
        ("{}", "{} is not a next page"), (#"{"Cursor": "after", "Offset": "skip"}"#, "is not a next page"),
        (#"{"Offset": ""}"#, "is not a name"), (#"{"Link": ""}"#, "is not a name"), ("[]", "[] is not a dictionary"),
        (#"{"Link": 1}"#, "1 is not a string"),
        (#"{"Cursor": "a"}"#, "is not a next page"), (#"{"Link": "next", "At": "b"}"#, "is not a next page"),
        (#"{"URL": "a..b"}"#, "is not a path"), (#"{"Number": "page", "First": "x"}"#, "is not an integer"),
    ])
    func invalidNextPageRuleIsAFault(_ next: String, _ reason: String) {
        let faults = #expect(throws: DefinitionFaults.self) { try api(next) }?.faults.map(\.description) ?? []

        #expect(faults.count == 1 && faults[0].hasPrefix("$['A']['Next Page']: "), "\(faults)")
        #expect(faults.first?.contains(reason) == true, "\(faults)")
    }
}

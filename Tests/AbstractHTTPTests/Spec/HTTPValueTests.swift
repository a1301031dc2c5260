import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A request as a value: what nil and values of any type become, and what its members return.
@Suite(.timeLimit(.minutes(5))) struct HTTPValueTests {
    @Test func nilIsLeftOutOfTheQuery() async throws {
        let name: String? = nil
        let request = try await sent(
            HTTP("https://api.example.com/a").query("name", name).query(["page": 2, "sort": name]).query(nil))

        #expect(request.url.absoluteString == "https://api.example.com/a?page=2")
    }

    @Test func flagHasNoValue() async throws {
        var query: URLQuery = ["page": 2]
        query.addFlag("all")
        let request = try await sent(
            HTTP("https://api.example.com/a").flag("draft").query(query)
                .query(URLQuery([KeyValue(key: "x", value: nil)])))

        #expect(request.url.absoluteString == "https://api.example.com/a?draft&page=2&all&x")
    }

    @Test func nilHeaderChangesNothing() async throws {
        let agent: String? = nil
        let request = try await sent(HTTP("https://api.example.com/a").header("A", "1").header("A", agent))

        #expect(request.headers == ["A": "1"])
    }

    @Test func newHeadersReplaceThoseOfTheSameName() async throws {
        let request = try await sent(
            HTTP("https://api.example.com/a").headers(["B": "1", "A": "2"] as HTTPHeaders)
                .headers(["b": "3", "B": "4"] as HTTPHeaders).headers(["a": "5"]))

        #expect(request.headers.map { "\($0.name): \($0.value)" } == ["B: 3", "A: 5", "B: 4"])
    }

    @Test func nilInADictionaryIsNullInJSON() async throws {
        let (name, count): (String?, Int) = (nil, 3)
        let http = HTTP("https://api.example.com/a").method(.patch).content(["name": name, "count": count])

        #expect(try await body(of: http) == #"{"count":3,"name":null}"#)
    }

    @Test func nilInADictionaryIsLeftOutOfAQueryAndAForm() async throws {
        let (name, count): (String?, Int) = (nil, 3)
        let members: [String: Any?] = ["name": name, "count": count]
        let query = try await sent(HTTP("https://api.example.com/a").content(members))
        let form = HTTP("https://api.example.com/a").method(.post).content(members, encoder: .form)

        #expect(query.url.absoluteString == "https://api.example.com/a?count=3")
        #expect(try await body(of: form) == "count=3")
    }

    @Test func dictionaryHasValuesOfAnyType() async throws {
        let (user, isNew) = ("ada", true)
        let http = HTTP("https://api.example.com/a").method(.post).content([
            "user": user, "attempt": 3, "new": isNew, "tags": ["a", "b"], "inner": ["x": 1.5],
        ])

        #expect(
            try await body(of: http) == #"{"attempt":3,"inner":{"x":1.5},"new":true,"tags":["a","b"],"user":"ada"}"#)
    }

    private static let remedy = "; its type must be Encodable, and encode(to:) must not throw"

    @Test(arguments: [
        (patch(["price": Money()]), "price: a value of the type Money cannot be encoded" + remedy),
        (patch(["price": Optional(Money())]), "price: a value of the type Money cannot be encoded" + remedy),
        (
            patch(["page": 2, "prices": [1, Money()] as [Any]]),
            "prices[1]: a value of the type Money cannot be encoded" + remedy
        ),
        (patch(["a": ["b": Optional(Money())]]), "a.b: a value of the type Money cannot be encoded" + remedy),
    ])
    func valueThatCannotBeEncodedIsAnError(http: HTTP, message: String) async {
        let connector = ScriptedConnector(.response(.text("ok")))

        let error = await failure(of: http.asString(config: .over(connector)))

        #expect(error?.type == .invalidRequest)
        #expect(error?.underlying.map { "\($0)" } == message)
        #expect(connector.requests.isEmpty)
    }

    @Test func membersReturnWhatTheValueSays() {
        let http = HTTP("/a").method(.put).header("A", "1").query("page", 2)

        #expect(http.url == "/a")
        #expect(http.httpMethod == .put)
        #expect(http.headers == ["A": "1"])
        #expect(http.urlQuery == ["page": 2])
        #expect(HTTP("/a").urlQuery == nil)
    }

    @Test func copiesAreIndependent() {
        let base = HTTP("/a").header("A", "1")
        let changed = base.method(.post).header("A", "2").query("b", 1)

        #expect(base.httpMethod == .get && base.headers == ["A": "1"] && base.urlQuery == nil)
        #expect(changed.httpMethod == .post && changed.headers == ["A": "2"])
    }

    private func sent(_ http: HTTP) async throws -> Request {
        let connector = ScriptedConnector(.response(.text("ok")))
        _ = try await http.asString(config: .over(connector)).response()
        return try #require(connector.requests.first)
    }

    private func body(of http: HTTP) async throws -> String {
        String(decoding: try await collect(try #require(try await sent(http).body)), as: UTF8.self)
    }
}

private func patch(_ members: [String: Any?]) -> HTTP {
    HTTP("https://api.example.com/a").method(.patch).content(members)
}

/// Not `Encodable`.
private struct Money: Sendable {}

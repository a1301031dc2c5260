import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Dictionaries of any values in place of JSON.
@Suite struct DictionaryInputTests {
    private let connector = ScriptedConnector.always()
    private let id = 7

    @Test func takesLiteralsWithVariables() async throws {
        let name: String? = "Ada"
        let post = POST<JSON, JSON>("a").over(connector)

        _ = try await post(["id": id])
        _ = try await post([
            "name": name, "nickname": nil, "page": Page(index: 1, total: 20), "tags": ["x"], "deep": ["id": id],
        ])

        #expect(
            try await connector.bodies() == [
                #"{"id":7}"#,
                #"{"deep":{"id":7},"name":"Ada","nickname":null,"page":{"index":1,"total":20},"tags":["x"]}"#,
            ])
    }

    @Test func takesDictionariesOfAnyAndStrings() async throws {
        let values: [String: Any] = ["id": id, "tree": ["a": [1, "b", NSNull()] as [Any]], "maybe": Int?.none as Any]
        let texts = ["name": "Ada"]
        let post = POST<JSON, JSON>("a").over(connector)

        _ = try await post(values)
        _ = try await post(texts)

        #expect(
            try await connector.bodies() == [#"{"id":7,"maybe":null,"tree":{"a":[1,"b",null]}}"#, #"{"name":"Ada"}"#])
    }

    @Test func everyCallTakesADictionary() async throws {
        let values: [String: Any] = ["id": id]
        let (put, post) = (PUT<JSON, None>("a").over(connector), POST<JSON, JSON>("a").over(connector))

        try await put(values)
        _ = try await put.connection(values).response()
        _ = try await put.request(values).response()
        _ = try await post.request(values) { _ in }.response()
        _ = try await post(values) { _ in }.response()
        _ = try await post.queue(.main).request(values) { _ in }.response()
        _ = try await post.queue(.main)(values) { _ in }.response()

        #expect(try await connector.bodies() == Array(repeating: #"{"id":7}"#, count: 7))
    }

    @Test func membersFillThePathAndTheQuery() async throws {
        try await GET<JSON, None>("users/{id}").over(connector)(["id": id, "page": id + 1, "all": true])

        #expect(connector.lines == ["GET https://api.example.com/users/7?all=true&page=8"])
    }

    @Test func aLiteralWithoutVariablesKeepsItsOrder() async throws {
        try await GET<JSON, None>("a").over(connector)(["b": 1, "a": 2])

        #expect(connector.lines == ["GET https://api.example.com/a?b=1&a=2"])
    }

    @Test func aValueThatCannotBeEncodedIsAnErrorWithItsPlace() async {
        struct Opaque {}
        let endpoint = POST<JSON, JSON>("a").over(connector)

        let error = await failure { _ = try await endpoint(["user": ["tags": ["a", Opaque()] as [Any]]]) }

        #expect(error?.type == .invalidRequest)
        #expect(
            error?.underlying as? HTTPContentError
                == HTTPContentError(path: "user.tags[1]", reason: .unsupported("Opaque")))
        #expect(connector.requests.isEmpty)
    }
    @Test func anOptionalThatCannotBeEncodedIsNotNull() async {
        struct Opaque {}
        let endpoint = PATCH<JSON, JSON>("a").over(connector)

        let error = await failure { _ = try await endpoint(["price": Optional(Opaque()), "page": 2]) }

        #expect(
            error?.underlying as? HTTPContentError
                == HTTPContentError(path: "price", reason: .unsupported("Opaque")))
        #expect(connector.requests.isEmpty)
    }
}

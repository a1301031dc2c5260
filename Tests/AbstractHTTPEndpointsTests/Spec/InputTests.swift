import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Where inputs go, and how.
@Suite struct InputTests {
    private let connector = ScriptedConnector.always()
    private let page = Page(index: 1, total: 20)

    @Test func inputsOfGETAndHEADAndDELETEGoIntoTheQuery() async throws {
        try await GET<Page, None>("a").over(connector)(page)
        try await HEAD<Page, None>("a").over(connector)(page)
        try await DELETE<Page, None>("a").over(connector)(page)

        let url = "https://api.example.com/a?index=1&total=20"
        #expect(connector.lines == ["GET \(url)", "HEAD \(url)", "DELETE \(url)"])
        #expect(try await connector.bodies() == [nil, nil, nil])
    }

    @Test func otherMethodsSendInputAsJSON() async throws {
        try await POST<Page, None>("a").over(connector)(page)
        try await PUT<Page, None>("a").over(connector)(page)
        try await PATCH<Page, None>("a").over(connector)(page)
        try await OPTIONS<Page, None>("a").over(connector)(page)

        #expect(connector.requests.map(\.url.query) == [nil, nil, nil, nil])
        #expect(connector.requests.map { $0.headers[.contentType] } == Array(repeating: "application/json", count: 4))
        #expect(try await connector.bodies() == Array(repeating: #"{"index":1,"total":20}"#, count: 4))
    }

    @Test func bytesAndStringsAreSentUnchanged() async throws {
        let file = HTTPData(Data("png".utf8), fileName: "a.png")

        try await POST<Data, None>("a").over(connector)(Data([0, 1, 2]))
        try await POST<String, None>("a").over(connector)("häß")
        try await PUT<HTTPData, None>("a").over(connector)(file)

        #expect(
            connector.requests.map { $0.headers[.contentType] } == [
                "application/octet-stream", "text/plain; charset=utf-8", "image/png",
            ])
        #expect(try await connector.bodies() == ["\0\u{1}\u{2}", "häß", "png"])
    }

    @Test func jsonInputKeepsNullsWithAnyEncoder() async throws {
        struct Change: Encodable {
            var firstName: String? = "Ada"
            var nickname: String?
        }

        try await Configuration.scope {
            Configuration.DataRequest.encoder = .json(keys: .snakeCase)
            try await PATCH<JSON, None>("a").over(connector)(["nickName": nil])
            try await PATCH<Change, None>("a").over(connector)(Change())
        }

        #expect(try await connector.bodies() == [#"{"nickName":null}"#, #"{"first_name":"Ada"}"#])
    }

    @Test func aJSONInputKeepsItsNulls() async throws {
        try await PATCH<JSON, None>("a").over(connector)(["name": "Ada", "nickname": nil, "tags": [1, 2.5, true]])
        try await GET<JSON, None>("a").over(connector)(["name": "Ada", "nickname": nil])

        #expect(try await connector.bodies() == [#"{"name":"Ada","nickname":null,"tags":[1,2.5,true]}"#, nil])
        #expect(connector.requests.last?.url.query() == "name=Ada")
    }

    @Test func encoderOverridesTheDefault() async throws {
        try await POST<Page, None>("a").over(connector).encoder(.form)(page)
        try await POST<Page, None>("a").over(connector).encoder(.query)(page)
        try await GET<Page, None>("a").over(connector).encoder(.json)(page)

        #expect(try await connector.bodies() == ["index=1&total=20", nil, #"{"index":1,"total":20}"#])
        #expect(connector.requests.map(\.url.query) == [nil, "index=1&total=20", nil])
    }

    @Test func bytesWithAKeyAreBase64InTheQuery() async throws {
        struct Signed: Encodable {
            var key = Data([0xFB, 0xFF])
        }

        try await GET<Signed, None>("a").over(connector)(Signed())

        #expect(connector.requests.last?.url.query() == "key=%2B%2F8%3D")
    }

    @Test func bytesInAQueryAreAnError() async {
        let endpoint = GET<Data, None>("a").over(connector)

        let error = await failure { try await endpoint(Data([1])) }

        #expect(error?.type == .invalidRequest)
        #expect(error?.underlying as? HTTPContentError == HTTPContentError(reason: .data))
        #expect(connector.requests.isEmpty)
    }
}

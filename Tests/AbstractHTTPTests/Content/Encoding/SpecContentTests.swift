import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// The content of a spec on its way into the request.
@Suite struct SpecContentTests {
    struct Page: Encodable, Sendable {
        var index = 2
    }

    class Base: ConnectionSpec {
        typealias ResponseModel = String
        var method = HTTPMethod.post
        var encoder: (any ContentEncoder)? { nil }
        var request: HTTP {
            HTTP("https://api.example.com/a?x=1#f").method(method).query("y", "2").content(Page(), encoder: encoder)
        }
    }

    final class FormSpec: Base {
        override var encoder: (any ContentEncoder)? { .form }
    }

    @Test(arguments: [HTTPMethod.get, .head, .delete])
    func getHeadAndDeleteSendContentInTheQuery(method: HTTPMethod) async throws {
        let request = try await request(Base(), method)

        #expect(request.url.absoluteString == "https://api.example.com/a?x=1&y=2&index=2#f")
        #expect(request.body == nil && request.headers.isEmpty)
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch, "PURGE"])
    func otherMethodsSendContentAsJSON(method: HTTPMethod) async throws {
        let request = try await request(Base(), method)

        #expect(request.url.absoluteString == "https://api.example.com/a?x=1&y=2#f")
        #expect(request.headers == ["Content-Type": "application/json"])
        #expect(try await bytes(of: request.body) == Data(#"{"index":2}"#.utf8))
    }

    @Test func theSpecsEncoderComesBeforeTheConfigs() async throws {
        var config = ConnectionConfig()
        config.encoderStrategy = { _ in .query }

        let form = try await request(FormSpec(), .post, config)
        let query = try await request(Base(), .post, config)

        #expect(form.headers == ["Content-Type": "application/x-www-form-urlencoded"])
        #expect(try await bytes(of: form.body) == Data("index=2".utf8))
        #expect(query.url.absoluteString == "https://api.example.com/a?x=1&y=2&index=2#f" && query.body == nil)
    }

    @Test func theContentTypeOfTheSpecWins() async throws {
        final class Own: Base {
            override var request: HTTP { super.request.header("content-type", "application/vnd.x+json") }
        }

        #expect(try await request(Own(), .post).headers == ["content-type": "application/vnd.x+json"])
    }

    @Test func queryContentAllowsABody() async throws {
        final class Both: Base {
            override var encoder: (any ContentEncoder)? { .query }
            override var request: HTTP { super.request.body(Data("body".utf8)) }
        }

        let request = try await request(Both(), .post)

        #expect(request.url.query() == "x=1&y=2&index=2")
        #expect(try await bytes(of: request.body) == Data("body".utf8))
    }

    @Test func twoBodiesAreRejected() async {
        final class Two: Base {
            override var request: HTTP { super.request.body(Data("body".utf8)) }
        }

        let error = await #expect(throws: ConnectionError.self) { try await request(Two(), .post) }
        #expect(error?.type == .invalidRequest && error?.underlying as? InvalidRequest == .twoBodies)
    }

    @Test func unencodableContentErrorHasTheURL() async {
        final class Bare: Base {
            override var request: HTTP { super.request.content(5) }
        }

        let error = await #expect(throws: ConnectionError.self) { try await request(Bare(), .get) }
        #expect(error?.type == .invalidRequest && error?.underlying as? HTTPContentError == .init(reason: .noKey))
        #expect(error?.request.url.absoluteString == "https://api.example.com/a?x=1&y=2#f")
    }

    @Test func aRequestWithoutASpecHasContentToo() async throws {
        let connector = ScriptedConnector(.response(.text("")), .response(.text("")), .response(.text("")))
        let (http, config) = (HTTP("https://example.com/").method(.post), ConnectionConfig.over(connector))
        let dots = FieldOptions(nesting: .dots)

        try await http.content(Page()).asVoid(config: config).response()
        try await http.content(["a": 1, "b": "two"], encoder: .form).asVoid(config: config).response()
        try await http.content(["a": "b"], encoder: .query(dots)).asVoid(config: config).response()

        let requests = connector.requests
        #expect(try await bytes(of: requests[0].body) == Data(#"{"index":2}"#.utf8))
        #expect(try await bytes(of: requests[1].body) == Data("a=1&b=two".utf8))
        #expect(requests[2].url.query() == "a=b")
    }

    private func request(
        _ spec: sending Base, _ method: HTTPMethod, _ config: ConnectionConfig = ConnectionConfig()
    ) async throws -> Request {
        let connector = ScriptedConnector(.response(.text("")))
        var config = config
        config.connector = connector
        spec.method = method
        _ = try await Connection(spec, config: config).response()
        return try #require(connector.requests.first)
    }
}

import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The addresses of endpoints.
@Suite struct AddressTests {
    private let connector = ScriptedConnector.always()

    @Test(arguments: [
        ("https://h", "a", "https://h/a"), ("https://h/", "a", "https://h/a"), ("https://h", "/a", "https://h/a"),
        ("https://h/", "/a/", "https://h/a/"), ("https://h/v1", "a/b", "https://h/v1/a/b"),
        ("https://h/v1/", "", "https://h/v1/"), ("https://h/v1", "", "https://h/v1"),
        ("https://h/v1?key=1", "a", "https://h/v1/a?key=1"),
        ("https://h/v1?key=1", "a?b=2", "https://h/v1/a?key=1&b=2"),
        ("https://h#f", "a#g", "https://h/a#g"), ("https://h", "?q=1", "https://h?q=1"),
        ("https://h", "//evil.example/a", "https://h//evil.example/a"),
        ("https://h", "a b/ü", "https://h/a%20b/%C3%BC"),
        ("https://h", "HTTP://other/a", "http://other/a"), ("https://h", "go?to=http://x", "https://h/go?to=http://x"),
        ("https://h", "a:b://c", "https://h/a:b://c"),
    ])
    func pathIsAppendedToItsBase(base: String, path: String, url: String) async throws {
        try await GET<None, None>(path).over(connector).base(base)()

        #expect(connector.lines == ["GET \(url)"])
    }

    @Test func theBaseIsEvaluatedForEachAttempt() async throws {
        let base = LockedValue("https://one.example.com")
        let connector = ScriptedConnector { number, _ in
            base.withLock { $0 = "https://after\(number).example.com" }
            return number == 2 ? .failure(Broken()) : .response(.json("{}"))
        }
        let endpoint = GET<None, None>("a", base: base.withLock { $0 }).policy(RestartOnce())
            .config(ConnectionConfig(connector: connector))

        try await endpoint()
        try await endpoint()

        #expect(
            connector.requests.map(\.url.host) == ["one.example.com", "after1.example.com", "after2.example.com"])
    }

    @Test func theBaseIsEvaluatedOncePerAttempt() async throws {
        let connector = ScriptedConnector { number, _ in
            .response(number == 1 ? Response(statusCode: 307, headers: ["Location": "/pong"]) : .json("{}"))
        }
        let count = LockedValue(0)
        let next: @Sendable () -> String = {
            count.withLock { $0 += 1 }
            let number = count.withLock { $0 }
            return "https://h\(number % 2).example.com"
        }

        try await Configuration.scope {
            Configuration.DataRequest.headers = ["X-Key": "k"]
            try await GET<None, None>("ping", base: next()).config(ConnectionConfig(connector: connector))()
        }

        #expect(connector.lines == ["GET https://h1.example.com/ping", "GET https://h1.example.com/pong"])
        #expect(connector.requests.map { $0.headers["X-Key"] } == ["k", "k"])
        #expect(count.withLock { $0 } == 1)
    }

    @Test func aBaseThatIsChangedInAScopeIsChangedThere() async throws {
        let base = BaseURL("https://one.example.com")
        let connector = ScriptedConnector { number, _ in number == 2 ? .failure(Broken()) : .response(.json("{}")) }
        let endpoint = GET<None, None>("a", base: base.url).config(ConnectionConfig(connector: connector))
            .policy(RestartOnce())

        let late = try await Configuration.scope {
            base.url = "https://two.example.com"
            try await endpoint()
            return endpoint.connection()
        }
        _ = try await late.response()
        try await endpoint()

        #expect(
            connector.requests.map(\.url.host) == [
                "two.example.com", "two.example.com", "two.example.com", "one.example.com",
            ])
        #expect(base.url == "https://one.example.com")
    }

    @Test func theInnerBaseWins() async throws {
        try await Configuration.scope {
            Configuration.DataRequest.base = "https://global.example.com"
            let config = ConnectionConfig(connector: connector)
            let endpoint = GET<None, None>("a", base: "https://own.example.com").config(config)

            try await GET<None, None>("a").config(config)()
            try await endpoint()
            try await endpoint.base("https://changed.example.com")()
            try await endpoint.base(nil)()
            try await GET<None, None>("https://whole.example.com/a").config(config)()
        }

        #expect(
            connector.requests.map(\.url.host) == [
                "global.example.com", "own.example.com", "changed.example.com", "global.example.com",
                "whole.example.com",
            ])
    }

    @Test func pathsAreChangedAndAppended() async throws {
        let endpoint = GET<None, None>("a?x=1").over(connector)

        try await endpoint.path("b")()
        try await endpoint.appendPath("c").appendPath("/d?y=2")()

        #expect(connector.lines == ["GET https://api.example.com/b", "GET https://api.example.com/a/c/d?x=1&y=2"])
    }

    @Test func withoutABaseThePathIsNamed() async {
        let endpoint = GET<None, None>("friends/{id}").config(ConnectionConfig(connector: connector)).appendPath(
            "posts")

        let error = await Configuration.scope {
            await failure { try await endpoint() }
        }

        #expect(error?.type == .invalidURL)
        #expect(error?.underlying as? URITemplateError == .emptyVariable("id", template: "friends/{id}"))
        let other = await Configuration.scope {
            await failure { try await endpoint.path("friends").appendPath("x")() }
        }
        #expect(other?.underlying as? InvalidRequest == .missingBase("friends/x"))
        #expect(connector.requests.isEmpty)
    }

    @Test(arguments: ["api.example.com", "http://", "https:///v1", "http://?a", "", "://h"])
    func aBaseThatIsNoURLIsAnError(base: String) async {
        let endpoint = GET<None, None>("a").over(connector).base(base)

        let error = await failure { try await endpoint() }

        #expect(error?.type == .invalidURL)
        #expect(error?.underlying as? InvalidRequest == .baseURL(base))
        #expect(connector.requests.isEmpty)
    }

    @Test(arguments: [#"http://evil.example\@127.0.0.1:80"#, "https://h%41", "https://a..b", "https://.a/v1"])
    func aBaseWithAnAmbiguousHostIsAnError(base: String) async {
        let error = await failure { try await GET<None, None>("a").over(connector).base(base)() }

        #expect(error?.type == .invalidURL)
        #expect((error?.underlying as? InvalidRequest).map { "\($0)".contains("see different hosts") } == true)
        #expect(connector.requests.isEmpty)
    }

    @Test func numberSignWithCombiningMarkStartsFragment() async throws {
        try await GET<None, None>("tags/#\u{FE0F}\u{20E3}").over(connector).base("https://h?k=1")()

        #expect(connector.lines.map { $0.prefix(26) } == ["GET https://h/tags/?k=1#%E"])
    }
}

/// Variables of the path that the input fills.
@Suite struct PathParameterTests {
    private struct Post: Codable {
        enum CodingKeys: String, CodingKey {
            case id = "post_id"
            case user
            case title, page
        }

        var id: Int
        var user: String
        var title: String?
        var page: Int?
    }

    private let connector = ScriptedConnector.always()

    @Test func membersAreFoundByTheirCodingKeysAndNotRepeated() async throws {
        let post = Post(id: 7, user: "Ada L./x", title: "Hi")

        try await GET<Post, None>("users/{user}/posts/{post_id}").over(connector)(post)
        try await PUT<Post, None>("users/{user}/posts/{post_id}").over(connector)(post)
        try await POST<Post, None>("https://api.example.com/users/{user}{?page}").over(connector)(post)

        #expect(
            connector.lines == [
                "GET https://api.example.com/users/Ada%20L.%2Fx/posts/7?title=Hi",
                "PUT https://api.example.com/users/Ada%20L.%2Fx/posts/7",
                "POST https://api.example.com/users/Ada%20L.%2Fx",
            ])
        #expect(try await connector.bodies() == [nil, #"{"title":"Hi"}"#, #"{"post_id":7,"title":"Hi"}"#])
    }

    @Test func remainingMembersUseTheEncoder() async throws {
        struct Change: Encodable {
            var userID = 7
            var firstName = "Ada"
        }

        try await PATCH<Change, None>("users/{userID}").over(connector).encoder(.json(keys: .snakeCase))(Change())
        try await GET<Change, None>("users/{userID}").over(connector)
            .encoder(.query(FieldOptions(keys: .snakeCase)))(Change())

        #expect(connector.lines[0] == "PATCH https://api.example.com/users/7")
        #expect(try await connector.bodies() == [#"{"first_name":"Ada"}"#, nil])
        #expect(connector.lines[1] == "GET https://api.example.com/users/7?first_name=Ada")
    }

    @Test func aValueWithoutKeysFillsTheOneVariable() async throws {
        try await GET<Int, None>("users/{id}").over(connector)(7)
        try await POST<String, None>("users/{name}/follow").over(connector)("Ada L.")
        try await GET<Int?, None>("users{/id}").over(connector)(nil)

        #expect(
            connector.lines == [
                "GET https://api.example.com/users/7", "POST https://api.example.com/users/Ada%20L./follow",
                "GET https://api.example.com/users",
            ])
        #expect(try await connector.bodies() == [nil, nil, nil])
    }

    @Test func nilInputSendsNothing() async throws {
        try await GET<Page?, None>("a{?index,total}").over(connector)(nil)
        try await GET<Page?, None>("a").over(connector)(nil)
        try await POST<Page?, None>("a").over(connector)(nil)
        try await POST<String?, None>("a").over(connector)("text")
        try await POST<Data??, None>("a").over(connector)(Data("data".utf8))
        try await POST<JSON, None>("a").over(connector)(nil)

        #expect(
            connector.requests.map { $0.url.absoluteString } == Array(repeating: "https://api.example.com/a", count: 6))
        #expect(try await connector.bodies() == [nil, nil, nil, "text", "data", "null"])
    }

    @Test func fullyUsedInputHasNoBody() async throws {
        try await POST<[String: Int], None>("users/{id}/follow").over(connector)(["id": 7])

        #expect(try await connector.bodies() == [nil])
        #expect(connector.requests.first?.headers[.contentType] == nil)
    }

    @Test(arguments: [
        ("users/{name}", #"the path "users/{name}" needs a value for name, which is missing, nil or empty"#),
        (
            "users/{id",
            #"the URI template "users/{id" is malformed at character 7: an opening brace without a closing one"#
        ),
        ("users/{up}", #"the values for the path "users/{up}" make a segment of it . or .., which leads elsewhere"#),
    ])
    func unfilledVariableFailsBeforeSending(path: String, description: String) async {
        let endpoint = DELETE<JSON, None>(path).over(connector)

        let error = await failure {
            try await endpoint(["id": 7, "up": "..", "name": ""])
        }

        #expect(error?.type == .invalidURL)
        #expect(error?.underlying.map { "\($0)" } == description)
        #expect(error?.request.method == .delete)
        #expect(connector.requests.isEmpty)
    }

    @Test func aValueWithoutKeysCannotFillTwoVariables() async {
        let endpoint = GET<Int, None>("users/{user}/posts/{post}").over(connector)

        let error = await failure { try await endpoint(7) }

        #expect(error?.type == .invalidURL)
        #expect(
            error?.underlying as? URITemplateError
                == .emptyVariable("user", template: "users/{user}/posts/{post}"))
    }

    @Test func aParameterIsFilledBeforeTheInput() async throws {
        let upload = PUT<Data, None>("users/{id}/avatar").over(connector)
        let post = Post(id: 7, user: "Ada", title: "Hi")

        try await upload.pathParameter("id", 7)(Data("png".utf8))
        try await POST<String, None>("users/{id}/notes").over(connector).pathParameter("id", "a/b")("text")
        try await PUT<Post, None>("{user}/{post_id}").over(connector).pathParameter("user", "Grace")(post)
        try await GET<None, None>("users/{id}{?unused}").over(connector).pathParameter(
            "id", UUID(uuidString: "00000000-0000-0000-0000-000000000000"))()
        try await GET<Int, None>("users/{user}/{id}").over(connector).pathParameter("user", 1)(2)

        #expect(
            connector.lines == [
                "PUT https://api.example.com/users/7/avatar", "POST https://api.example.com/users/a%2Fb/notes",
                "PUT https://api.example.com/Grace/7",
                "GET https://api.example.com/users/00000000-0000-0000-0000-000000000000",
                "GET https://api.example.com/users/1/2",
            ])
        #expect(try await connector.bodies() == ["png", "text", #"{"title":"Hi"}"#, nil, nil])
    }

    @Test func bytesCannotFillAVariable() async {
        let upload = PUT<Data, None>("users/{id}/avatar").over(connector)

        let error = await failure { try await upload(Data("png".utf8)) }

        #expect(error?.underlying as? URITemplateError == .emptyVariable("id", template: "users/{id}/avatar"))
    }
}

/// Recovers once.
private struct RestartOnce: RecoveryPolicy {
    func recovery(from failure: RecoveryContext) async -> Recovery { failure.attempt == 1 ? .restart() : .giveUp }
}

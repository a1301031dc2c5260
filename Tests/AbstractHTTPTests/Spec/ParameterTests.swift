import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Where a parameter of a request goes, and how it is written.
@Suite struct ParameterTests {
    private static let base = HTTP("https://api.example.com/a")

    @Test(
        arguments: [
            (base.parameter("x", 1).parameter("y", "a b", .query("z")), "x=1&z=a%20b"),
            (base.query("first", 0).parameter("ids", [7, 8], .query("id", arrays: .commas)), "first=0&id=7,8"),
            (base.parameter("a", ["b": 1], .query(nesting: .dots)).query("first", 0), "first=0&a.b=1"),
            (base.parameter("a", Int?.none), nil), (base.parameter("a", [Int](), .query(emptyArrays: .sent)), "a="),
            (base.parameter("m", ["x": "1", "y": "2"], .queryMap).parameter("x", 3), "y=2&x=3"),
            (base.parameter("n", Double.infinity, .query(nonFinite: .names)), "n=Infinity"),
        ] as [(HTTP, String?)])
    func aQueryHasTheFieldsOfItsParameters(http: HTTP, query: String?) async throws {
        #expect(try await request(http).url.query(percentEncoded: true) == query)
    }

    @Test func aContentInTheQueryFollowsItsParameters() async throws {
        let request = try await request(Self.base.content(["c": 1]).parameter("p", 2))

        #expect(request.url.query() == "p=2&c=1")
    }

    @Test(arguments: [
        ("/f/{+path}", "/f/a/b%20c"), ("/f{/path}", "/f/a%2Fb%20c"), ("/f;v{;path}", "/f;v;path=a%2Fb%20c"),
        ("/f{.path}", "/f.a%2Fb%20c"), ("/f/{path}.zip", "/f/a%2Fb%20c.zip"), ("/f{?path}", "/f?path=a%2Fb%20c"),
    ])
    func thePathIsATemplate(template: String, target: String) async throws {
        let http = HTTP("https://api.example.com" + template).parameter("path", "a/b c", .path)

        #expect(try await request(http).url.absoluteString == "https://api.example.com" + target)
    }

    @Test func aURLWithoutVariablesIsNoTemplate() async throws {
        #expect(try await request(HTTP("https://api.example.com/{a}")).url.absoluteString.hasSuffix("/%7Ba%7D"))
    }

    @Test(arguments: ["", ".", ".."])
    func aPathVariableStaysInItsSegment(value: String) async {
        let error = await failure(HTTP("https://api.example.com/users/{id}").parameter("id", value, .path))

        #expect(error?.type == .invalidURL && error?.underlying is URITemplateError)
    }

    @Test func eachVariableNeedsAValue() async {
        let error = await failure(HTTP("https://api.example.com/{a}/{b}").parameter("a", 1, .path))

        #expect(
            error?.underlying as? URITemplateError
                == .missingVariable("b", template: "https://api.example.com/{a}/{b}"))
    }

    @Test func aPathVariableCannotNameAServer() async {
        let error = await failure(HTTP("{+url}").parameter("url", "https://evil.example/", .path))

        #expect(error?.type == .invalidURL)
        #expect(error?.underlying as? URITemplateError == .otherHost(template: "{+url}"))
    }

    @Test func headerFieldsHaveFormats() async throws {
        let date = Date(timeIntervalSince1970: 784_111_777)
        let request = try await request(
            Self.base.parameter("since", date, .header("If-Modified-Since", dates: .httpDate))
                .parameter("dates", [date, date], .header("X-Dates", dates: .httpDate))
                .parameter("list", ["b,c", "\"def\"", "a"], .header("X-List"))
                .parameter("tags", ["\"a,b\"", "W/\"c\""], .header("If-Match"))
                .parameter("none", [String](), .header("X-None")).parameter("nil", String?.none, .header("X-Nil"))
                .parameter("json", Data("true".utf8), .header("X-Json"))
                .parameter("own", "named", .header("X-Meta-Own"))
                .parameter("meta", ["Own": "map", "a": ""], .headerMap(prefix: "X-Meta-")))

        #expect(request.headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(request.headers["X-Dates"] == "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(request.headers["X-List"] == "\"b,c\", \"\\\"def\\\"\", a")
        #expect(request.headers["If-Match"] == "\"a,b\", W/\"c\"")
        #expect(request.headers["X-None"] == nil && request.headers["X-Nil"] == nil)
        #expect(request.headers["X-Json"] == "dHJ1ZQ==")
        #expect(request.headers["X-Meta-Own"] == "named" && request.headers["X-Meta-a"] == "")
    }

    @Test func fieldsAreAForm() async throws {
        let request = try await request(
            Self.base.method(.post).parameter("a", [1, 2], .field("b", arrays: .brackets)).parameter("q", 1)
                .parameter("m", ["x": "y z"], .fieldMap))

        #expect(try await bytes(of: request.body) == Data("b%5B%5D=1&b%5B%5D=2&x=y+z".utf8))
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.url.query() == "q=1")
    }

    @Test func partsAreAMultipartForm() async throws {
        let request = try await request(
            Self.base.method(.post).parameter("title", "Holiday", .part).parameter(
                "film", Data("f".utf8), .part("file")))

        let body = String(decoding: try await bytes(of: request.body), as: UTF8.self)
        #expect(body.contains("name=\"title\"\r\n\r\nHoliday") && body.contains("name=\"file\""))
        #expect(request.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    }

    @Test func aParameterCanBeTheBody() async throws {
        let post = Self.base.method(.post)
        let json = try await request(Self.base.parameter("user", ["name": "Ada"], .body).method(.delete))
        let image = try await request(post.parameter("image", Data("a".utf8), .body(contentType: "image/png")))
        let none = try await request(post.parameter("image", Data?.none, .body(contentType: "image/png")))

        #expect(try await bytes(of: json.body) == Data(#"{"name":"Ada"}"#.utf8))
        #expect(image.headers == ["Content-Type": "image/png"] && none.headers.isEmpty && none.body == nil)
    }

    @Test func theBoundaryOfAFormReplacesAnotherContentType() async throws {
        let request = try await request(
            Self.base.method(.post).header("Content-Type", "multipart/form-data").parameter("a", 1, .part))

        #expect(request.headers["Content-Type"]?.contains("boundary=") == true)
    }

    @Test func aFormIsOfOneKind() async {
        let mixed = await failure(
            Self.base.method(.post).parameter("a", Data("a".utf8), .part).parameter("b", 1, .field))

        #expect(mixed?.underlying as? InvalidRequest == .twoBodies)
    }

    @Test func aPathParameterNeedsItsVariable() async {
        let http = HTTP("https://api.example.com/{a}").parameter("a", 1, .path).parameter("b", 2, .path)

        #expect(
            await failure(http)?.underlying as? URITemplateError
                == .unknownVariable("b", template: "https://api.example.com/{a}"))
    }

    @Test(arguments: ["https://api.example.com{h}/a", "https://api.example.com{.h}", "https://api.example.com{h}:80/"])
    func aValueCannotContinueTheHost(template: String) async {
        let error = await failure(HTTP(template).parameter("h", "evil.com", .path))

        #expect(error?.underlying as? URITemplateError == .otherHost(template: template))
    }

    @Test func aVariableBeforeTheDomainIsAllowed() async throws {
        let request = try await request(HTTP("https://{tenant}.example.com/a").parameter("tenant", "acme", .path))

        #expect(request.url.host() == "acme.example.com")
    }

    @Test(.longComputation) func manyParametersTakeLinearTime() async throws {
        var http = Self.base
        for number in 0..<20_000 { http = http.parameter("n", number) }

        #expect(try await request(http).url.query()?.hasSuffix("n=19999") == true)
    }

    @Test func twoBodiesAreRejected() async {
        let both = await failure(Self.base.method(.post).content(["a": 1]).parameter("b", 1, .field))

        #expect(both?.underlying as? InvalidRequest == .twoBodies)
    }

    @Test(arguments: [
        (base.parameter("limit", Double.nan), "limit", HTTPContentError.Reason.notFinite),
        (base.parameter("ids", [[1]], .header("X-Ids")), "ids[0]", .nestedArray),
        (base.parameter("m", ["k": Double.nan], .queryMap), "m.k", .notFinite),
        (base.parameter("m", ["k": ["b": 1]], .headerMap), "m.k", .nestedArray),
        (base.parameter("m", 7, .queryMap), "m", .noKey), (base.parameter("id", Data(), .path), "id", .data),
    ])
    func anErrorNamesTheParameter(http: HTTP, path: String, reason: HTTPContentError.Reason) async {
        let error = await failure(http)

        #expect(error?.underlying as? HTTPContentError == HTTPContentError(path: path, reason: reason))
    }

    private func request(_ http: HTTP) async throws -> Request {
        let connector = ScriptedConnector(.response(.text("")))
        try await http.asVoid(config: .over(connector)).response()
        return try #require(connector.requests.first)
    }

    private func failure(_ http: HTTP) async -> ConnectionError? {
        await TestSupport.failure(of: http.asVoid(config: .over(MockConnector { _ in .text("") })))
    }
}

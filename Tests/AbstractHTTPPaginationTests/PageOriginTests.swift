import AbstractHTTPPagination
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// Which servers get the credentials of a list, page by page.
@Suite(.timeLimit(.minutes(5))) struct PageOriginTests {
    private let server = ScriptedConnector.tenItems()

    private func client(over connector: any HTTPConnector) -> APIClient {
        APIClient(config: ConnectionConfig(connector: connector))
    }

    @Test func anotherOriginGetsNoCredentials() async throws {
        let connector = ScriptedConnector { number, _ in
            let headers: HTTPHeaders = number == 1 ? ["Link": "<https://other.example.com/items>; rel=next"] : [:]
            return .response(Response(statusCode: 200, headers: headers, data: Data("{\"items\":[]}".utf8)))
        }
        var config = ConnectionConfig(baseURL: "https://api.example.com", connector: connector)
        config.headers = ["X-API-Key": "secret"]
        config.policies = [TokenRefresh(current: AccessToken("secret")) { AccessToken("new") }]
        let spec = ListSpec(headers: ["Cookie": "a=secret", "X-A": "1"])

        for try await _ in APIClient(config: config).pages(of: spec, next: .link) {}

        #expect(connector.requests[0].headers[.authorization] == "Bearer secret")
        #expect(connector.requests[0].headers["X-API-Key"] == "secret")
        #expect(connector.requests[1].url.host() == "other.example.com")
        #expect(connector.requests[1].headers.map(\.value).contains { $0.contains("secret") } == false)
        #expect(connector.requests[1].headers["X-A"] == "1")
    }

    @Test(arguments: [
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("https://xn--a.example", "https://XN--A.example."),
        ("https://[::1]", "https://[0::1]:443"),
    ])
    func nextPageAtAnotherSpellingOfTheServerGetsCredentials(base: String, next: String) async throws {
        let connector = ScriptedConnector { number, _ in
            .response(.json("{\"items\":[]}", headers: number == 1 ? ["Link": "<\(next)/b>; rel=next"] : [:]))
        }
        let config = ConnectionConfig(baseURL: base, headers: ["X-API-Key": "key"], connector: connector)
        let spec = ListSpec(url: "/a", headers: ["Cookie": "a=1"])

        for try await _ in APIClient(config: config).pages(of: spec, next: .link) {}

        #expect(connector.requests.map { $0.headers[.cookie] } == ["a=1", "a=1"])
        #expect(connector.requests.map { $0.headers["X-API-Key"] } == ["key", "key"])
    }

    @Test func credentialOriginsGetCredentialsForEachPage() async throws {
        let links = [
            "<https://more.example.com/b>; rel=next", "</c>; rel=next", "<https://api.example.com/d>; rel=next",
        ]
        let connector = ScriptedConnector { number, _ in
            let headers: HTTPHeaders = number <= links.count ? ["Link": links[number - 1]] : [:]
            return .response(.json("{\"items\":[]}", headers: headers))
        }
        var config = ConnectionConfig(baseURL: "https://api.example.com", connector: connector)
        config.credentialOrigins = ["https://more.example.com"]
        config.policies = [TokenRefresh(current: AccessToken("token")) { AccessToken("new") }]

        for try await _ in APIClient(config: config).pages(of: ListSpec(), next: .link) {}

        #expect(connector.requests.map { $0.url.host() } == ["api", "more", "more", "api"].map { $0 + ".example.com" })
        #expect(connector.requests.map { $0.headers[.authorization] } == Array(repeating: "Bearer token", count: 4))
    }

    /// The first page is redirected to another server, which names the second page.
    private let redirecting = ScriptedConnector { number, _ in
        let headers: HTTPHeaders = ["Link": "<https://api.example.com/admin?x=1>; rel=next"]
        return switch number {
        case 1: .response(Response(statusCode: 302, headers: ["Location": "https://other.example/items"]))
        case 2: .response(.json("{\"items\":[1]}", headers: headers))
        default: .response(.json("{\"items\":[2]}"))
        }
    }

    @Test func redirectToAnotherOriginDropsCredentials() async throws {
        let spec = ListSpec(headers: ["Authorization": "Bearer secret"])

        for try await _ in client(over: redirecting).pages(of: spec, next: .link) {}

        #expect(redirecting.requests.map { $0.headers[.authorization] } == ["Bearer secret", nil, nil])
        #expect(redirecting.requests.last?.url.absoluteString == "https://api.example.com/admin?x=1")
    }

    @Test func resumedPageThatIsRedirectedKeepsItsCredentials() async throws {
        let spec = ListSpec(headers: ["Authorization": "Bearer secret"])
        var items = client(over: redirecting).items(of: spec, next: .link).makeAsyncIterator()
        #expect(try await items.next() == 1)
        let token = try #require(items.token)

        _ = try await client(over: server).items(of: spec, next: .link, from: token).first { _ in true }

        #expect(server.requests.map { $0.headers[.authorization] } == ["Bearer secret"])
    }

    @Test func tokenAfterAnotherServerHasNoCredentials() async throws {
        let connector = ScriptedConnector { _, request in
            let next = request.url.host() == "api.example.com" ? "https://other.example/a" : "https://api.example.com/b"
            return .response(
                Response(statusCode: 200, headers: ["Link": "<\(next)>; rel=next"], data: Data("{\"items\":[]}".utf8)))
        }
        let spec = ListSpec(headers: ["Authorization": "Bearer secret"])
        var pages = client(over: connector).pages(of: spec, next: .link).makeAsyncIterator()
        _ = try await pages.next()
        let token = try #require(try await pages.next()?.next)
        let stored = try JSONDecoder().decode(PageToken.self, from: JSONEncoder().encode(token))

        var rest = client(over: connector).pages(of: spec, next: .link, from: stored).makeAsyncIterator()
        _ = try await rest.next()

        #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer secret", nil, nil])
        #expect(connector.requests.last?.url.absoluteString == "https://api.example.com/b")
        let old = Data(#"{"url": "https://api.example.com/b", "skippedItems": 0}"#.utf8)
        #expect(try JSONDecoder().decode(PageToken.self, from: old).url.path() == "/b")
    }
}

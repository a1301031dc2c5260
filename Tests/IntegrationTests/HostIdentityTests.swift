import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCookies
import AbstractHTTPDefinitions
import AbstractHTTPPagination
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Credentials and cookies reach their own host, however it is spelled, and no other one.
@Suite(.timeLimit(.minutes(5))) struct HostIdentityTests {
    /// Refusing the rule file is right, too.
    @Test func ruleFileCannotNameTheHostThatGetsTheToken() async throws {
        let connector = ScriptedConnector.always()
        let api = DefinitionAPI(cache: HTTPCache())
        api.connectionConfig = ConnectionConfig(connector: connector)
        api.baseURL = "https://good.example/"
        api.authorization.headers = ["Authorization": "Bearer TOKEN"]
        let rule = #"{"Tasks": {"Authorization": true, "Path": "tasks", "Headers": {"Host": "evil.example"}}}"#

        _ = try? await {
            try api.store.load(json: Data(rule.utf8))
            _ = try await api.request("Tasks")
        }()

        #expect(connector.requests.filter { $0.headers["Host"] != nil }.compactMap(\.headers[.authorization]) == [])
    }

    @Test func keyStaysWhenAPostIsRedirectedElsewhere() async throws {
        let connector = ScriptedConnector(.response(elsewhere), .response(.text("done")))

        _ = try await Connection(Search(path: "/moved"), config: config(connector)).response()

        #expect(connector.secretFields == [["X-API-Key"], []])
    }

    /// Refusing the page is right, too.
    @Test func nextPageElsewhereGetsNoKeyAndNoBody() async throws {
        let page = Response.text("[]", headers: ["Link": "<https://evil.example/2>; rel=next"])
        let connector = ScriptedConnector(.response(page), .response(.text("[]")))
        let pages = Connection(Search(path: "/list"), config: config(connector)).pages(next: .link)

        _ = await failure { for try await _ in pages {} }
        let bodies = try await connector.bodies()

        #expect(connector.secretFields.first == ["X-API-Key"] && bodies.first == #"{"password":"BODY"}"#)
        #expect(connector.secretFields.dropFirst().flatMap { $0 } == [])
        #expect(bodies.dropFirst().compactMap { $0 } == [])
    }

    @Test func keyOfAnAdapterStaysWhenTheNextPageIsElsewhere() async throws {
        let page = Response.text("[]", headers: ["Link": "<https://evil.example/2>; rel=next"])
        let connector = ScriptedConnector(.response(page), .response(.text("[]")))
        var config = config(connector)
        config.policies = [KeyAdapter()]
        let pages = HTTP("/list").asString(config: config).pages(next: .link)

        for try await _ in pages {}
        #expect(connector.secretFields == [["X-Auth-Token"], []])
    }

    @Test func keyStaysWhenAnEventSourceIsRedirectedElsewhere() async throws {
        let event = Response(
            statusCode: 200, headers: ["Content-Type": "text/event-stream"], data: Data("data: x\n\n".utf8))
        let connector = ScriptedConnector(.response(elsewhere), .response(event))
        let request = HTTP("/events").header("X-API-Key", "KEY")
        var events = EventSource(request, config: config(connector)).makeAsyncIterator()
        #expect(try await events.next()?.data == "x")

        #expect(connector.secretFields == [["X-API-Key"], []])
    }

    @Test func cookieOfALoginThatBeganBeforeRemoveAllIsIgnored() async throws {
        let jar = CookieJar(publicSuffixes: nil)
        let connector = ScriptedConnector { number, _ in
            guard number == 1 else {
                return .response(Response(statusCode: 200, headers: ["Set-Cookie": "session=A"]))
            }
            jar.removeAll()
            return .response(Response(statusCode: 302, headers: ["Location": "/done", "Set-Cookie": "login=A"]))
        }
        var config = config(connector)
        config.cookieJar = jar
        try await HTTP("/login").asVoid(config: config).response()

        #expect(jar.cookies == [])
    }

    @Test(arguments: [
        ("https://bücher.example", "/me"), ("https://bücher.example", "https://xn--bcher-kva.example/me"),
    ]) func bothSpellingsOfAHostGetTheFieldsAndTheToken(base: String, url: String) async throws {
        let connector = ScriptedConnector.always("")
        let config = ConnectionConfig(
            baseURL: base, headers: ["X-Key": "k"], connector: connector,
            policies: [TokenRefresh(current: "t") { "t" }])
        try await HTTP(url).asVoid(config: config).response()
        let request = try #require(connector.requests.first)

        #expect([request.headers["X-Key"], request.headers[.authorization]] == ["k", "Bearer t"])
    }

    @Test(arguments: [
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://xn--bcher-kva.example/", "http://bücher.example/"),
    ]) func bothSpellingsOfAHostHaveTheSameCookies(setter: String, reader: String) throws {
        let (setter, reader) = (try #require(URL(string: setter)), try #require(URL(string: reader)))
        let jar = CookieJar(publicSuffixes: nil)
        jar.setCookies(from: ["Set-Cookie": "a=1"], of: setter)

        #expect(jar.cookies(for: reader).map(\.name) == ["a"])
    }

    @Test func domainOfACookieMayHaveTheOtherSpelling() throws {
        let url = try #require(URL(string: "http://www.bücher.example/"))
        let jar = CookieJar(publicSuffixes: nil)
        jar.setCookies(from: ["Set-Cookie": "a=1; Domain=xn--bcher-kva.example"], of: url)

        #expect(jar.cookies(for: url).map(\.name) == ["a"])
    }

    @Test(arguments: badCookies.keys.sorted()) func jarRefusesAnInsertedCookieThatBreaksItsRules(what: String) throws {
        let (bad, good) = (try #require(badCookies[what]), Cookie(name: "good", value: "1", domain: "a.example"))
        let jar = CookieJar(publicSuffixes: nil)
        jar.insert([bad, good])

        #expect(jar.cookies.map(\.name) == ["good"])
    }

    @Test func jarRefusesAnImportedCookieThatBreaksItsRules() {
        let jar = CookieJar(publicSuffixes: nil)
        let text = "a.example\tFALSE\t/\tFALSE\t0\tcontrol\ta\u{7}b\na.example\tFALSE\t/\tFALSE\t0\tgood\t1\n"
        jar.insert(NetscapeCookies(text: text).cookies)

        #expect(jar.cookies == [Cookie(name: "good", value: "1", domain: "a.example")])
    }
}

private let badCookies = [
    "a control character in the value": Cookie(name: "a", value: "1\u{7}2", domain: "a.example"),
    "CR LF in the value": Cookie(name: "a", value: "1\r\nX-Y: z", domain: "a.example"),
    "NUL in the name": Cookie(name: "a\0b", value: "1", domain: "a.example"),
    "__Secure- without Secure": Cookie(name: "__Secure-a", value: "1", domain: "a.example"),
    "__Host- with a domain": Cookie(
        name: "__Host-a", value: "1", domain: "a.example", isHostOnly: false, isSecure: true),
]

private let elsewhere = Response(statusCode: 307, headers: ["Location": "https://evil.example/x"])

private struct Search: ConnectionSpec {
    typealias ResponseModel = String
    let path: String
    var request: HTTP { HTTP(path).method(.post).header("X-API-Key", "KEY").content(["password": "BODY"]) }
}

private struct KeyAdapter: RequestAdapter {
    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        var request = request
        request.headers["X-Auth-Token"] = "KEY"
        return request
    }
}

private func config(_ connector: any HTTPConnector) -> ConnectionConfig {
    ConnectionConfig(baseURL: "https://good.example", connector: connector)
}

extension ScriptedConnector {
    /// The names of the fields with keys, for each request.
    fileprivate var secretFields: [[String]] {
        requests.map { request in ["X-API-Key", "X-Auth-Token"].filter { request.headers[.init(rawValue: $0)] != nil } }
    }
}

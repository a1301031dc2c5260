import AbstractHTTP
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// Requests through proxies. The server sees by `X-From` who asks: the HTTP proxies are 127.0.0.2, the others
/// 127.0.0.3.
@Suite(.enabled(if: Servers.running != nil), .timeLimit(.minutes(1))) struct CurlProxyTests {
    private let servers: Servers

    init() throws { servers = try #require(Servers.running) }

    private func connector(_ proxy: CurlProxy) throws -> CurlConnector {
        try servers.connector { $0.proxy = proxy }
    }

    private func http(_ user: String? = nil, _ password: String? = nil) -> CurlProxy {
        let service = user == nil ? Servers.Service.httpProxy : .httpProxyWithPassword
        return .http(host: "127.0.0.1", port: servers.port(of: service), user: user, password: password)
    }

    private func socks(_ user: String? = nil, _ password: String? = nil) -> CurlProxy {
        let service = user == nil ? Servers.Service.socks : .socksWithPassword
        return .socks5(host: "127.0.0.1", port: servers.port(of: service), user: user, password: password)
    }

    @Test(arguments: [nil, "ada"])
    func anHTTPProxyIsAsked(user: String?) async throws {
        let connector = try connector(http(user, user.map { _ in "secret" }))

        let response = try await connector.response(to: servers.url(.plain, "/a", host: "127.0.0.1"))

        #expect(response.text == "/a")
        #expect(response.headers["X-From"] == "127.0.0.2")
        #expect(response.headers["X-Via"]?.contains("tinyproxy") == true)
    }

    @Test(arguments: [nil, "ada"])
    func aTunnelLeadsThroughAnHTTPProxy(user: String?) async throws {
        let connector = try connector(http(user, user.map { _ in "secret" }))

        let response = try await connector.response(to: servers.url(.secure, "/a", host: "127.0.0.1"))

        #expect(response.text == "/a")
        #expect(response.headers["X-From"] == "127.0.0.2")
        // It sees nothing of what it carries.
        #expect(response.headers["X-Via"] == nil)
        #expect(response.headers["X-Protocol"] == (Libcurl.knowsHTTP2 ? "HTTP/2.0" : "HTTP/1.1"))
    }

    @Test(arguments: [nil, "ada"])
    func aSOCKSProxyIsAsked(user: String?) async throws {
        let connector = try connector(socks(user, user.map { _ in "secret" }))

        for service in [Servers.Service.plain, .secure] {
            let response = try await connector.response(to: servers.url(service, "/a", host: "127.0.0.1"))

            #expect(response.text == "/a")
            #expect(response.headers["X-From"] == "127.0.0.3")
        }
    }

    @Test func whoIsNotKnownToAProxyIsRefused() async throws {
        let http = try connector(http("ada", "wrong"))
        let socks = try connector(socks("ada", "wrong"))

        // What is not in a tunnel has a response, that of the proxy.
        #expect(try await http.response(to: servers.url(.plain, host: "127.0.0.1")).statusCode == 401)
        #expect(await http.failureKind(of: try servers.url(.secure)) == .proxy)
        #expect(await socks.failureKind(of: try servers.url(.plain)) == .proxy)
    }

    @Test func aSOCKSProxyLooksNamesUp() async throws {
        let connector = try connector(socks())
        let url = try #require(URL(string: "http://nobody.invalid/"))

        #expect(await connector.failureKind(of: url) == .proxy)
    }

    @Test func hostsCanBeExceptFromAProxy() async throws {
        let connector = try connector(http().except(["localhost"]))

        #expect(try await connector.response(to: servers.url(.plain)).headers["X-Via"] == nil)
        #expect(
            try await connector.response(to: servers.url(.plain, host: "127.0.0.1")).headers["X-From"] == "127.0.0.2")
    }
}

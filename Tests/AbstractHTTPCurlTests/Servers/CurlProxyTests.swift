import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// Requests through proxies. The server says in `X-From` who asked: the HTTP proxies are 127.0.0.2, the others
/// 127.0.0.3.
@Suite(.enabled(if: Servers.running != nil), .timeLimit(.minutes(5))) struct CurlProxyTests {
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
        // The proxy cannot read the tunneled bytes.
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

    @Test func wrongProxyCredentialsAreRejected() async throws {
        let http = try connector(http("ada", "wrong"))
        let socks = try connector(socks("ada", "wrong"))

        // A request outside a tunnel gets the response of the proxy.
        #expect(try await http.response(to: servers.url(.plain, host: "127.0.0.1")).statusCode == 401)
        #expect(await http.failureKind(of: try servers.url(.secure)) == .proxy)
        #expect(await socks.failureKind(of: try servers.url(.plain)) == .proxy)
    }

    private func digest(_ user: String = "ada", _ password: String = "secret", port: Int? = nil) throws -> CurlConnector
    {
        try connector(
            .http(
                host: "127.0.0.1", port: port ?? servers.port(of: .httpProxyWithDigest), user: user,
                password: password, authentication: .digest))
    }

    private enum Sending: CaseIterable {
        case nothing, data, stream
    }

    /// A body that can be sent only once is not sent before the proxy's challenge is answered.
    @Test(arguments: Sending.allCases)
    private func aChallengeOfAProxyIsAnswered(sending: Sending) async throws {
        let connector = try digest()
        let server = try LoopbackServer { .text("\($0.headers["Via"] != nil) \($0.body.count)") }
        let url = try #require(URL(string: server.url))
        for _ in 0..<3 {
            let body: RequestBody? =
                switch sending {
                case .nothing: nil
                case .data: .data(Data(repeating: 7, count: 300_000))
                case .stream: RequestBody.stream(length: 300_000) { Self.chunks }
                }
            let request = Request(url: url, method: body == nil ? .get : .post, body: body)
            let response = try await connector.response(to: request)

            #expect(response.statusCode == 200)
            #expect(response.text == "true \(body == nil ? 0 : 300_000)")
            #expect(response.headers["Proxy-Authenticate"] == nil)
        }
        #expect(server.requests.count == 3)
    }

    private static var chunks: AsyncStream<Data> {
        AsyncStream { continuation in
            for _ in 0..<3 { continuation.yield(Data(repeating: 7, count: 100_000)) }
            continuation.finish()
        }
    }

    @Test func aTunnelLeadsThroughAProxyWithDigest() async throws {
        let connector = try digest()

        for _ in 0..<2 {
            let response = try await connector.response(to: servers.url(.secure, "/a", host: "127.0.0.1"))
            #expect(response.text == "/a" && response.headers["X-From"] == "127.0.0.2")
        }
    }

    @Test func wrongDigestPasswordIsRejected() async throws {
        let connector = try digest("eve", "wrong")

        let response = try await connector.response(to: servers.url(.plain, host: "127.0.0.1"))
        #expect(response.statusCode == 407)
        #expect(response.headers["Proxy-Authenticate"] != nil)
        #expect(!response.data.isEmpty)
        #expect(await connector.failureKind(of: try servers.url(.secure)) == .proxy)
    }

    /// libcurl does not answer it. The challenge is then the response.
    @Test(arguments: ["Basic realm=\"r\"", "Digest realm=\"r\", nonce=\"n\", algorithm=SHA-1"])
    func unansweredChallengeIsTheResponse(challenge: String) async throws {
        let proxy = try LoopbackServer { _ in
            LoopbackResponse(statusCode: 407, headers: ["Proxy-Authenticate": challenge], data: Data("who?".utf8))
        }
        let connector = try digest(port: proxy.port)

        let response = try await connector.response(to: servers.url(.plain, host: "127.0.0.1"))
        #expect(response.statusCode == 407 && response.text == "who?")
        #expect(response.headers["Proxy-Authenticate"] == challenge)
        #expect(proxy.requests.count == 1)
    }

    @Test func socksProxyResolvesHostNames() async throws {
        let connector = try connector(socks())
        let url = try #require(URL(string: "http://nobody.invalid/"))

        #expect(await connector.failureKind(of: url) == .proxy)
    }

    @Test func hostsCanBypassAProxy() async throws {
        let connector = try connector(http().except(["localhost"]))

        #expect(try await connector.response(to: servers.url(.plain)).headers["X-Via"] == nil)
        #expect(
            try await connector.response(to: servers.url(.plain, host: "127.0.0.1")).headers["X-From"] == "127.0.0.2")
    }
}

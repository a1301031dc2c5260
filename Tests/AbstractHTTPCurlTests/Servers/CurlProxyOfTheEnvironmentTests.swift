import AbstractHTTP
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// The environment names an HTTP proxy, but none for `::1`.
@Suite(.enabled(if: Servers.running != nil), .timeLimit(.minutes(5))) struct CurlProxyOfTheEnvironmentTests {
    private let servers: Servers

    init() throws { servers = try #require(Servers.running) }

    @Test(arguments: [Servers.Service.plain, .secure])
    func environmentProxyIsUsed(service: Servers.Service) async throws {
        let connector = try servers.connector()

        let response = try await connector.response(to: servers.url(service, host: "127.0.0.1"))

        #expect(response.headers["X-From"] == "127.0.0.2")
    }

    @Test func environmentProxyExceptionsApply() async throws {
        let connector = try servers.connector()

        #expect(try await connector.response(to: servers.url(.secure, host: "[::1]")).headers["X-From"] == "::1")
    }

    @Test func noProxyOptionDisablesEnvironmentProxy() async throws {
        let connector = try servers.connector { $0.proxy = .none }

        #expect(
            try await connector.response(to: servers.url(.plain, host: "127.0.0.1")).headers["X-From"] == "127.0.0.1")
    }

    @Test func unixSocketBypassesTheProxy() async throws {
        let connector = try servers.connector { $0.unixSocket = servers.file("socket").path }
        let url = try #require(URL(string: "http://service.example/a"))

        #expect(try await connector.response(to: url).headers["X-Via"] == nil)
    }
}

import AbstractHTTP
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// Addresses other than IPv4.
@Suite(.enabled(if: Servers.running != nil), .timeLimit(.minutes(5))) struct CurlAddressTests {
    private let servers: Servers

    init() throws { servers = try #require(Servers.running) }

    @Test func ipv6AddressIsUsed() async throws {
        let connector = try servers.connector()

        let response = try await connector.response(to: servers.url(.secure, "/a", host: "[::1]"))

        #expect(response.text == "/a")
        #expect(response.headers["X-From"] == "::1")
        #expect(response.headers["X-Host"] == "[::1]:\(servers.port(of: .secure))")
    }

    @Test func unixSocketIsUsedForAnyHost() async throws {
        let connector = try servers.connector { $0.unixSocket = servers.file("socket").path }
        let url = try #require(URL(string: "http://service.example/a"))

        let response = try await connector.response(to: url)

        #expect(response.text == "/a")
        #expect(response.headers["X-From"] == "unix:")
        #expect(response.headers["X-Host"] == "service.example")
    }

    /// Without its socket, an idle connection cannot be looked at, so it is not used again.
    @Test func unixSocketConnectionIsReusedIfItsSocketIsKnown() async throws {
        let connector = try servers.connector { $0.unixSocket = servers.file("socket").path }
        let url = try #require(URL(string: "http://service.example/a"))
        let isKnown = !["7.80", "7.88", "8.4", "8.12"].contains { Libcurl.version.hasPrefix($0) }

        var areReused: [Bool?] = []
        for _ in 0..<3 { areReused.append(try await connector.response(to: url).metrics?.isReusedConnection) }

        #expect(areReused == [false, isKnown, isKnown])
    }

    @Test func unusedUnixSocketIsRefused() async throws {
        let connector = try servers.connector { $0.unixSocket = servers.file("nobody").path }

        #expect(await connector.failureKind(of: try servers.url(.plain)) == .refused)
    }
}

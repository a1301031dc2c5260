import AbstractHTTP
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// The system knows the authority of the servers.
@Suite(.enabled(if: Servers.running != nil), .timeLimit(.minutes(5))) struct CurlAuthoritiesOfTheSystemTests {
    private let servers: Servers

    init() throws { servers = try #require(Servers.running) }

    @Test func anAuthorityOfTheSystemIsTrusted() async throws {
        let connector = try CurlConnector()

        #expect(try await connector.response(to: servers.url(.secure)).statusCode == 200)
    }

    @Test func customAuthorityReplacesSystemAuthorities() async throws {
        let connector = try servers.connector { $0.trustedCertificates = servers.file("other.crt") }

        #expect(await connector.failureKind(of: try servers.url(.secure)) == .tls)
    }
}

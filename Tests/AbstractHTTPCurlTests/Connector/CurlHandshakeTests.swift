import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// A server, or a proxy, that takes a connection and says nothing. Which authorities the system knows does not matter.
@Suite(.timeLimit(.minutes(1))) struct CurlHandshakeTests {
    enum Handshake: CaseIterable, CustomTestStringConvertible {
        case tls, tunnel, socks

        var testDescription: String { "\(self)" }
    }

    @Test(arguments: Handshake.allCases)
    func itBelongsToTheTimeOfConnecting(handshake: Handshake) async throws {
        let silence = try Silence(handshake)
        let clock = ManualClock()
        let config = ConnectionConfig(connector: silence.connector, clock: clock)
        let http = HTTP(silence.url.absoluteString).config(config).asString()
        async let error = failure { try await http.deadlines(Deadlines(connect: .seconds(3))).response() }
        await silence.waitForTheConnection()
        await clock.waitForSleepers()

        clock.advance(by: .seconds(3))

        #expect(await (error?.underlying as? DeadlineExceeded)?.clock == .connect)
        await silence.connector.counts { $0.running == 0 }
    }

    @Test(arguments: Handshake.allCases)
    func itCanBeCancelled(handshake: Handshake) async throws {
        let silence = try Silence(handshake)
        let task = Task { try await silence.connector.response(to: silence.url) }
        await silence.waitForTheConnection()

        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        await silence.connector.counts { $0.running == 0 }
    }

    @Test(arguments: Handshake.allCases)
    func itEndsWithTheConnector(handshake: Handshake) async throws {
        let silence = try Silence(handshake)
        let task = Task { await silence.connector.failureKind(of: silence.url) }
        await silence.waitForTheConnection()

        silence.connector.invalidate()

        #expect(await task.value == .invalidated)
        await silence.connector.end()
    }

    private struct Silence {
        let connector: CurlConnector
        let url: URL
        private let server: LoopbackServer

        init(_ handshake: Handshake) throws {
            let server = try LoopbackServer()
            server.enqueue(.text("").failing(.stall, at: .accept))
            let address = try #require(URL(string: server.url))
            let (host, port) = try (#require(address.host()), #require(address.port))
            connector = try CurlConnector { options in
                options.trustedCertificates =
                    URL(filePath: #filePath).deletingLastPathComponent()
                    .appending(path: "../../Fixtures/authority.pem").standardizedFileURL
                switch handshake {
                case .tls: break
                case .tunnel: options.proxy = .http(host: host, port: port)
                case .socks: options.proxy = .socks5(host: host, port: port)
                }
            }
            let name = handshake == .tls ? "\(host):\(port)" : "service.example"
            url = try #require(URL(string: "https://\(name)/"))
            self.server = server
        }

        func waitForTheConnection() async {
            await connector.counts { $0.running == 1 }
            await until { server.connectionCount > 0 }
        }
    }
}

import AbstractHTTP
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl
@testable import AbstractHTTPTesting

/// A server or a proxy that accepts a connection and sends nothing. The authorities of the system do not matter.
@Suite(.timeLimit(.minutes(5))) struct CurlHandshakeTests {
    enum Handshake: CaseIterable, CustomTestStringConvertible {
        case tls, tunnel, socks

        var testDescription: String { "\(self)" }
    }

    @Test(arguments: Handshake.allCases)
    func handshakeCountsTowardConnectDeadline(handshake: Handshake) async throws {
        let silence = try Silence(handshake)
        let clock = ManualClock()
        let config = ConnectionConfig(connector: silence.connector, clock: clock)
        let http = HTTP(silence.url.absoluteString).asString(config: config)
        async let error = failure { try await http.deadlines(Deadlines(connect: .seconds(3))).response() }
        await silence.waitForTheConnection()
        await clock.waitForSleepers()

        clock.advance(by: .seconds(3))

        #expect(await (error?.underlying as? DeadlineExceeded)?.clock == .connect)
        await silence.connector.counts { $0.running == 0 }
    }

    @Test(arguments: Handshake.allCases)
    func itCanBeCanceled(handshake: Handshake) async throws {
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

    /// The name of the host, or of the proxy, is in libcurl's cache from the second request on.
    @Test(arguments: Handshake.allCases)
    func stalledHandshakeTimesOutEachTime(handshake: Handshake) async throws {
        let clock = ManualClock()
        let silence = try Silence(handshake, connections: 3) { options in
            (options.clock, options.idleTimeout) = (clock, .seconds(3))
        }

        for number in 1...3 {
            let task = Task { await silence.connector.failureKind(of: silence.url) }
            await silence.waitForTheConnection(number)
            await clock.waitForSleepers()
            clock.advance(by: .seconds(3))

            #expect(await task.value == .idle(for: .seconds(3)))
        }
    }

    @Test func fullBacklogTimesOutEachTime() async throws {
        let listener = try Socket.listening(backlog: 0)
        let port = try listener.port()
        let taken = try Socket.connected(to: port)
        let clock = ManualClock()
        let connector = try CurlConnector { ($0.clock, $0.idleTimeout) = (clock, .seconds(3)) }
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))

        for _ in 1...3 {
            let task = Task { await connector.failureKind(of: url) }
            await connector.counts { $0.running == 1 }
            await clock.waitForSleepers()
            clock.advance(by: .seconds(3))

            #expect(await task.value == .idle(for: .seconds(3)))
        }
        taken.closeNow()
    }

    private struct Silence {
        let connector: CurlConnector
        let url: URL
        private let server: LoopbackServer

        init(
            _ handshake: Handshake, connections: Int = 1,
            _ configure: (inout CurlConnector.Options) -> Void = { _ in }
        ) throws {
            let server = try LoopbackServer()
            for _ in 0..<connections { server.enqueue(.text("").failing(.stall, at: .accept)) }
            let address = try #require(URL(string: server.url))
            let (host, port) = try (#require(address.host()), #require(address.port))
            connector = try CurlConnector { options in
                configure(&options)
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

        func waitForTheConnection(_ number: Int = 1) async {
            await connector.counts { $0.running == 1 }
            await until { server.connectionCount >= number }
        }
    }
}

import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// A server that takes a connection and says nothing, while TLS is to begin. Which authorities the system knows does not matter.
@Suite(.timeLimit(.minutes(1))) struct CurlHandshakeTests {
    private let server: LoopbackServer
    private let connector: CurlConnector
    private let url: String

    init() throws {
        server = try LoopbackServer()
        server.enqueue(.text("").failing(.stall, at: .accept))
        connector = try CurlConnector { options in
            options.trustedCertificates =
                URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Fixtures/authority.pem").standardizedFileURL
        }
        url = server.url.replacing("http:", with: "https:")
    }

    private func waitForTheConnection() async {
        await connector.counts { $0.running == 1 }
        await until { server.connectionCount > 0 }
    }

    @Test func itBelongsToTheTimeOfConnecting() async throws {
        let clock = ManualClock()
        let config = ConnectionConfig(connector: connector, clock: clock)
        let http = HTTP(url).config(config).asString().deadlines(Deadlines(connect: .seconds(3)))
        async let error = failure { try await http.response() }
        await waitForTheConnection()
        await clock.waitForSleepers()

        clock.advance(by: .seconds(3))

        #expect(await (error?.underlying as? DeadlineExceeded)?.clock == .connect)
        await connector.counts { $0.running == 0 }
    }

    @Test func itCanBeCancelled() async throws {
        let request = Request(url: try #require(URL(string: url)))
        let task = Task { [connector] in try await connector.response(to: request) }
        await waitForTheConnection()

        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        await connector.counts { $0.running == 0 }
    }

    @Test func itEndsWithTheConnector() async throws {
        let request = Request(url: try #require(URL(string: url)))
        let task = Task { [connector] in try await connector.response(to: request) }
        await waitForTheConnection()

        connector.invalidate()

        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.kind == .invalidated)
        await connector.end()
    }
}

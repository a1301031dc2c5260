import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Whatever a server does, the error describes it, and the connector continues.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct BadServerTests {
    let config = ConnectionConfig(connector: TestConnector.make())

    @Test func garbageIsMalformed() async throws {
        #expect(try await kind(of: .text("").failing(.garbage, at: .responseHead)) == .malformedResponse)
    }

    /// On a new connection, on one that was used before, and over a connector that has handles.
    @Test(arguments: malformedResponses.keys.sorted()) func malformedResponseIsReported(name: String) async throws {
        for message in [malformed(name), malformed(name)] {
            #expect(try await kind(of: .raw(message)) == .malformedResponse)
        }
        let config = ConnectionConfig(connector: TestConnector.make())
        let server = try LoopbackServer { _ in .text("first") }
        _ = try await HTTP(server.url).asString(config: config).response()
        server.enqueue(.raw(malformed(name)))

        let error = await failure(of: HTTP(server.url).asData(config: config))

        #expect((error?.underlying as? TransportError)?.kind == .malformedResponse)
    }

    private func malformed(_ name: String) -> String { malformedResponses[name, default: ""] }

    @Test func endlessHeadersAreMalformed() async throws {
        let line = "X-Endless: " + String(repeating: "x", count: 1_000) + "\r\n"
        let head = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 1_000)

        #expect(try await kind(of: .raw(head)) == .malformedResponse)
        #expect(
            try await kind(of: .raw("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 1 << 20)))
                == .malformedResponse)
    }

    @Test func wrongLengthErrorHasTheReceivedByteCount() async throws {
        let response = LoopbackResponse(data: Data("0123456789".utf8))

        #expect(
            try await kind(of: response.failing(.corruptLength, at: .responseBody))
                == .cutOff(received: 10, expected: 11))
        #expect(try await kind(of: response.failing(.corruptLength, at: .responseHead)) == .malformedResponse)
    }

    @Test(arguments: [LoopbackFault.Kind.close, .halfClose, .reset])
    func lostConnectionErrorHasItsPhase(kind: LoopbackFault.Kind) async throws {
        let response = LoopbackResponse(data: Data("0123456789".utf8))

        #expect(try await self.kind(of: response.failing(kind, at: .responseHead)) == .noResponse)
        #expect(
            try await self.kind(of: response.failing(kind, at: .responseBody, after: 4))
                == .cutOff(received: 4, expected: 10))
    }

    @Test func bodyOverTheLimitClosesTheConnection() async throws {
        let server = try LoopbackServer()
        let endless = AsyncStream { Data(count: 65_536) }
        server.enqueue(LoopbackResponse(body: .chunks(endless)))
        var config = config
        config.maximumResponseBytes = 1_000

        let error = await failure(of: HTTP(server.url).asData(config: config))

        #expect(error?.type == .bodyTooLarge)
        #expect(error?.response?.data.count == 1_000)
        await until { server.openConnectionCount == 0 }
    }

    @Test func silentServerFailsAfterTheIdleTimeout() async throws {
        let (server, clock) = (try LoopbackServer(), ManualClock())
        server.enqueue(.text("").failing(.stall, at: .responseHead))
        let connector = TestConnector.make { $0.clock = clock }
        async let error = failure(of: HTTP(server.url).asData(config: .over(connector)))
        await server.waitForRequests(1)
        await clock.waitForSleepers()

        clock.advance(by: .seconds(60))

        #expect((await error?.underlying as? TransportError)?.kind == .idle(for: .seconds(60)))
    }

    @Test func nonTLSServerIsATLSError() async throws {
        let server = try LoopbackServer()
        server.enqueue(.text("").failing(.garbage, at: .accept))

        let error = await failure(of: HTTP("https://127.0.0.1:\(server.port)").asData(config: config))

        #expect((error?.underlying as? TransportError)?.kind == .tls)
    }

    @Test func unknownHostNameIsNotFound() async {
        let error = await failure(of: HTTP("http://no-such-host.invalid/").asData(config: config))

        #expect((error?.underlying as? TransportError)?.kind == .nameNotFound)
        #expect(error?.description.contains("the host's name was not found") == true)
    }

    /// The error of a request that gets this response. The connector must serve the next request.
    private func kind(of response: LoopbackResponse) async throws -> TransportError.Kind? {
        let server = try LoopbackServer { _ in .text("ok") }
        server.enqueue(response)
        let error = await failure(of: HTTP(server.url).asData(config: config))
        #expect(error?.type == .network)
        #expect(try await HTTP(server.url).asString(config: config).response() == "ok")
        return (error?.underlying as? TransportError)?.kind
    }
}

private let malformedResponses: [String: String] = [
    "a field without a colon": "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
    "no status line": "hello\r\n\r\n",
    "status 000": "HTTP/1.1 000 None\r\nContent-Length: 0\r\n\r\n",
    "status 099": "HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n",
    "status 20": "HTTP/1.1 20 Short\r\nContent-Length: 0\r\n\r\n",
    "status -1": "HTTP/1.1 -1 Negative\r\nContent-Length: 0\r\n\r\n",
    "status abc": "HTTP/1.1 abc Letters\r\nContent-Length: 0\r\n\r\n",
    "status 1000": "HTTP/1.1 1000 High\r\nContent-Length: 0\r\n\r\n",
    "a chunk without a size": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\n",
    "a chunk size with a prefix": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x2\r\nab\r\n0\r\n\r\n",
    "an empty chunk size": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\nab\r\n0\r\n\r\n",
    "chunked twice": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n",
    "chunked in two fields":
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n",
    "chunked and identity":
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n2\r\nab\r\n0\r\n\r\n",
    "an unknown transfer coding": "HTTP/1.1 200 OK\r\nTransfer-Encoding: foo\r\n\r\nab",
    "whitespace before the colon of Transfer-Encoding":
        "HTTP/1.1 200 OK\r\nTransfer-Encoding : chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n",
    "a Content-Length with a second number on the next line":
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n 0\r\n\r\n0123456789",
    "a 101 that the request did not ask for":
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "a chunk size that no number holds":
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nfffffffffffffffff\r\n",
    "no chunk at all": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a chunk that is longer than its size":
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloXX5\r\nhello\r\n0\r\n\r\n",
    "long interim responses":
        String(
            repeating: "HTTP/1.1 103 Early Hints\r\nLink: \(String(repeating: "x", count: 1_000))\r\n\r\n", count: 1_000
        ),
    "a long line": "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 1 << 20),
    "many interim responses":
        String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n", count: 20_000)
        + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
]

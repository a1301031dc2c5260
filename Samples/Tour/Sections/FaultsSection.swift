import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPTesting
import Foundation

/// A server that misbehaves: every fault is an error that says what happened.
enum FaultsSection: Section {
    static let name = "faults"
    static let summary = "A server that misbehaves causes an error that says what happened"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { _ in .text("works") }
        stage.declaration("private static func error(from")
        stage.code()
        let answer = LoopbackResponse.text("0123456789")
        let incomplete = answer.failing(.truncate, at: .responseBody)

        await show(
            "closes the connection before the response", answer.failing(.close, at: .responseHead), .noResponse, server,
            stage)
        await show(
            "resets the connection in the body", answer.failing(.reset, at: .responseBody, after: 4), cut(4), server,
            stage)
        await show("sends half of the body", incomplete, cut(5), server, stage)
        await show(
            "sends something that is not HTTP", answer.failing(.garbage, at: .responseHead), .malformedResponse, server,
            stage)
        await show(
            "sends two different lengths", answer.failing(.corruptLength, at: .responseHead), .malformedResponse,
            server, stage)
        try await showSilence(stage)
        try await showTruncatedGzip(stage)
        await showRefusedRequests(server, stage)

        let text = try await HTTP(server.url).asString().response()
        stage.expect("The next request", text, is: "works")
    }

    private static func cut(_ received: Int) -> TransportError.Kind { .cutOff(received: received, expected: 10) }

    private static func show(
        _ what: String, _ response: LoopbackResponse, _ kind: TransportError.Kind, _ server: LoopbackServer,
        _ stage: Stage
    ) async {
        server.enqueue(response)
        stage.expect("The server \(what)", await error(from: server, .shared)?.kind, is: kind)
    }

    /// The clock stands still until the tour moves it: nobody waits for a minute.
    private static func showSilence(_ stage: Stage) async throws {
        let (server, clock) = (try LoopbackServer(), ManualClock())
        server.enqueue(.text("").failing(.stall, at: .responseHead))
        let config = ConnectionConfig(connector: DefaultHTTPConnector { $0.clock = clock })
        async let error = error(from: server, config)
        await server.waitForRequests(1)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(60))

        stage.expect("The server sends nothing", await error?.kind, is: .idle(for: .seconds(60)))
    }

    /// The message is whole, and the compressed data in it is not.
    private static func showTruncatedGzip(_ stage: Stage) async throws {
        let server = try LoopbackServer()
        let data = Data([0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xCB, 0x48])
        server.enqueue(LoopbackResponse(headers: ["Content-Encoding": "gzip"], data: data))
        let error = await error(from: server, ConnectionConfig(connector: try .libcurl()))

        stage.expect(
            "The server sends an incomplete compressed body", error?.kind, is: .cutOff(received: 1, expected: nil))
    }

    /// Nothing is sent that a server could read in two ways.
    private static func showRefusedRequests(_ server: LoopbackServer, _ stage: Stage) async {
        let host = HTTP("http://evil.example\\@127.0.0.1:\(server.port)/")
        stage.expect("The error of a URL with an ambiguous host", await type(of: host), is: .invalidURL)
        let framing = HTTP(server.url).method(.post).headers(["Content-Length": "5"])
            .body(Data("more than five bytes".utf8))
        stage.expect("The error of a request with a wrong Content-Length", await type(of: framing), is: .invalidRequest)
    }

    private static func type(of http: HTTP) async -> ConnectionErrorType? {
        do {
            _ = try await http.asString().response()
            return nil
        } catch {
            return error.type
        }
    }

    private static func error(from server: LoopbackServer, _ config: ConnectionConfig) async -> TransportError? {
        do {
            _ = try await HTTP(server.url).asString(config: config).response()
            return nil
        } catch {
            return error.underlying as? TransportError
        }
    }
}

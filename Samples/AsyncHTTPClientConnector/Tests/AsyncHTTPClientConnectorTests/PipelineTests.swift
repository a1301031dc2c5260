import AbstractHTTP
import AbstractHTTPTesting
import AsyncHTTPClientConnector
import Foundation
import Testing

/// The pipeline over AsyncHTTPClient.
@Suite(.timeLimit(.minutes(5))) struct PipelineTests {
    private let server: LoopbackServer
    private var config = ConnectionConfig(connector: AsyncHTTPClientConnector())

    init() throws {
        server = try LoopbackServer { request in .text("\(request.method) \(request.target)") }
    }

    @Test func pipelineHandlesRedirectsAndRetries() async throws {
        var config = config
        config.recoveries = [Retry(backoff: .none)]
        server.enqueue(.redirect(to: "/there"))
        server.enqueue(.text("busy", statusCode: 503))

        let text = try await HTTP(server.url + "/here").config(config).asString().response()

        #expect(text == "GET /here")
        #expect(server.requests.map(\.target) == ["/here", "/there", "/here"])
    }

    @Test func truncatedBodyErrorHasReceivedBytes() async {
        server.enqueue(.raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"))

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP(server.url).config(config).asData().response()
        }

        #expect((error?.underlying as? TransportError)?.kind == .cutOff(received: 4, expected: 10))
        #expect(error?.response?.data == Data("half".utf8))
    }

    @Test func closedPortIsARefusedConnection() async {
        server.stop()

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP(server.url).config(config).asData().response()
        }

        #expect((error?.underlying as? TransportError)?.kind == .refused)
    }

    @Test func aConnectDeadlineDoesNotApply() async throws {
        let clock = ManualClock()
        let server = try LoopbackServer(clock: clock) { _ in .text("ok").delayed(by: .seconds(90)) }
        var config = config
        config.clock = clock
        let http = HTTP(server.url).config(config).asString()
        async let text = http.deadlines(Deadlines(connect: .seconds(1))).response()
        while clock.remainingSleeps != [.seconds(90)] { await Task.yield() }

        clock.advance(by: .seconds(90))

        #expect(try await text == "ok")
    }

    @Test func pathThatWouldChangeIsRejected() async {
        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP(server.url + "/%E4").config(config).asData().response()
        }

        #expect(error?.description.contains("/%E4") == true)
        #expect(server.requests.isEmpty)
    }

    @Test func cancelClosesTheServerConnection() async throws {
        server.enqueue(.text("never").failing(.stall, at: .responseHead))
        let connection = HTTP(server.url).config(config).asData()
        async let error = #expect(throws: ConnectionError.self) { try await connection.response() }
        await server.waitForRequests(1)

        connection.cancel()

        #expect(await error?.type == .canceled)
        while server.openConnectionCount > 0 { await Task.yield() }
    }
}

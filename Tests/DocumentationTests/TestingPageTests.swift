import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct GetStatus: ConnectionSpec {
    typealias ResponseModel = String
    var url: String { "https://api.example.com/status" }
}

struct TryAgain: RecoveryPolicy {
    var after = Duration.zero

    func recovery(from failure: RecoveryContext) async -> Recovery {
        failure.attempt < 3 ? .restart(after: after) : .giveUp
    }
}

@Suite struct TestingPageTests {
    let config = ConnectionConfig(connector: MockConnector { _ in .text("fine") })

    @Test func aMock() async throws {
        let connector = MockConnector { request in
            request.url.path == "/status" ? .text("fine") : Response(statusCode: 404)
        }
        let config = ConnectionConfig(connector: connector)
        let status = try await Connection(GetStatus(), config: config).response()

        #expect(status == "fine")
    }

    @Test func aScript() async throws {
        let connector = ScriptedConnector(.failure(URLError(.timedOut)), .response(.text("fine")))
        let config = ConnectionConfig(connector: connector)
        let status = try await Connection(GetStatus(), config: config).addRecovery(TryAgain()).response()
        #expect(connector.requests.count == 2)

        #expect(status == "fine")
    }

    @Test func silence() async {
        let connector = ScriptedConnector(.silence)
        let connection = Connection(GetStatus(), config: ConnectionConfig(connector: connector)).start()
        await connector.waitForRequests(1)
        connection.cancel()

        await until { !connection.isRunning }
        #expect(connector.requests.count == 1)
    }

    @Test func aRecorder() async throws {
        let recorder = EventRecorder()
        _ = try await Connection(GetStatus(), config: config).recorded(by: recorder).response()
        #expect(recorder.events == [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
    }

    @Test func aClock() async throws {
        let connector = ScriptedConnector(.failure(URLError(.timedOut)), .response(Response(statusCode: 200)))
        let config = ConnectionConfig(connector: connector)
        try await wait(config)
    }

    private func wait(_ config: ConnectionConfig) async throws {
        let clock = ManualClock()
        var config = config
        config.clock = clock
        let connection = Connection(GetStatus(), config: config).addRecovery(TryAgain(after: .seconds(30)))
        async let status = connection.response()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(30))

        #expect(try await status == "")
    }

    @Test func aServer() async throws {
        let server = try LoopbackServer { request in .text("you asked for \(request.target)") }
        server.enqueue(.json(#"{"id": 7}"#))
        let first = try await HTTP(server.url + "/users/7").asString().response()
        let second = try await HTTP(server.url + "/hello").asString().response()
        #expect(server.requests.map(\.target) == ["/users/7", "/hello"])

        #expect([first, second] == [#"{"id": 7}"#, "you asked for /hello"])
    }

    @Test func aServerThatSendsPieceByPiece() async throws {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        pieces.yield(Data("one".utf8))
        let stream = try await HTTP(server.url).asStream().response()
        pieces.finish()

        for try await chunk in stream.body { #expect(chunk == Data("one".utf8)) }
    }
}

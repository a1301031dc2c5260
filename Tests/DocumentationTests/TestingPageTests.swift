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
    var request: HTTP { HTTP("https://api.example.com/status") }
}

struct SendNote: ConnectionSpec {
    typealias ResponseModel = Void
    var request: HTTP { HTTP("https://api.example.com/note").method(.put).body(Data("a note".utf8)) }
}

struct LogIn: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP("https://api.example.com/login").method(.post) }
}

struct TryAgain: RecoveryPolicy {
    var after = Duration.zero

    func recovery(from failure: RecoveryContext) async -> Recovery {
        failure.attempt < 3 ? .restart(after: after) : .giveUp
    }
}

@Suite(.timeLimit(.minutes(5))) struct TestingPageTests {
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
        let status = try await Connection(GetStatus(), config: config).addPolicy(TryAgain()).response()
        #expect(connector.requests.count == 2)

        #expect(status == "fine")
    }

    @Test func silence() async {
        let connector = ScriptedConnector(.silence)
        let config = ConnectionConfig(connector: connector)
        let reading = Task { try await Connection(GetStatus(), config: config).response() }
        await connector.waitForRequests(1)
        reading.cancel()
        let error = await #expect(throws: ConnectionError.self) { try await reading.value }
        #expect(error?.cancelReason == .task)
        await connector.waitUntilIdle()

        #expect(connector.activeCount == 0)
    }

    @Test func progress() async {
        let connector = ScriptedConnector(.silence)
        let connection = Connection(SendNote(), config: ConnectionConfig(connector: connector))
        let progress = connection.progress
        connection.start()
        await connector.waitForRequests(1)
        connector.contexts[0].didSend(3)
        for await step in progress {
            #expect(step.fraction == 0.5)
            connection.cancel()
        }
    }

    @Test func aLogin() async throws {
        let connector = ScriptedConnector { _, request in
            if request.url.path == "/login" { return .response(.text("token")) }
            let isSignedIn = request.headers["Authorization"] == "Bearer token"
            return .response(isSignedIn ? .text("fine") : Response(statusCode: 401))
        }
        let login = APIClient(baseURL: "https://api.example.com") { $0.connector = connector }
        let client = APIClient(baseURL: "https://api.example.com") { config in
            config.connector = connector
            config.policies = [TokenRefresh(current: .expired) { AccessToken(try await login.send(LogIn())) }]
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { _ = try await client.send(GetStatus()) } }
            try await group.waitForAll()
        }
        #expect(connector.requests.count { $0.url.path == "/login" } == 1)

        #expect(connector.requests.count == 11)
    }

    @Test func aDeadline() async {
        let clock = ManualClock()
        var config = ConnectionConfig(connector: ScriptedConnector(.silence))
        config.clock = clock
        config.deadlines = Deadlines(total: .seconds(30))
        async let status = Connection(GetStatus(), config: config).response()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(30))
        do {
            _ = try await status
            Issue.record("The request did not fail.")
        } catch {
            #expect((error as? ConnectionError)?.type == .timeout)
        }
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
        let connection = Connection(GetStatus(), config: config).addPolicy(TryAgain(after: .seconds(30)))
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

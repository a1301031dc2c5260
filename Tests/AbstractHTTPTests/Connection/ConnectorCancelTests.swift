import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A cancel that comes from the connector is a cancel of the connection.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct ConnectorCancelTests {
    static let cancels: [any Error] = [CancellationError(), URLError(.cancelled)]
    private let recorder = EventRecorder()

    @Test(arguments: cancels) func cancelsTheConnectionOnce(cancel: any Error) async {
        let connector = ScriptedConnector { _, _ in .failure(cancel) }

        let error = await failure(of: connection(TextSpec(), over: connector))

        #expect(error?.type == .canceled && error?.cancelReason == .connector)
        #expect(connector.requests.count == 1)
        #expect(recorder.events == [.onStart, .onCanceled, .afterError, .onEnd])
    }

    @Test(arguments: cancels) func aCancelDuringTheBodyIsACancel(cancel: any Error) async {
        let (body, connector) = Self.body()
        body.send("a part")
        body.finish(throwing: cancel)

        let error = await failure(of: connection(TextSpec(), over: connector))

        #expect(error?.type == .canceled && error?.cancelReason == .connector)
        #expect(recorder.events == [.onStart, .onCanceled, .afterError, .onEnd])
    }

    @Test(arguments: cancels) func aCancelDuringALiveBodyIsACancel(cancel: any Error) async throws {
        let (body, connector) = Self.body()
        body.send("a part")
        let stream = try await connection(StreamSpec(), over: connector).response()
        body.finish(throwing: cancel)

        let error = await #expect(throws: ConnectionError.self) { for try await _ in stream.body {} }

        #expect(error?.type == .canceled && error?.cancelReason == .connector)
        #expect(recorder.events.suffix(3) == [.onCanceled, .afterError, .onEnd])
    }

    @Test func restartAfterADelayDoesNothing() async {
        let clock = ManualClock()
        let connector = ScriptedConnector { _, _ in .failure(CancellationError()) }
        let recorder = EventRecorder { event, connection in
            if event == .onEnd { connection.restart(after: .seconds(1)) }
        }
        let connection = Connection(TextSpec(), config: .over(connector, clock: clock)).recorded(by: recorder)

        #expect(await failure(of: connection)?.cancelReason == .connector)
        #expect(connection.pipeline.state.withLock(\.scheduledRestart) == nil)
    }

    @Test func canceledMiddlewareCancelsTheConnection() async {
        var config = ConnectionConfig.ok
        config.middleware = [Middleware { _, _ in throw CancellationError() }]

        #expect(await failure(of: Connection(TextSpec(), config: config))?.cancelReason == .connector)
    }

    @Test func externallyCanceledURLTaskIsACancel() async throws {
        let server = try LoopbackServer()
        server.enqueue(.text("never").failing(.stall, at: .responseHead))
        let connector = DefaultHTTPConnector()
        async let error = failure(of: connection(HTTP(server.url), over: connector))
        await server.waitForRequests(1)

        let session = connector.sessions.lane().session
        let tasks = await withCheckedContinuation { done in
            session.getAllTasks { done.resume(returning: $0) }
        }
        // A cancel waits for the queue of the session.
        try await onThread { for task in tasks { task.cancel() } }

        #expect(await error?.cancelReason == .connector)
        #expect(server.requests.count == 1)
    }

    private static func body() -> (ScriptedBody, ScriptedConnector) {
        let body = ScriptedBody()
        return (body, ScriptedConnector(.stream(ResponseStream(statusCode: 200, body: ResponseBody(body)))))
    }

    private func connection<Spec: ConnectionSpec & Sendable>(
        _ spec: Spec, over connector: any HTTPConnector
    ) -> Connection<Spec.ResponseModel> {
        Connection(spec, config: ConnectionConfig(connector: connector, policies: [Retry()])).recorded(by: recorder)
    }

    private func connection(_ http: HTTP, over connector: any HTTPConnector) -> Connection<String> {
        http.asString(config: ConnectionConfig(connector: connector, policies: [Retry()])).recorded(by: recorder)
    }
}

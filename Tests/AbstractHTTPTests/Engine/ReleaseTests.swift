import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// A user's object is never released while a lock is held, because its `deinit` may use the connection.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct ReleaseTests {
    @Test func bodyCanUseTheConnectionInDeinit() async throws {
        final class Uploading: ConnectionSpec {
            typealias ResponseModel = String
            let connection = LockedValue<Connection<String>?>(nil)

            var request: HTTP {
                let asker = Asker { [connection] in _ = connection.withLock { $0 }?.isRunning }
                let body = RequestBody.stream(replay: .multiple) {
                    withExtendedLifetime(asker) {}
                    return chunks("body")
                }
                return HTTP("https://example.com/").method(.post).body(body)
            }
        }
        let spec = Uploading()
        let reference = spec.connection
        let connection = Connection(spec, config: .ok)
        reference.withLock { $0 = connection }

        for _ in 0..<3 { _ = try await connection.response() }

        reference.withLock { $0 = nil }
    }

    @Test func unresponsiveConnectorFreesCanceledConnection() async {
        let connector = ScriptedConnector(.silenceIgnoringCancellation)
        weak var released: Connection<String>?
        do {
            let connection = Connection(TextSpec(), config: .over(connector))
            released = connection
            async let error = failure(of: connection)
            await connector.waitForRequests(1)
            connection.cancel()
            #expect(await error?.type == .canceled)
        }

        await until { released == nil }
        connector.release()
    }

    @Test func storedStreamDoesNotKeepItsConnection() async throws {
        final class Screen: Sendable {
            let stream = LockedValue<ResponseStream?>(nil)
        }
        weak var released: Screen?
        do {
            let (screen, recorder) = (Screen(), EventRecorder())
            released = screen
            let connection = Connection(StreamSpec(), config: .ok) { stream in screen.stream.withLock { $0 = stream } }
            let deadlines = Deadlines(firstEvent: .seconds(3_600), nextEvent: .seconds(3_600))
            connection.deadlines(deadlines).recorded(by: recorder).start()
            await until { screen.stream.withLock { $0 } != nil }
            let stream = try #require(screen.stream.withLock { $0 })
            for try await _ in stream.body {}
            await recorder.wait(for: .onEnd)
        }

        await until { released == nil }
    }

    @Test func storedErrorRetainsNoConnectorOrHolder() async throws {
        weak var releasedConnector: ScriptedConnector?
        weak var releasedHolder: ConnectionHolder?
        var stored: ConnectionError?
        do {
            let redirect = Response(statusCode: 302, headers: ["Location": "/next"])
            let connector = ScriptedConnector(.response(redirect), .response(.text("no", statusCode: 500)))
            let holder = ConnectionHolder()
            (releasedConnector, releasedHolder) = (connector, holder)
            let config = ConnectionConfig(connector: connector, holder: holder)
            stored = await failure(of: Connection(TextSpec(), config: config))
        }

        #expect(stored?.response?.text == "no" && stored?.response?.history.count == 1)
        #expect(releasedConnector == nil)
        #expect(releasedHolder == nil)
    }

    @Test func errorCanUseTheConnectionInDeinit() async throws {
        let reference = LockedValue<Connection<String>?>(nil)
        let connector = ScriptedConnector { _, _ in
            .failure(AskingError(asker: Asker { _ = reference.withLock { $0 }?.isRunning }))
        }
        let connection = Connection(TextSpec(), config: .over(connector))
        reference.withLock { $0 = connection }

        for _ in 0..<3 { _ = await failure(of: connection) }

        reference.withLock { $0 = nil }
    }

    @Test func policyCanUseItsConnectionInDeinit() async throws {
        let connection = Connection(TextSpec(), config: .ok)
        for _ in 0..<2 {
            let asker = Asker { connection.cancel() }
            connection.redirects(.deciding { redirect in withExtendedLifetime(asker) { redirect.next } })
            _ = try await connection.response()
        }

        connection.redirects(.follow)

        #expect(try await connection.response() == "ok")
    }

    @Test func connectorCanUseTheSharedConfigInDeinit() async {
        final class AskingConnector: HTTPConnector {
            deinit { _ = ConnectionConfig.shared.maximumResponseBytes }
            func execute(_ request: Request) async throws -> ResponseStream { throw Broken() }
        }
        await #expect(processExitsWith: .exitCode(42)) {
            ConnectionConfig.shared = ConnectionConfig(connector: AskingConnector())
            ConnectionConfig.shared = ConnectionConfig()
            exit(42)
        }
    }
}

/// Calls a closure when it is released.
private final class Asker: Sendable {
    private let ask: @Sendable () -> Void

    init(_ ask: @escaping @Sendable () -> Void) {
        self.ask = ask
    }

    deinit {
        ask()
    }
}

private struct AskingError: Error {
    let asker: Asker
}

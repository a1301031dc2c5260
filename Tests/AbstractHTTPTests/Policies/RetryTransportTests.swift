import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Which failures of a connector ``Retry`` retries.
@Suite(.timeLimit(.minutes(5))) struct RetryTransportTests {
    private static let transient: [TransportError.Kind] = [
        .nameNotFound, .refused, .unreachable, .proxy, .idle(for: .seconds(1)), .timedOut, .noResponse,
        .cutOff(received: 1, expected: nil), .outOfResources, .other,
    ]
    private static let permanent: [TransportError.Kind] = [.tls, .malformedResponse, .unsupported, .invalidated]

    @Test(arguments: transient) func transientTransportErrorsAreRetried(kind: TransportError.Kind) async throws {
        #expect(await attempts(after: TransportError(kind)) == 2)
    }

    @Test(arguments: permanent) func permanentTransportErrorsAreNotRetried(kind: TransportError.Kind) async throws {
        #expect(await attempts(after: TransportError(kind)) == 1)
    }

    @Test(arguments: [(URLError.Code.timedOut, 2), (.secureConnectionFailed, 1)])
    func aURLErrorCountsAsItsTransportError(code: URLError.Code, count: Int) async throws {
        #expect(await attempts(after: URLError(code)) == count)
    }

    @Test func otherErrorsAreNotRetried() async throws {
        #expect(await attempts(after: Broken()) == 1)
    }

    @Test func missingUploadFileIsNotRetried() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data("upload".utf8).write(to: file)
        let body = try RequestBody.file(file)
        try FileManager.default.removeItem(at: file)
        let config = ConnectionConfig(connector: TestConnector.make(), policies: [Self.retry])

        let error = await failure(of: HTTP(server.url).method(.put).body(body).asString(config: config))

        #expect(error?.attempts.count == 1)
        #expect(server.requests.isEmpty)
    }

    /// Retries once, without a wait.
    private static var retry: Retry {
        Retry(attempts: 2, backoff: Backoff(base: .zero, factor: 1, cap: .zero), budget: nil)
    }

    private func attempts(after error: any Error) async -> Int {
        let connector = ScriptedConnector { number, _ in number == 1 ? .failure(error) : .response(.text("ok")) }
        let config = ConnectionConfig(connector: connector, policies: [Self.retry])
        _ = await failure(of: Connection(TextSpec(), config: config))
        return connector.requests.count
    }
}

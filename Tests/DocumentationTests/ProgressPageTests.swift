import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@MainActor
final class ProgressBar: ConnectionProgressListener {
    private(set) var uploaded = 0.0

    func onProgress(connection: any ConnectionTask, progress: TransferProgress) {
        if progress.direction == .upload { uploaded = progress.fraction ?? 0 }
    }
}

@Suite struct ProgressPageTests {
    /// Counts the body as it is sent.
    struct Sending: HTTPConnector {
        func execute(_ request: Request) async throws -> ResponseStream { ResponseStream(Response(statusCode: 200)) }

        func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
            for count in 1...4 { context.didSend(count) }
            return try await execute(request)
        }
    }

    let config = ConnectionConfig(connector: Sending())
    let film = Data("film".utf8)

    @Test func aClosure() async throws {
        let answer = try await HTTP("https://example.com/films/7").method(.put).body(film).asData(config: config)
            .addOnProgress { progress in print(progress.direction, progress.bytes, progress.fraction ?? 0) }
            .response()

        #expect(answer.isEmpty)
    }

    @Test func aSequence() async throws {
        let config = ConnectionConfig(connector: MockConnector { _ in Response(statusCode: 200, data: Data(count: 9)) })
        let connection = HTTP("https://example.com/films/7").asData(config: config)
        let progress = connection.progress
        let counting = Task {
            var most = 0
            for await step in progress { most = max(most, step.bytes) }
            return most
        }

        _ = try await connection.response()
        #expect(await counting.value == 9)
    }

    @Test @MainActor func aListener() async throws {
        let bar = ProgressBar()

        _ = try await HTTP("https://example.com/films/7").method(.put).body(film).asData(config: config)
            .addListener(bar).response()

        #expect(bar.uploaded == 1)
    }
}

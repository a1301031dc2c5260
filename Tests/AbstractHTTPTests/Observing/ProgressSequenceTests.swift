import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Progress as a sequence.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct ProgressSequenceTests {
    @Test func itGrowsAndEndsExactlyAtTheTotal() async throws {
        let server = try LoopbackServer { request in LoopbackResponse(data: Data(count: 2_000_000)) }
        let connection = HTTP(server.url).method(.post).body(Data(count: 1_000_000))
            .asData(config: .over(TestConnector.make()))
        let progress = connection.progress
        let reading = Task { await progress.reduce(into: []) { $0.append($1) } }

        _ = try await connection.response()

        let all: [TransferProgress] = await reading.value
        for (direction, total) in [(TransferProgress.Direction.upload, 1_000_000), (.download, 2_000_000)] {
            let counts = all.filter { $0.direction == direction }
            #expect(counts.map(\.bytes) == counts.map(\.bytes).sorted())
            #expect(counts.last == TransferProgress(direction: direction, bytes: total, total: total))
        }
    }

    @Test func lateReaderGetsTheLastProgress() async throws {
        let connection = HTTP("https://example.com/").asString(config: .ok)
        let progress = connection.progress

        _ = try await connection.response()

        let all: [TransferProgress] = await progress.reduce(into: []) { $0.append($1) }
        #expect(all.map(\.bytes) == [2])
    }

    @Test func progressCoversOneGeneration() async throws {
        let sizes = LockedValue([100, 7])
        let connector = MockConnector { _ in
            Response(statusCode: 200, data: Data(count: sizes.withLock { $0.removeFirst() }))
        }
        let connection = HTTP("https://example.com/").asData(config: .over(connector))
        let progress = connection.progress

        _ = try await connection.response()
        _ = try await connection.response()

        let all: [TransferProgress] = await progress.reduce(into: []) { $0.append($1) }
        #expect(all.map(\.bytes) == [100])
    }

    @Test func progressEndsOnCancelOrRelease() async {
        let connection = HTTP("https://example.com/").asString(config: .over(ScriptedConnector(.silence)))
        let progress = connection.progress
        connection.start().cancel()
        #expect(await progress.first { _ in true } == nil)

        let unused = HTTP("https://example.com/").asString(config: .ok).progress
        #expect(await unused.first { _ in true } == nil)
    }

    @Test func itEndsWhenTheReadingTaskIsCanceled() async {
        let connection = HTTP("https://example.com/").asString(config: .ok)
        let progress = connection.progress
        let reading = Task { await progress.first { _ in true } }

        reading.cancel()

        #expect(await reading.value == nil)
        withExtendedLifetime(connection) {}
    }
}

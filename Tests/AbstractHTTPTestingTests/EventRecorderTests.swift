import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct EventRecorderTests {
    struct Page: ConnectionSpec {
        typealias ResponseModel = String
        var request: HTTP { HTTP("https://example.com/") }
    }

    let config = ConnectionConfig(connector: MockConnector { _ in Response(statusCode: 200, data: Data("ok".utf8)) })

    @Test func recorderRejectsSelectedEvents() async {
        for event in [EventRecorder.Event.onReceived, .onReceivedModel] {
            let recorder = EventRecorder(rejecting: [event])

            await #expect(throws: ConnectionError.self) {
                try await Connection(Page(), config: config).recorded(by: recorder).response()
            }
        }
    }

    @Test func itCountsCallsThatOverlap() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let recorder = EventRecorder { _, _ in for await _ in gate.stream { break } }
        let connection = Connection(Page(), config: config)
        let first = Task { await recorder.onStart(connection: connection, request: Request(url: URL(filePath: "/"))) }
        await recorder.wait(for: .onStart)
        let second = Task { await recorder.onCanceled(connection: connection) }
        await recorder.wait(for: .onCanceled)
        gate.continuation.finish()
        await first.value
        await second.value

        #expect(recorder.overlaps == 1)
    }

    @Test func itWaitsForTheCountOfAnEvent() async throws {
        let recorder = EventRecorder()
        let connection = Connection(Page(), config: config).recorded(by: recorder)

        async let waited: Void = recorder.wait(for: .onEnd, count: 2)
        _ = try await connection.response()
        _ = try await connection.response()
        await waited

        #expect(recorder.outcomes == [nil, nil])
    }
}

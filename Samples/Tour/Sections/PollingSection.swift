import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation

/// A job that takes its time: asked for every two seconds, on a clock that the tour moves.
enum PollingSection: Section {
    static let name = "polling"
    static let summary = "A job is polled until it is done"

    static func run(on stage: Stage) async throws {
        try await showSequence(stage)
        try await showListener(stage)
    }

    private static func showSequence(_ stage: Stage) async throws {
        let (server, clock) = (try LoopbackServer { _ in job("done") }, ManualClock())
        for state in ["queued", "queued", "running"] { server.enqueue(job(state)) }
        // Asked with If-None-Match, the server says that nothing has changed.
        server.enqueue(LoopbackResponse(statusCode: 304, headers: ["ETag": "\"running\""], data: Data()))
        let connection = HTTP(server.url).asString(config: ConnectionConfig(clock: clock))
        let models = Task {
            stage.code()
            var models: [String] = []
            for try await state in connection.polling(
                PollingInterval(.seconds(2)), revalidating: true, until: { $0 == "done" })
            {
                models.append(state)
            }

            return models
        }
        for _ in 1...4 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(2))
        }

        stage.expect("The states", try await models.value, is: ["queued", "queued", "running", "done"])
        stage.expect(
            "The If-None-Match of the fourth request", server.requests[3].headers["If-None-Match"], is: "\"running\"")
    }

    private nonisolated static func job(_ state: String) -> LoopbackResponse {
        LoopbackResponse(statusCode: 200, headers: ["ETag": "\"\(state)\""], data: Data(state.utf8))
    }

    private static func showListener(_ stage: Stage) async throws {
        let (server, clock, recorder) = (try LoopbackServer { _ in .text("up") }, ManualClock(), EventRecorder())
        let connection = HTTP(server.url).asString(config: ConnectionConfig(clock: clock))

        stage.code()
        connection.recorded(by: recorder).addListener(Polling(every: .seconds(30))).start()

        await clock.waitForSleepers()
        clock.advance(by: .seconds(30))
        await recorder.wait(for: .onEnd, count: 2)
        await clock.waitForSleepers()

        connection.cancel()

        while !clock.remainingSleeps.isEmpty { await Task.yield() }
        stage.expect("Successful polls before the cancel", recorder.outcomes.count { $0 == nil }, is: 2)
    }
}

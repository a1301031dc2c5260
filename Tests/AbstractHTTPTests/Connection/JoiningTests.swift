import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// Many tasks that await one connection.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct JoiningTests {
    @Test func awaitingTasksShareOneGeneration() async throws {
        let (recorder, gate) = (EventRecorder(), Promise<Void>())
        let connector = MockConnector { _ in
            await gate.value()
            return .text("ok")
        }
        let connection = Connection(TextSpec(), config: .over(connector)).recorded(by: recorder).start()

        let models = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try await connection.response() } }
            await until { connection.pipeline.state.withLock { $0.waiters.count } >= 50 }
            gate.fulfill(())
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(models == Array(repeating: "ok", count: 50))
        #expect(recorder.events == Events.success)
    }

    @Test func oneCanceledTaskCancelsAllAwaitingTasks() async {
        let connector = ScriptedConnector(.silence)
        let connection = Connection(TextSpec(), config: .over(connector)).start()
        let tasks = (0..<10).map { _ in Task { await failure(of: connection)?.type } }
        await until { connection.pipeline.state.withLock { $0.waiters.count } >= 10 }

        tasks[3].cancel()

        for task in tasks { #expect(await task.value == .canceled) }
    }

    @Test func awaitAfterTheEndStartsANewGeneration() async throws {
        let connector = ScriptedConnector(.response(.text("first")), .response(.text("second")))
        let connection = Connection(TextSpec(), config: .over(connector))

        #expect(try await connection.response() == "first")
        #expect(try await connection.response() == "second")
    }
}

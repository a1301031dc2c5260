import AbstractHTTP
import AbstractHTTPTesting
import Testing

struct GetReport: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP("https://api.example.com/report").deadlines(Deadlines(attempt: .seconds(20))) }
}

@Suite(.timeLimit(.minutes(5))) struct DeadlinesPageTests {
    /// Not called, because it sends a request to a remote host.
    private func loadReport() async throws -> String {
        let report = try await HTTP("https://api.example.com/report").timeout(.seconds(30)).asString().response()
        return report
    }

    @Test func theErrorNamesTheClock() async throws {
        let (connector, clock) = (ScriptedConnector(.silence), ManualClock())
        var config = ConnectionConfig(connector: connector, clock: clock)
        config.deadlines = Deadlines(attempt: .seconds(10), total: .seconds(30))
        let connection = Connection(GetReport(), config: config).deadlines(Deadlines(total: .seconds(60)))
        let ended = Promise<ConnectionError?>()
        connection.addOnEnd { _, _, error in ended.fulfill(error) }
        let moving = Task {
            await clock.waitForSleepers(2)
            #expect(clock.remainingSleeps == [.seconds(20), .seconds(60)])
            clock.advance(by: .seconds(20))
        }

        do {
            _ = try await connection.response()
        } catch {
            let deadline = error.underlying as? DeadlineExceeded
            print(deadline?.clock ?? "", deadline?.limit ?? "", deadline?.lastError ?? "no failure before")
        }

        await moving.value
        #expect(await (ended.value()?.underlying as? DeadlineExceeded)?.clock == .attempt)
    }
}

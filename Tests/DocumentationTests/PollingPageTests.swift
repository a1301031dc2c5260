import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

struct Job: Decodable, Sendable {
    var isDone: Bool
}

struct GetJob: ConnectionSpec {
    typealias ResponseModel = Job
    var request: HTTP { HTTP("https://api.example.com/jobs/7") }
}

@Suite(.timeLimit(.minutes(5))) struct PollingPageTests {
    @Test func asASequence() async throws {
        let (config, clock) = makeConfig()
        let moving = Task {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(2))
        }

        for try await job in Connection(GetJob(), config: config).polling(PollingInterval(.seconds(2)), until: \.isDone)
        {
            print(job)
        }

        await moving.value
    }

    @Test func asAListener() async throws {
        let (config, clock) = makeConfig()
        let connection = Connection(GetJob(), config: config) { job in print(job) }
            .addListener(Polling(every: .seconds(30)))
            .start()
        connection.revalidating()
        await clock.waitForSleepers()
        #expect(clock.remainingSleeps == [.seconds(30)])

        connection.cancel()

        await until { clock.remainingSleeps.isEmpty }
    }

    @Test func anInterval() {
        let interval = PollingInterval(
            .seconds(30), jitter: .seconds(5), backoff: Backoff(base: .seconds(1), cap: .seconds(300)))

        #expect(interval.interval == .seconds(30))
    }

    @Test func aSequenceOfChanges() async throws {
        let (config, clock) = makeConfig()
        let interval = PollingInterval(.seconds(2))
        let moving = Task {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(2))
        }

        for try await job in Connection(GetJob(), config: config).polling(interval, revalidating: true, until: \.isDone)
        {
            print(job)
        }

        await moving.value
    }

    private func makeConfig() -> (ConnectionConfig, ManualClock) {
        let clock = ManualClock()
        let connector = ScriptedConnector { number, _ in
            .response(.json(#"{"isDone": \#(number > 1)}"#))
        }
        return (ConnectionConfig(connector: connector, clock: clock), clock)
    }
}

import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What the log, a holder, and a poll see of connections.
@Suite(.timeLimit(.minutes(5))) struct LifetimeTests {
    @Test func connectionsOfTwoClientsHaveDifferentNumbersInOneLog() async throws {
        let lines = LockedValue<[String]>([])
        var config = ConnectionConfig(baseURL: "https://a.example", connector: ScriptedConnector.always())

        for path in ["/login", "/list"] {
            config.log = { line in lines.withLock { $0.append(line) } }
            _ = try await HTTP(path).asString(config: config).response()
        }

        let numbers = lines.withLock { $0 }.compactMap { $0.split(separator: " ").first }
        #expect(numbers.count == lines.withLock(\.count))
        #expect(Set(numbers).count == 2)
    }

    @Test func endedConnectionIsNotHeldWhenItsListenersHearOfTheEnd() async throws {
        let holder = ConnectionHolder()
        let counter = Counter(holder)
        holder.addListener(counter)
        let config = ConnectionConfig(
            baseURL: "https://a.example", connector: ScriptedConnector.always(), holder: holder)

        _ = try await HTTP("/x").asString(config: config).response()

        #expect(counter.counts.withLock { $0 } == [1, 0])
    }

    // MARK: - Polling

    @Test func pollingContinuesAfterANetworkFailureOfTheRefresh() async {
        let recorder = EventRecorder()
        let connection = HTTP("/job").asString(config: Self.configWhoseFirstRefreshFails())
            .addListener(Polling(PollingInterval(.zero, backoff: .none), until: { _ in true }))
            .recorded(by: recorder)

        connection.start()
        await until { !connection.isRunning }

        #expect(recorder.outcomes.map { $0 == nil } == [false, true])
    }

    @Test func pollingSequenceContinuesAfterANetworkFailureOfTheRefresh() async throws {
        var polls = HTTP("/job").asString(config: Self.configWhoseFirstRefreshFails())
            .polling(PollingInterval(.zero, backoff: .none)).makeAsyncIterator()

        let model = try await polls.next()

        #expect(model == "job")
    }

    private static func configWhoseFirstRefreshFails() -> ConnectionConfig {
        let count = LockedValue(0)
        let connector = MockConnector { _ in .text("job") }
        var config = ConnectionConfig(baseURL: "https://a.example", connector: connector)
        config.policies = [
            TokenRefresh(current: .expired) {
                let isFirst = count.withLock { count in
                    count += 1
                    return count == 1
                }
                guard !isFirst else { throw URLError(.notConnectedToInternet) }
                return "token"
            }
        ]
        return config
    }
}

/// Counts what a holder holds at the start and at the end of a connection.
private final class Counter: ConnectionListener {
    let counts = LockedValue<[Int]>([])
    private let holder: ConnectionHolder

    init(_ holder: ConnectionHolder) {
        self.holder = holder
    }

    func onStart(connection: any ConnectionTask, request: Request) {
        counts.withLock { $0.append(holder.connections.count) }
    }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        counts.withLock { $0.append(holder.connections.count) }
    }
}

import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Random commands from eight tasks. The calls always stay paired and ordered, and never overlap.
@Suite(.tags(.threadSanitizer)) struct StressTests {
    /// 100 connections. Each gets random commands until it has had 100 generations, 10,000 in all.
    @Test(.timeLimit(.minutes(5)), arguments: 0..<100)
    func randomCommandsKeepCallsPairedAndOrdered(seed: Int) async {
        let random = LockedValue(SplitMix64(seed: UInt64(seed)))
        let recorder = makeRecorder(restarting: seed % 3 == 0, random)
        let (connector, holder) = (YieldingConnector(random: random), ConnectionHolder())

        let connection = await commanded(ConnectionConfig(connector: connector, holder: holder), recorder, random)

        #expect(recorder.outcomes.count >= 100)
        #expect(recorder.overlaps == 0)
        #expect(Grammar.violations(in: recorder.events) == [])
        // If a connection stays listed, or an exchange or a connection leaks, the test fails at its time limit.
        await until { holder.connections.isEmpty && connector.activeCount == 0 && connection.value == nil }
    }

    /// Records the calls, and restarts from inside some of them.
    private func makeRecorder(restarting: Bool, _ random: LockedValue<SplitMix64>) -> EventRecorder {
        EventRecorder { event, connection in
            guard restarting, event == .onReceived || event == .onEnd else { return }
            if random.withLock({ $0.next() % 8 }) == 0 { connection.restart() }
        }
    }

    /// Has eight tasks command a connection until it has had its generations, and waits until it is idle.
    private func commanded(
        _ config: ConnectionConfig, _ recorder: EventRecorder, _ random: LockedValue<SplitMix64>
    ) async -> Weak<Connection<String>> {
        let connection = Connection(TextSpec(), config: config).recorded(by: recorder)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { await command(connection, random, until: { recorder.outcomes.count >= 100 }) }
            }
        }
        await settle(connection)
        return Weak(connection)
    }

    /// Gives random commands until `isDone`.
    private func command(
        _ connection: Connection<String>, _ random: LockedValue<SplitMix64>, until isDone: () -> Bool
    ) async {
        while !isDone() {
            switch random.withLock({ $0.next() % 6 }) {
            case 0: connection.start()
            case 1: connection.restart()
            case 2: connection.repeatRequest()
            case 3: connection.cancel()
            case 4: _ = await failure(of: connection)
            default:
                let task = Task { await failure(of: connection) }
                task.cancel()
                _ = await task.value
            }
            await Task.yield()
        }
    }

    /// Waits until nothing runs, because a last command may have been remembered.
    private func settle(_ connection: Connection<String>) async {
        await until {
            guard connection.isRunning else { return true }
            connection.cancel()
            return false
        }
    }
}

/// Does not keep its value alive.
private struct Weak<Value: AnyObject> {
    weak var value: Value?

    init(_ value: Value) {
        self.value = value
    }
}

/// The order in which calls may follow each other.
enum Grammar {
    /// The calls that are in a wrong place, with their positions.
    static func violations(in events: [EventRecorder.Event]) -> [String] {
        var generation: [EventRecorder.Event]?
        var violations: [String] = []
        for (index, event) in events.enumerated() {
            if event == .onStart {
                if generation != nil { violations.append("\(index): onStart before onEnd") }
                generation = []
            } else if generation == nil {
                violations.append("\(index): \(event) before onStart")
            }
            generation?.append(event)
            guard event == .onEnd, let whole = generation else { continue }
            if !isWellFormed(whole) { violations.append("\(index): \(whole)") }
            generation = nil
        }
        if generation != nil { violations.append("the last generation has no onEnd") }
        return violations
    }

    /// Whether there is exactly one success, failure, or cancel, followed only by its own calls.
    private static func isWellFormed(_ events: [EventRecorder.Event]) -> Bool {
        let isSuccess = events.suffix(2) == [.afterSuccess, .onEnd]
        let isCancel = events.suffix(3) == [.onCanceled, .afterError, .onEnd]
        let isFailure = events.suffix(3) == [.onError, .afterError, .onEnd]
        let settled = events.count { $0 == .afterSuccess || $0 == .afterError }
        return [isSuccess, isCancel, isFailure].count { $0 } == 1 && settled == 1
    }
}

/// Answers after a random number of yields with text, an error, or an invalid status.
private final class YieldingConnector: HTTPConnector {
    private let random: LockedValue<SplitMix64>
    private let active = LockedValue(0)

    init(random: LockedValue<SplitMix64>) {
        self.random = random
    }

    var activeCount: Int { active.withLock { $0 } }

    func execute(_ request: Request) async throws -> ResponseStream {
        active.withLock { $0 += 1 }
        defer { active.withLock { $0 -= 1 } }
        for _ in 0..<random.withLock({ $0.next() % 4 }) { await Task.yield() }
        switch random.withLock({ $0.next() % 4 }) {
        case 0: throw Broken()
        case 1: return ResponseStream(.text("no", statusCode: 500))
        default: return ResponseStream(.text("ok"))
        }
    }
}

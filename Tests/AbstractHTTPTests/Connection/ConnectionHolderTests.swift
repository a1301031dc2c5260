import AbstractHTTPTesting
import TestSupport
import Testing

@testable import AbstractHTTP

@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct ConnectionHolderTests {
    let holder = ConnectionHolder()
    let connector = ScriptedConnector { _, _ in .silence }

    @Test func aRunningConnectionIsListedUntilItsEnd() async {
        let recorder = EventRecorder()
        let connection = makeConnection().recorded(by: recorder)
        #expect(holder.connections.isEmpty)

        connection.start()
        #expect(holder.connections.map(ObjectIdentifier.init) == [ObjectIdentifier(connection)])
        connection.cancel()
        await recorder.wait(for: .onEnd)

        #expect(holder.connections.isEmpty)
        await until { !connection.isRunning }
    }

    @Test(arguments: ["success", "failure", "cancel"])
    func endingConnectionIsNotListed(_ end: String) async {
        let counts = LockedValue<[String]>([])
        let isClosed = Promise<Void>()
        let connector = ScriptedConnector { _, _ in
            end == "cancel" ? .silence : end == "failure" ? .failure(Broken()) : .response(.text("ok"))
        }
        let noteCounts = { @Sendable [holder] (event: String) in
            let lists = [holder.connections, holder.connections(identifier: "a"), holder.connections(group: "b")]
            counts.withLock { $0.append("\(event) \(lists.map(\.count))") }
        }
        let recorder = EventRecorder { event, _ in
            if [.onStart, .onEnd].contains(event) { noteCounts("\(event)") }
        }
        let connection = Connection(TextSpec(), config: .init(connector: connector, holder: holder))
            .identified(as: "a").grouped(in: "b").recorded(by: recorder)
            .addOnEnd { _, _, _ in
                noteCounts("closure")
                isClosed.fulfill(())
            }

        connection.start()
        await connector.waitForRequests(1)
        if end == "cancel" { connection.cancel() }
        await isClosed.value()

        #expect(counts.withLock { $0 } == ["onStart [1, 1, 1]", "onEnd [0, 0, 0]", "closure [0, 0, 0]"])
    }

    @Test(arguments: [true, false])
    func cancelOfAHolderEndsARestartInOnEnd(isImmediate: Bool) async {
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let recorder = EventRecorder { [holder] event, connection in
            guard event == .onEnd else { return }
            if isImmediate { connection.restart() } else { connection.restart(after: .seconds(1)) }
            holder.cancelAll()
        }
        let config = ConnectionConfig(connector: connector, clock: ManualClock(), holder: holder)
        let connection = Connection(TextSpec(), config: config).recorded(by: recorder)

        connection.start()
        await recorder.wait(for: .onEnd)
        await until { !connection.isRunning }

        #expect(connector.requests.count == 1 && holder.connections.isEmpty)
    }

    @Test func restartScheduledInOnEndIsListed() async {
        let (clock, isListed) = (ManualClock(), Promise<Bool>())
        let recorder = EventRecorder { [holder] event, connection in
            guard event == .onEnd else { return }
            connection.restart(after: .seconds(1))
            isListed.fulfill(holder.connections.count == 1)
        }
        let config = ConnectionConfig(
            connector: ScriptedConnector { _, _ in .response(.text("ok")) }, clock: clock, holder: holder)
        let connection = Connection(TextSpec(), config: config).recorded(by: recorder)

        connection.start()

        #expect(await isListed.value())
        await until { !connection.isRunning }
        #expect(holder.connections.count == 1)
        connection.cancel()
        #expect(holder.connections.isEmpty)
    }

    @Test func earlierGenerationDoesNotReplaceALaterOne() {
        let (older, newer) = (makeConnection(), makeConnection())
        older.identified(as: "search")
        newer.identified(as: "search")
        _ = holder.add(older, of: older.pipeline, 2)
        _ = holder.add(older, of: older.pipeline, 1)

        #expect(holder.add(newer, of: newer.pipeline, 1, replacing: "search").map(\.1) == [2])
        for connection in [older, older, newer] { holder.remove(connection, isEnding: false) }
    }

    @Test func theListIsEmptyWhenResponseReturns() async throws {
        let config = ConnectionConfig(connector: MockConnector { _ in .text("ok") }, holder: holder)

        _ = try await Connection(TextSpec(), config: config).response()

        #expect(holder.connections.isEmpty)
    }

    @Test func restartedConnectionStaysListed() async {
        let connector = connector
        let recorder = EventRecorder { event, connection in
            if event == .onCanceled, connector.requests.count == 1 { connection.restart() }
        }
        let connection = makeConnection().recorded(by: recorder).start()
        await connector.waitForRequests(1)

        connection.cancel()
        await connector.waitForRequests(2)

        #expect(holder.connections.count == 1)
        #expect(recorder.events == Events.canceledAtOnce + [.onStart])
        await cancelAndWait([connection])
    }

    @Test func cancelAllCancelsThemAll() async {
        let connections = (0..<5).map { _ in makeConnection().start() }

        holder.cancelAll()

        await until { connections.allSatisfy { !$0.isRunning } }
        #expect(holder.connections.isEmpty)
    }

    @Test func cancelByIdentifierAndByGroupLeavesTheOthers() async {
        makeConnection().identified(as: "first").grouped(in: "screen").start()
        makeConnection().identified(as: "second").grouped(in: "screen").start()
        let third = makeConnection().identified(as: "third").start()

        holder.cancel(identifier: "second")
        await until { holder.connections.count <= 2 }
        #expect(holder.connections.map(\.identifier) == ["first", "third"])
        #expect(holder.connections(identifier: "third").count == 1)

        holder.cancel(group: "screen")
        await until { holder.connections.count <= 1 }
        #expect(holder.connections.map(\.identifier) == ["third"])
        #expect(holder.connections(group: "screen").isEmpty)
        await cancelAndWait([third])
    }

    @Test func holderListenersRunBeforeConnectionListeners() async throws {
        let calls = LockedValue<[String]>([])
        let shared = EventRecorder { event, _ in calls.withLock { $0.append("holder \(event)") } }
        let own = EventRecorder { event, _ in calls.withLock { $0.append("own \(event)") } }
        holder.addListener(shared)
        let config = ConnectionConfig(connector: MockConnector { _ in .text("ok") }, holder: holder)

        _ = try await Connection(TextSpec(), config: config).recorded(by: own).response()

        #expect(calls.withLock { $0 } == Events.success.flatMap { ["holder \($0)", "own \($0)"] })
    }

    private func makeConnection() -> Connection<String> {
        Connection(TextSpec(), config: ConnectionConfig(connector: connector, holder: holder))
    }

    private func cancelAndWait(_ connections: [Connection<String>]) async {
        for connection in connections {
            connection.cancel()
            await until { !connection.isRunning }
        }
    }
}

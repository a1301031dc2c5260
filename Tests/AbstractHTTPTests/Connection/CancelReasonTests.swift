import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The error of a cancel says who canceled.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CancelReasonTests {
    let holder = ConnectionHolder()

    @Test func callerCancelHasItsReason() async {
        #expect(await reason { $0.cancel() } == .caller)
    }

    @Test func taskCancelHasItsReason() async {
        let connector = ScriptedConnector(.silence)
        let task = Task { await failure(of: Connection(TextSpec(), config: .over(connector))) }
        await connector.waitForRequests(1)

        task.cancel()

        #expect(await task.value?.cancelReason == .task)
    }

    @Test func holderCancelHasItsReason() async {
        #expect(await reason { _ in holder.cancelAll() } == .holder)
    }

    @Test func groupCancelHasItsReason() async {
        #expect(await reason { _ in holder.cancel(group: "screen") } == .group("screen"))
    }

    @Test func identifierCancelHasItsReason() async {
        #expect(await reason { _ in holder.cancel(identifier: "list") } == .identifier("list"))
    }

    @Test func newerRequestCancelHasItsReason() async {
        let newer = makeConnection(ScriptedConnector(.silence)).identified(as: "list", replacingOlder: true)

        #expect(await reason { _ in newer.start() } == .newerRequest)

        #expect(holder.connections.count == 1)
        newer.cancel()
    }

    @Test func newerRequestNeedsNoHolder() async {
        let name = UUID().uuidString
        let connectors = [ScriptedConnector(.silence), ScriptedConnector(.response(.text("ok")))]
        let connections = connectors.map {
            Connection(TextSpec(), config: .over($0)).identified(as: name, replacingOlder: true)
        }
        async let older = failure(of: connections[0])
        await connectors[0].waitForRequests(1)

        let newer = await failure(of: connections[1])

        #expect(await older?.cancelReason == .newerRequest)
        #expect(newer == nil)
    }

    @Test func connectionNamedWhileWaitingIsReplaced() async {
        let (name, connector) = (UUID().uuidString, ScriptedConnector(.silence))
        let older = Connection(TextSpec(), config: .over(connector))
        older.restart(after: .seconds(1_000))
        async let reason = failure(of: older.identified(as: name, replacingOlder: true))
        await connector.waitForRequests(1)

        _ = await failure(of: Connection(TextSpec(), config: .ok).identified(as: name, replacingOlder: true))

        #expect(await reason?.cancelReason == .newerRequest)
    }

    @Test func heldConnectionIsNotReplacedByAnUnheldOne() async {
        let (name, connector) = (UUID().uuidString, ScriptedConnector(.silence))
        let held = Connection(TextSpec(), config: ConnectionConfig(connector: connector, holder: holder))
            .identified(as: name).start()
        await connector.waitForRequests(1)

        _ = await failure(of: Connection(TextSpec(), config: .ok).identified(as: name, replacingOlder: true))

        #expect(held.isRunning)
        held.cancel()
    }

    @Test func nextGenerationReplacesOlderConnections() async {
        let recorder = ReasonRecorder()
        let other = makeConnection(ScriptedConnector(.silence)).identified(as: "list").addListener(recorder)
        let connection = makeConnection(ScriptedConnector(.failure(Broken()), .silence))
        connection.identified(as: "list", replacingOlder: true).addOnEnd { [weak connection] _, _, error in
            guard error?.type == .network else { return }
            other.start()
            connection?.restart()
        }

        connection.start()

        #expect(await recorder.reason.value() == .newerRequest)
        #expect(connection.isRunning)
        connection.cancel()
    }

    @Test(arguments: 0..<40)
    func oneOfTwoReplacingConnectionsSurvives(yields: Int) async throws {
        let clock = ManualClock()
        let connector = ScriptedConnector { number, _ in number == 1 ? .response(.text("ok")) : .silence }
        let config = ConnectionConfig(connector: connector, clock: clock, holder: holder)
        let polled = Connection(TextSpec(), config: config).identified(as: "list", replacingOlder: true)
        let newer = Connection(TextSpec(), config: config).identified(as: "list", replacingOlder: true)
        _ = try await polled.addListener(Polling(every: .seconds(1))).response()
        await clock.waitForSleepers()

        await withTaskGroup(of: Void.self) { group in
            group.addTask { clock.advance(by: .seconds(1)) }
            group.addTask {
                for _ in 0..<(yields % 20) { await Task.yield() }
                newer.start()
            }
        }

        // The older one still runs for a short time after the newer one has begun.
        await until { holder.connections.count == 1 && polled.isRunning != newer.isRunning }
        holder.cancelAll()
    }

    @Test func deadlineIsAFailureWithItsReason() async {
        let (clock, recorder) = (ManualClock(), EventRecorder())
        let connection = Connection(TextSpec(), config: .over(ScriptedConnector(.silence), clock: clock))
        connection.deadlines(Deadlines(attempt: .seconds(1))).recorded(by: recorder)
        async let error = failure(of: connection)
        await clock.waitForSleepers()

        clock.advance(by: .seconds(1))

        #expect(await error?.cancelReason == .deadline(.attempt))
        #expect(recorder.events.contains(.onError) && !recorder.events.contains(.onCanceled))
    }

    @Test func readerCancelHasItsReason() async throws {
        let (body, recorder) = (ScriptedBody(), ReasonRecorder())
        let connector = ScriptedConnector(.stream(ResponseStream(statusCode: 200, body: ResponseBody(body))))
        let connection = Connection(StreamSpec(), config: .over(connector)).addListener(recorder)

        body.send("one", "two")
        for try await _ in try await connection.response().body { break }

        #expect(await recorder.reason.value() == .reader)
    }

    @Test func explicitReasonIsKept() async {
        #expect(await reason { $0.cancel(because: .group("test")) } == .group("test"))
    }

    @Test func nextGenerationHasNoCancelReason() async {
        let connector = ScriptedConnector(.silence, .failure(Broken()))
        let connection = makeConnection(connector)
        async let canceled = failure(of: connection)
        await connector.waitForRequests(1)
        connection.cancel()
        _ = await canceled

        let error = await failure(of: connection)

        #expect(error?.type == .network)
        #expect(error?.cancelReason == nil)
    }

    @Test func newerRequestKeepsOtherIdentifiers() async {
        let other = makeConnection(ScriptedConnector(.silence)).identified(as: "other").start()
        let newer = makeConnection(ScriptedConnector(.silence)).identified(as: "list", replacingOlder: true).start()

        #expect(holder.connections.count == 2)
        other.cancel()
        newer.cancel()
    }

    @Test func errorDescriptionNamesTheReason() async {
        let error = await error { _ in holder.cancel(group: "screen") }

        #expect(error?.description == #"GET https://api.example.com/text: canceled with the group "screen""#)
    }

    private func reason(_ cancel: (Connection<String>) -> Void) async -> CancelReason? {
        await error(cancel)?.cancelReason
    }

    private func error(_ cancel: (Connection<String>) -> Void) async -> ConnectionError? {
        let connector = ScriptedConnector(.silence)
        let connection = makeConnection(connector).identified(as: "list").grouped(in: "screen")
        async let error = failure(of: connection)
        await connector.waitForRequests(1)
        cancel(connection)
        return await error
    }

    private func makeConnection(_ connector: any HTTPConnector) -> Connection<String> {
        Connection(TextSpec(), config: ConnectionConfig(connector: connector, holder: holder))
    }
}

/// Waits for the reason of a cancel.
private final class ReasonRecorder: ConnectionListener {
    let reason = Promise<CancelReason?>()

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        reason.fulfill(error?.cancelReason)
    }
}

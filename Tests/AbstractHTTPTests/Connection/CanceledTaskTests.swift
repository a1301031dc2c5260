import AbstractHTTP
import AbstractHTTPTesting
import TestSupport
import Testing

/// The awaiting task is canceled after the outcome is settled, which is too late for a cancel.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CanceledTaskTests {
    /// Records in which events the task that runs the generation is canceled.
    private final class Listener: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {
        private let canceled = LockedValue<[String: Bool]>([:])
        var seen: [String: Bool] { canceled.withLock { $0 } }

        func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) async { note("afterSuccess") }

        func afterError(
            connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
        ) async { note("afterError") }

        func onEnd(
            connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?,
            error: ConnectionError?
        ) async { note("onEnd") }

        private func note(_ event: String) {
            let isCanceled = Task.isCancelled
            canceled.withLock { $0[event] = isCanceled }
        }
    }

    private let listener = Listener()
    private let reader = LockedValue<Task<ConnectionError?, Never>?>(nil)

    @Test func afterASuccessListenersCanStillAwaitSomething() async {
        let connection = Connection(TextSpec(), config: .ok).onResult { _ in reader.withLock { $0 }?.cancel() }

        #expect(await canceling(connection) == nil)
        #expect(listener.seen == ["afterSuccess": false, "onEnd": false])
    }

    @Test func afterAFailureListenersCanStillAwaitSomething() async {
        let connection = Connection(TextSpec(), config: .over(ScriptedConnector(.failure(Broken()))))
            .onResult { _ in reader.withLock { $0 }?.cancel() }

        #expect(await canceling(connection)?.type == .network)
        #expect(listener.seen == ["afterError": false, "onEnd": false])
    }

    /// Awaits `connection` in a task that its callback cancels.
    @MainActor private func canceling(_ connection: Connection<String>) async -> ConnectionError? {
        connection.addListener(listener)
        let task = Task { @MainActor in await failure(of: connection) }
        reader.withLock { $0 = task }
        return await task.value
    }
}

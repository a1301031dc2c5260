import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// Code that a connection calls, and that awaits the same connection.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct SelfWaitTests {
    // MARK: - The error

    @Test(arguments: SelfWaiter.Hook.calledByTheConnection) func hookCannotAwaitItsConnection(
        hook: SelfWaiter.Hook
    ) async {
        let waiter = SelfWaiter(hook) { await failure(of: $0) }
        let connection = waiter.connect()

        let error = await failure(of: connection)

        #expect(waiter.errors.map { $0?.underlying as? InvalidRequest } == [.awaitsItself])
        #expect(waiter.errors.map { $0?.type } == [.invalidRequest])
        #expect(error?.type == hook.errorType)
    }

    @Test func exchangeFailsLikeResponse() async {
        let waiter = SelfWaiter(.onReceived) { connection in await failure { try await connection.exchange() } }

        let error = await failure(of: waiter.connect())

        #expect(waiter.errors.map { $0?.type } == [.invalidRequest] && error == nil)
    }

    /// The listeners of a canceled task are called in another one.
    @Test func listenerOfACanceledTaskCannotAwaitIt() async {
        let waiter = SelfWaiter(.onEnd) { await failure(of: $0) }
        let isSent = Promise<Void>()
        let connection = waiter.connect { config in
            config.connector = MockConnector { _ in
                isSent.fulfill(())
                return await Promise<Response>().value()
            }
        }
        let error = Task { await failure(of: connection)?.type }
        await isSent.value()

        error.cancel()

        #expect(await error.value == .canceled)
        #expect(waiter.errors.map { $0?.type } == [.invalidRequest])
    }

    @Test func twoConnectionsCannotAwaitEachOther() async {
        let errors = LockedValue<[InvalidRequest?]>([])
        let (first, second) = (Connection(TextSpec(), config: .ok), Connection(TextSpec(), config: .ok))
        first.awaiting(second)
        second.addListener(
            Starting { [unowned first] in
                let error = await failure(of: first)
                errors.withLock { $0.append(error?.underlying as? InvalidRequest) }
            })

        #expect(await failure(of: first) == nil)
        #expect(errors.withLock { $0 } == [.awaitsItself])
    }

    @Test func hookCannotAwaitItsStream() async throws {
        let errors = LockedValue<[InvalidRequest?]>([])
        let connection = HTTP("https://api.example.com/").asStream(config: .ok)
        connection.addListener(
            Starting { [unowned connection] in
                let error = await failure(of: connection)
                errors.withLock { $0.append(error?.underlying as? InvalidRequest) }
            })

        _ = try await connection.response()

        #expect(errors.withLock { $0 } == [.awaitsItself])
    }

    // MARK: - What is still allowed

    @Test func taskThatAListenerStartsGetsTheOutcome() async throws {
        let model = Promise<String?>()
        let connection = Connection(TextSpec(), config: .ok)
        connection.addListener(
            Starting { [unowned connection] in
                Task { model.fulfill(try? await connection.response()) }
                await until { connection.waiterCount == 1 }
            })

        _ = try await connection.response()

        #expect(await model.value() == "ok")
    }

    /// The other connection waits for this one, which does not wait for it.
    @Test func connectionThatAListenerStartsCanAwaitIt() async throws {
        let model = Promise<String?>()
        let (first, second) = (Connection(TextSpec(), config: .ok), Connection(TextSpec(), config: .ok))
        second.addListener(Starting { [unowned first] in model.fulfill(try? await first.response()) })
        first.addListener(Starting { second.start() })

        _ = try await first.response()

        #expect(await model.value() == "ok")
    }

    @Test func callerCanAwaitTheConnectionAgain() async {
        let connection = Connection(TextSpec(), config: .ok).addListener(Starting {})

        for _ in 0..<3 { #expect(await failure(of: connection) == nil) }
    }

    // MARK: - The deadline

    /// Another task is not known to belong to the listener, so only the deadline ends its wait.
    @Test(
        arguments: [
            (.onStart, .timeout, .timeout), (.willSend, .timeout, .timeout), (.onReceived, .timeout, .timeout),
            (.onNetworkError, .timeout, .network), (.afterError, .network, .network), (.onEnd, nil, nil),
            (.afterSuccess, nil, nil), (.adapt, .timeout, .timeout), (.middleware, .timeout, .timeout),
            (.onCanceled, .canceled, .canceled), (.tokenRefresh, .timeout, .timeout),
        ] as [(SelfWaiter.Hook, ConnectionErrorType?, ConnectionErrorType?)])
    func totalDeadlineEndsAWaitInAnotherTask(
        hook: SelfWaiter.Hook, errorOfTheWait: ConnectionErrorType?, errorOfTheConnection: ConnectionErrorType?
    ) async {
        let clock = ManualClock()
        let waiter = SelfWaiter(hook) { connection in
            await Task.detached { await failure(of: connection) }.value
        }
        let connection = waiter.connect { config in
            (config.clock, config.deadlines.total) = (clock, .seconds(10))
        }
        let error = Task { await failure(of: connection) }
        await until { connection.waiterCount == 1 }

        clock.advance(by: .seconds(10))

        #expect(await error.value?.type == errorOfTheConnection)
        // An adapter and a middleware may end after the connection.
        await until { !waiter.errors.isEmpty }
        #expect(waiter.errors.map { $0?.type } == [errorOfTheWait])
        if errorOfTheWait == .timeout { #expect((waiter.errors[0]?.underlying as? DeadlineExceeded)?.clock == .total) }
    }

    @Test(
        arguments: [
            { connection in
                async let error = failure(of: connection)
                return await error
            },
            { connection in await Task { await failure(of: connection) }.value },
            { connection in
                await failure {
                    try await HTTP("https://api.example.com/b").asString(config: .ok).awaiting(connection).response()
                }
            },
        ] as [SelfWaiter.Wait]) func totalDeadlineEndsEachKindOfWait(_ wait: @escaping SelfWaiter.Wait) async
    {
        let clock = ManualClock()
        let waiter = SelfWaiter(.onStart, wait)
        let connection = waiter.connect { config in
            (config.clock, config.deadlines.total) = (clock, .seconds(10))
        }
        let error = Task { await failure(of: connection)?.type }
        await until { connection.waiterCount == 1 }

        clock.advance(by: .seconds(10))

        #expect(await error.value == .timeout)
        #expect(waiter.errors.count == 1 && waiter.errors[0] != nil)
    }

    @Test func waitThatBeginsAfterTheTotalDeadlineEndsAtOnce() async {
        let clock = ManualClock()
        let waiter = SelfWaiter(.afterError, answer: { _ in await Promise<Response>().value() }) { connection in
            await Task.detached { await failure(of: connection) }.value
        }
        let connection = waiter.connect { config in
            (config.clock, config.deadlines.total) = (clock, .seconds(10))
        }
        let error = Task { await failure(of: connection)?.type }
        await clock.waitForSleepers()

        clock.advance(by: .seconds(10))

        #expect(await error.value == .timeout)
        #expect(waiter.errors.map { $0?.type } == [.timeout])
    }

    /// The deadline ends the wait of every other caller, too. The caller whose task runs the connection waits for the
    /// listener.
    @Test func otherCallersDoNotWaitForASlowListenerAfterTheTotalDeadline() async {
        let (clock, gate) = (ManualClock(), Promise<Void>())
        var config = ConnectionConfig.ok
        (config.clock, config.deadlines.total) = (clock, .seconds(10))
        let connection = Connection(TextSpec(), config: config).addListener(Starting { await gate.value() })
        connection.start()
        let other = Task { await failure(of: connection)?.type }
        await until { connection.waiterCount == 1 }

        clock.advance(by: .seconds(10))

        #expect(await other.value == .timeout && connection.isRunning)
        gate.fulfill(())
        await until { !connection.isRunning }
    }
}

/// Calls a closure in each `onStart`.
private final class Starting: ConnectionListener {
    private let call: @Sendable () async -> Void

    init(_ call: @escaping @Sendable () async -> Void) { self.call = call }

    func onStart(connection: any ConnectionTask, request: Request) async { await call() }
}

extension Connection<String> {
    /// Awaits another connection before it begins, and fails with the error of that one.
    @discardableResult
    fileprivate func awaiting<Model>(_ other: Connection<Model>) -> Self {
        addPolicy(Awaiting { _ = try await other.response() })
    }
}

private struct Awaiting: RequestAdapter {
    let wait: @Sendable () async throws -> Void

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        try await wait()
        return request
    }
}

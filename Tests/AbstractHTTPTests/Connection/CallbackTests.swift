import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The closures, which are called on the main actor.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) @MainActor struct CallbackTests {
    @Test func aSuccessCallsOnSuccessAndThenOnEnd() async {
        let calls = Calls()

        let connection = Connection(TextSpec(), config: .ok) { calls.add("success \($0)") }
        connection.addOnError { calls.add("error \($0.type)") }
            .addOnEnd { response, model, error in
                calls.add("end \(response?.statusCode ?? 0) \(model ?? "-") \(error == nil)")
            }
            .start()
        await calls.wait(2)

        #expect(calls.list == ["success ok", "end 200 ok true"])
    }

    @Test func aFailureCallsOnErrorAndThenOnEnd() async {
        let calls = Calls()
        let config = ConnectionConfig.over(MockConnector { _ in .text("no", statusCode: 500) })

        Connection(TextSpec(), config: config) { calls.add("success \($0)") }
            .addOnError { calls.add("error \($0.type)") }
            .addOnEnd { response, model, error in
                calls.add("end \(response?.statusCode ?? 0) \(model ?? "-") \(error?.type == .invalidResponse)")
            }
            .start()
        await calls.wait(2)

        #expect(calls.list == ["error invalidResponse", "end 500 - true"])
    }

    @Test func aCancelCallsOnEndOnly() async {
        let calls = Calls()
        let connector = ScriptedConnector(.silence)
        let connection = Connection(TextSpec(), config: .over(connector)) { calls.add("success \($0)") }
            .addOnError { calls.add("error \($0.type)") }
            .addOnEnd { _, _, error in calls.add("end \(error?.type == .canceled)") }
            .start()
        await connector.waitForRequests(1)

        connection.cancel()
        await calls.wait(1)

        #expect(calls.list == ["end true"])
    }

    /// Whenever the cancel comes, no success is called on the main actor after it.
    @Test(arguments: 0..<200)
    func noSuccessIsCalledAfterACancelOnTheMainActor(yields: Int) async {
        let calls = Calls()
        let connection = Connection(TextSpec(), config: .ok) { _ in calls.add("success") }
            .addOnEnd { _, _, _ in calls.add("end") }
            .start()
        for _ in 0..<(yields % 20) { await Task.yield() }

        connection.cancel()
        let before = calls.list.count { $0 == "success" }
        await until { !connection.isRunning }

        #expect(calls.list.count { $0 == "success" } == before)
        #expect(calls.list.last == "end")
    }

    @Test func failureHasNoModelEvenIfOptional() async {
        struct OptionalSpec: ConnectionSpec {
            typealias ResponseModel = String?
            var request: HTTP { HTTP("https://example.com/") }
        }
        let calls = Calls()
        let connector = ScriptedConnector(.failure(Broken()), .response(Response(statusCode: 204)))
        let connection = Connection(OptionalSpec(), config: .over(connector))
            .addOnEnd { _, model, _ in calls.add(model == nil ? "no model" : "a model that is nil") }

        for _ in 0..<2 { _ = await failure(of: connection) }

        #expect(calls.list == ["no model", "a model that is nil"])
    }

    @Test func callbacksCanControlTheConnection() async {
        let calls = Calls()
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let connection = Connection(TextSpec(), config: .over(connector)) { _ in calls.add("success") }
        connection.addOnEnd { [weak connection] _, _, _ in
            calls.add("end")
            if calls.list.count < 6 { connection?.restart() }
        }

        connection.start()
        await calls.wait(6)

        #expect(calls.list == ["success", "end", "success", "end", "success", "end"])
    }

    @Test func parsingRunsOffTheMainActor() async throws {
        @MainActor final class ViewModel: ConnectionListener {
            var starts = 0
            func onStart(connection: any ConnectionTask, request: Request) {
                MainActor.assertIsolated()
                starts += 1
            }
        }
        struct ParsingSpec: ConnectionSpec {
            typealias ResponseModel = Bool
            var request: HTTP { HTTP("https://api.example.com/") }
            func parseResponse(response: Response) -> Bool { DispatchQueue.getSpecific(key: onMainQueue) ?? false }
        }
        DispatchQueue.main.setSpecific(key: onMainQueue, value: true)
        #expect(DispatchQueue.getSpecific(key: onMainQueue) == true)
        let viewModel = ViewModel()

        let wasParsedOnMain = try await Connection(ParsingSpec(), config: .ok).addListener(viewModel).response()

        #expect(viewModel.starts == 1)
        #expect(!wasParsedOnMain)
    }
}

/// Set on the main queue, on which the main actor runs. Its thread need not be the main thread.
private let onMainQueue = DispatchSpecificKey<Bool>()

/// The calls on the main actor.
@MainActor
private final class Calls {
    private(set) var list: [String] = []
    private var waits = ThresholdWaiters()

    func add(_ call: String) {
        list.append(call)
        for promise in waits.reached(list.count) { promise.fulfill(()) }
    }

    func wait(_ count: Int) async {
        await waits.wait(for: count, present: list.count)?.value()
    }
}

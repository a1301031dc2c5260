import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// restart and repeatRequest, from outside and from inside each call.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CommandTests {
    enum Command: Sendable, CaseIterable {
        case restart, repeatRequest

        func give(to connection: any ConnectionTask) {
            switch self {
            case .restart: connection.restart()
            case .repeatRequest: connection.repeatRequest()
            }
        }
    }

    /// A command that is given once, from inside the first call of `event`.
    struct Inside: Sendable, CustomTestStringConvertible {
        var event: EventRecorder.Event
        /// The outcome of the first attempt. The next one succeeds.
        var first: ScriptedConnector.Reply = .response(.text("ok"))
        var events: [EventRecorder.Event]
        /// How many requests are sent, and how many generations there are.
        var requests = 2
        var generations = 1
        var testDescription: String { "\(event)" }
    }

    static let inside: [Inside] = [
        Inside(event: .onStart, events: Events.success, requests: 1),
        Inside(
            event: .onReceived,
            events: [.onStart, .onReceived, .onReceived, .onReceivedModel, .afterSuccess, .onEnd]),
        Inside(
            event: .onReceivedModel,
            events: [
                .onStart, .onReceived, .onReceivedModel, .onReceived, .onReceivedModel, .afterSuccess, .onEnd,
            ]),
        Inside(event: .afterSuccess, events: Events.success + Events.success, generations: 2),
        Inside(event: .onEnd, events: Events.success + Events.success, generations: 2),
        Inside(
            event: .onNetworkError, first: .failure(Broken()),
            events: [.onStart, .onNetworkError, .onReceived, .onReceivedModel, .afterSuccess, .onEnd]),
        Inside(
            event: .onResponseError, first: .response(.text("no", statusCode: 500)),
            events: [.onStart, .onReceived, .onResponseError, .onReceived, .onReceivedModel, .afterSuccess, .onEnd]),
        Inside(
            event: .onParseError, first: .response(Response(statusCode: 200, data: Data([0xFF]))),
            events: [.onStart, .onReceived, .onParseError, .onReceived, .onReceivedModel, .afterSuccess, .onEnd]),
        Inside(
            event: .afterError, first: .failure(Broken()),
            events: [.onStart, .onNetworkError, .onError, .afterError, .onEnd] + Events.success, generations: 2),
    ]

    @Test(arguments: inside, Command.allCases)
    func commandFromACallbackTakesEffectAfterIt(_ inside: Inside, _ command: Command) async {
        let isFirst = LockedValue(true)
        let recorder = EventRecorder { event, connection in
            guard event == inside.event,
                isFirst.withLock({ isFirst in
                    defer { isFirst = false }; return isFirst
                })
            else { return }
            command.give(to: connection)
        }
        let connector = ScriptedConnector { number, _ in number == 1 ? inside.first : .response(.text("ok")) }
        let config = ConnectionConfig.over(inside.requests == 1 ? ScriptedConnector(inside.first) : connector)

        Connection(TextSpec(), config: config).recorded(by: recorder).start()
        await recorder.wait(for: .onEnd, count: inside.generations)

        #expect(recorder.events == inside.events)
        #expect((config.connector as? ScriptedConnector)?.requests.count == inside.requests)
        #expect(recorder.overlaps == 0)
    }

    @Test(arguments: Command.allCases)
    func aCommandFromInsideACancelBeginsANewGeneration(_ command: Command) async {
        let recorder = EventRecorder { event, connection in
            if event == .onCanceled { command.give(to: connection) }
        }
        let connector = ScriptedConnector(.silence, .response(.text("ok")))
        let connection = Connection(TextSpec(), config: .over(connector)).recorded(by: recorder).start()
        await connector.waitForRequests(1)

        connection.cancel()
        await recorder.wait(for: .onEnd, count: 2)

        #expect(recorder.events == Events.canceledAtOnce + Events.success)
    }

    @Test(arguments: Command.allCases)
    func aCommandFromInsideAValidationErrorIsANewAttempt(_ command: Command) async {
        let recorder = EventRecorder { event, connection in
            if event == .onValidationError { command.give(to: connection) }
        }
        let connection = Connection(TextSpec(), config: .ok).addListener(RefusingOnce()).recorded(by: recorder)

        _ = await failure(of: connection)

        #expect(
            recorder.events == [
                .onStart, .onReceived, .onValidationError, .onReceived, .onReceivedModel, .afterSuccess, .onEnd,
            ])
    }

    @Test(arguments: [ScriptedConnector.Reply.silence, .silenceIgnoringCancellation])
    func restartReplacesASilentAttempt(first: ScriptedConnector.Reply) async throws {
        let recorder = EventRecorder()
        let connector = ScriptedConnector(first, .response(.text("second")))
        let connection = Connection(TextSpec(), config: .over(connector)).recorded(by: recorder)
        async let model = connection.response()
        await connector.waitForRequests(1)

        connection.restart()

        #expect(try await model == "second")
        #expect(recorder.events == Events.success)
        connector.release()
    }

    @Test func restartRebuildsTheRequestAndRepeatRequestDoesNot() async {
        let connector = ScriptedConnector(.silence, .silence, .silence)
        let connection = Connection(CountingSpec(), config: .over(connector)).start()
        await connector.waitForRequests(1)
        connection.restart()
        await connector.waitForRequests(2)
        connection.repeatRequest()
        await connector.waitForRequests(3)

        #expect(connector.requests.map(\.url.path) == ["/1", "/2", "/2"])
        connection.cancel()
    }

    @Test func repeatRequestResendsTheLastRequest() async throws {
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let recorder = EventRecorder()
        let connection = Connection(CountingSpec(), config: .over(connector)).recorded(by: recorder)
        _ = try await connection.response()

        connection.repeatRequest()
        await recorder.wait(for: .onEnd, count: 2)
        _ = try await connection.response()

        #expect(connector.requests.map(\.url.path) == ["/1", "/1", "/2"])
    }

    @Test(arguments: [TextSpec(url: "not absolute"), TextSpec(headers: ["X": "\n"])])
    func repeatingAnInvalidRequestFailsAgain(spec: TextSpec) async {
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let connection = Connection(spec, config: .over(connector)).addPolicy(Recovering(.repeat()))

        let error = await failure(of: connection)

        #expect(error?.attempts.count == 2)
        #expect(error?.type != nil && error?.attempts.first?.type == error?.type)
        #expect(connector.requests.isEmpty)
    }

    @Test func repeatingWithAFailedBodyFailsAgain() async {
        struct Failing: ConnectionSpec {
            typealias ResponseModel = String
            var request: HTTP { get throws { HTTP("https://example.com/").body(try makeBody()) } }
            func makeBody() throws -> RequestBody { throw Broken() }
        }
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }

        let error = await failure(
            of: Connection(Failing(), config: .over(connector)).addPolicy(Recovering(.repeat())))

        #expect(error?.attempts.map(\.type) == [.invalidRequest, .invalidRequest])
        #expect(connector.requests.isEmpty)
    }

    @Test func repeatRequestOfAFreshConnectionBuildsItsRequest() async {
        let connector = ScriptedConnector(.response(.text("ok")))
        let recorder = EventRecorder()

        Connection(CountingSpec(), config: .over(connector)).recorded(by: recorder).repeatRequest()
        await recorder.wait(for: .onEnd)

        #expect(connector.requests.map(\.url.path) == ["/1"])
    }

    @Test func runningConnectionIsReleasedAfterItsEnd() async {
        let recorder = EventRecorder()
        let connector = ScriptedConnector(.silence, .response(.text("ok")))
        weak var released: Connection<String>?
        do {
            let connection = Connection(TextSpec(), config: .over(connector)).recorded(by: recorder)
            released = connection
            connection.start()
        }
        await connector.waitForRequests(1)
        #expect(released != nil)

        released?.cancel()
        await recorder.wait(for: .onEnd)
        await until { released == nil }

        #expect(recorder.events == Events.canceledAtOnce)
    }
}

/// Rejects the first model.
private final class RefusingOnce: ConnectionResponseListener {
    private let isFirst = LockedValue(true)

    func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) -> Bool {
        isFirst.withLock { isFirst in
            defer { isFirst = false }
            return !isFirst
        }
    }
}

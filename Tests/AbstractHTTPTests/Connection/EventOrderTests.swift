import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The documented order, compared as whole lists.
@Suite struct EventOrderTests {
    @Test func aSuccessHasItsEventsInOrder() async throws {
        let recorder = EventRecorder()

        let model = try await Connection(TextSpec(), config: .ok).recorded(by: recorder).response()

        #expect(model == "ok")
        #expect(recorder.events == Events.success)
        #expect(recorder.outcomes == [nil])
    }

    @Test(arguments: FailureCase.all)
    func eachKindOfFailureHasItsEventsInOrder(of failureCase: FailureCase) async {
        let recorder = EventRecorder(rejecting: failureCase.rejected)
        let connection = failureCase.makeConnection().recorded(by: recorder)

        let error = await failure(of: connection)

        #expect(error?.type == failureCase.type)
        #expect(recorder.events == failureCase.events)
        #expect(recorder.outcomes == [failureCase.type])
    }

    @Test func callbacksRunBetweenTheListeners() async throws {
        let recorder = EventRecorder()
        let connection = Connection(TextSpec(), config: .ok) { _ in recorder.record(.onSuccess) }
        connection.recorded(by: recorder).addOnEnd { _, _, _ in recorder.record(.onEnd) }

        _ = try await connection.response()

        #expect(
            recorder.events == [
                .onStart, .onReceived, .onReceivedModel, .onSuccess, .afterSuccess, .onEnd, .onEnd,
            ])
    }

    @Test func listenersAreCalledInTheOrderInWhichTheyWereAdded() async throws {
        let calls = LockedValue<[String]>([])
        let (first, second) = (note("first", in: calls), note("second", in: calls))
        let connection = Connection(TextSpec(), config: .ok).recorded(by: first).recorded(by: second)

        _ = try await connection.response()

        #expect(
            calls.withLock { $0 }
                == [
                    "first onStart", "second onStart", "first onReceived", "second onReceived",
                    "first onReceivedModel", "second onReceivedModel", "first afterSuccess", "second afterSuccess",
                    "first onEnd", "second onEnd",
                ])
    }

    @Test func rejectedResponseSkipsLaterListeners() async {
        let (first, second) = (EventRecorder(rejecting: [.onReceived]), EventRecorder())
        let connection = Connection(TextSpec(), config: .ok).recorded(by: first).recorded(by: second)

        _ = await failure(of: connection)

        #expect(first.events == [.onStart, .onReceived, .onResponseError, .onError, .afterError, .onEnd])
        #expect(second.events == [.onStart, .onResponseError, .onError, .afterError, .onEnd])
    }

    @Test func aRecoveredFailureIsOneGenerationWithOneStart() async throws {
        let recorder = EventRecorder()
        let connector = ScriptedConnector(
            .failure(Broken()), .response(.text("no", statusCode: 503)), .response(.text("ok")))
        let connection = Connection(TextSpec(), config: .over(connector)).recorded(by: recorder)

        _ = try await connection.addPolicy(Recovering(.restart(), .repeat())).response()

        #expect(
            recorder.events == [.onStart, .onReceived, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
    }

    private func note(_ name: String, in calls: LockedValue<[String]>) -> EventRecorder {
        EventRecorder { event, _ in calls.withLock { $0.append("\(name) \(event)") } }
    }
}

/// One kind of failure, and its events.
struct FailureCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var type: ConnectionErrorType
    var events: [EventRecorder.Event]
    var rejected: Set<EventRecorder.Event> = []
    var makeConnection: @Sendable () -> Connection<String>

    static let all: [FailureCase] = [
        FailureCase(
            testDescription: "a malformed URL", type: .invalidURL,
            events: [.onStart, .onNetworkError, .onError, .afterError, .onEnd]
        ) { Connection(TextSpec(url: "http://a b/"), config: .ok) },
        FailureCase(
            testDescription: "an injection in a header", type: .invalidRequest,
            events: [.onStart, .onNetworkError, .onError, .afterError, .onEnd]
        ) { Connection(TextSpec(headers: ["X": "a\r\nY: b"]), config: .ok) },
        FailureCase(
            testDescription: "a connector that throws", type: .network,
            events: [.onStart, .onNetworkError, .onError, .afterError, .onEnd]
        ) { Connection(TextSpec(), config: .over(MockConnector { _ in throw Broken() })) },
        FailureCase(
            testDescription: "a body over the limit", type: .bodyTooLarge,
            events: [.onStart, .onNetworkError, .onError, .afterError, .onEnd]
        ) {
            var config = ConnectionConfig.ok
            config.maximumResponseBytes = 1
            return Connection(TextSpec(), config: config)
        },
        FailureCase(
            testDescription: "an invalid status", type: .invalidResponse,
            events: [.onStart, .onReceived, .onResponseError, .onError, .afterError, .onEnd]
        ) { Connection(TextSpec(), config: .over(MockConnector { _ in .text("no", statusCode: 404) })) },
        FailureCase(
            testDescription: "a rejected response", type: .invalidResponse,
            events: [.onStart, .onReceived, .onResponseError, .onError, .afterError, .onEnd],
            rejected: [.onReceived]
        ) { Connection(TextSpec(), config: .ok) },
        FailureCase(
            testDescription: "a spec that cannot parse", type: .parse,
            events: [.onStart, .onReceived, .onParseError, .onError, .afterError, .onEnd]
        ) { Connection(UnparsableSpec(), config: .ok) },
        FailureCase(
            testDescription: "a spec that throws .validation", type: .validation,
            events: [.onStart, .onReceived, .onValidationError, .onError, .afterError, .onEnd]
        ) { Connection(UnparsableSpec(error: ConnectionErrorType.validation), config: .ok) },
        FailureCase(
            testDescription: "a spec that throws .invalidResponse", type: .invalidResponse,
            events: [.onStart, .onReceived, .onResponseError, .onError, .afterError, .onEnd]
        ) { Connection(UnparsableSpec(error: ConnectionErrorType.invalidResponse), config: .ok) },
        FailureCase(
            testDescription: "a rejected model", type: .validation,
            events: [.onStart, .onReceived, .onReceivedModel, .onValidationError, .onError, .afterError, .onEnd],
            rejected: [.onReceivedModel]
        ) { Connection(TextSpec(), config: .ok) },
    ]
}

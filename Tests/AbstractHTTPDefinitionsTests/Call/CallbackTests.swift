import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Which callbacks are called and in which order, compared as whole lists.
@Suite(.tags(.threadSanitizer, .libcurl)) struct CallbackTests {
    private static let rules = """
        {
          "Anything": {"Path": "anything", "Response Type": 2, "Response Class": "Anything"},
          "Text": {"Path": "text"}
        }
        """

    @Test func successThenFinishedThenCompletion() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in .json(#"{"id": 7}"#) }, Self.rules)
        let events = Events()

        let task = api.request(name: "Anything") { $0.record(in: events) }
        await events.wait(for: 3)

        #expect(
            events.lines == [
                "success Anything(id: 7)", "finished true", "completion Anything(id: 7) nil, task nil",
            ])
        #expect(task.isSuccess && task.isEnded)
        #expect(task.responseObject as? Anything == Anything(id: 7))
        #expect(task.response?.statusCode == 200)
        #expect(task.error == nil)
    }

    @Test func failureThenFinishedThenCompletion() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in .json("{}", statusCode: 500) }, Self.rules)
        let events = Events()

        let task = api.request(name: "Anything") { $0.record(in: events) }
        await events.wait(for: 3)

        #expect(
            events.lines == [
                "failure invalidResponse", "finished false", "completion nil invalidResponse, task invalidResponse",
            ])
        #expect(!task.isSuccess && task.isEnded)
        #expect(task.response?.statusCode == 500)
    }

    @Test func cancelSkipsSuccessAndFailureCallbacks() async throws {
        let connector = ScriptedConnector(.silence)
        let api = try DefinitionAPI.over(connector, Self.rules)
        let events = Events()

        let task = api.request(name: "Anything") { $0.record(in: events) }
        await connector.waitForRequests(1)
        task.cancel()
        await events.wait(for: 2)

        #expect(events.lines == ["finished false", "completion nil nil, task canceled"])
        #expect(task.error?.cancelReason == .caller)
    }

    @Test func aCancelByTheConnectorIsNoFailure() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in throw CancellationError() }, Self.rules)
        let events = Events()

        let task = api.request(name: "Anything") { $0.record(in: events) }
        await events.wait(for: 2)

        #expect(events.lines == ["finished false", "completion nil nil, task canceled"])
        #expect(task.error?.cancelReason == .connector)
    }

    @MainActor
    @Test func aCancelBeforeTheResponseIsHandedOverWins() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in .json(#"{"id": 7}"#) }, Self.rules)
        let events = Events()

        let task = api.request(name: "Anything") { $0.record(in: events) }
        task.cancel()
        events("cancel returned")
        await events.wait(for: 3)

        #expect(events.lines == ["cancel returned", "finished false", "completion nil nil, task canceled"])
    }

    @Test func aCancelFromWithinSuccessIsTooLate() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in .json(#"{"id": 7}"#) }, Self.rules)
        let events = Events()

        api.request(name: "Anything") { c in
            c.record(in: events)
            c.success { task, _ in
                events("success")
                task.cancel()
            }
        }
        await events.wait(for: 3)

        #expect(events.lines == ["success", "finished true", "completion Anything(id: 7) nil, task nil"])
    }

    @MainActor
    @Test func callbacksAreNeverCalledBeforeTheCallHasReturned() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in .json(#"{"id": 7}"#) }, Self.rules)
        let events = Events()

        api.request(name: "Anything") { c in
            events("context")
            c.record(in: events)
        }
        events("returned")
        api.request(name: "Nothing") { $0.failure { task, error in events("\(error)") } }
        events("returned")
        await events.wait(for: 7)

        #expect(events.lines.prefix(3) == ["context", "returned", "returned"])
        #expect(
            events.lines.dropFirst(3).sorted() == [
                #"GET Nothing: invalidRequest: there is no definition named "Nothing"; did you mean "Anything"?"#,
                "completion Anything(id: 7) nil, task nil", "finished true", "success Anything(id: 7)",
            ])
    }

    @Test func unknownNameErrorSuggestsSimilarNames() async throws {
        let api = try DefinitionAPI.over(ScriptedConnector(), Self.rules)

        let task = await api.finished("any-thing")

        #expect(task.identifier == "any-thing")
        #expect(await api.finished("an").error?.underlying as? DefinitionError == .unknownName("an", similar: []))
        #expect(
            task.error?.underlying as? DefinitionError == .unknownName("any-thing", similar: ["Anything"]))
    }

    @Test func awaitedRequestAlsoRunsItsCallbacks() async throws {
        let api = try DefinitionAPI.over(
            ScriptedConnector(.response(.json(#"{"id": 7}"#)), .response(.json("{}", statusCode: 404))), Self.rules)
        let events = Events()

        let model = try await api.request("Text", as: Anything.self) { $0.record(in: events) }
        let error = await failure { try await api.request("Text", as: Anything.self) { $0.record(in: events) } }

        #expect(model == Anything(id: 7))
        #expect(error?.type == .invalidResponse)
        #expect(
            events.lines == [
                "success Anything(id: 7)", "finished true", "completion Anything(id: 7) nil, task nil",
                "failure invalidResponse", "finished false", "completion nil invalidResponse, task invalidResponse",
            ])
    }

    @Test func awaitedRequestEndsItsTask() async throws {
        let clock = ManualClock()
        let api = try DefinitionAPI.over(MockConnector { _ in .json(#"{"id": 7}"#) }, Self.rules, clock: clock)

        async let model = api.request("Anything", as: Anything.self) { $0.debugDelayRequestSend = .seconds(1) }
        await clock.waitForSleepers()
        let task = try #require(api.tasks.first)
        clock.advance(by: .seconds(1))

        #expect(try await model == Anything(id: 7))
        #expect(task.isEnded && task.isSuccess && task.responseObject as? Anything == Anything(id: 7))
    }

    @Test func emptyResponseIsNilForEveryType() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in Response(statusCode: 204) }, Self.rules)
        let events = Events()

        #expect(try await api.request("Text", as: Anything?.self) { $0.record(in: events) } == nil)
        try await api.request("Text", as: Void.self) { $0.record(in: events) }
        try await api.request("Text", as: Void.self) {
            $0.responseObjectTransformer = { _, object in object ?? "none" }
        }
        try await api.request("Text") { $0.record(in: events) }

        #expect(
            events.lines
                == (0..<3).flatMap { _ in ["success nil", "finished true", "completion nil nil, task nil"] })
    }

    @Test func definedModelCanBeAwaited() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in .json(#"{"id": 7}"#) }, Self.rules)

        let object = try await api.request("Anything")
        let model: Anything = try await api.request("Anything")
        try await api.request("Text")

        #expect(object as? Anything == model)
    }

    @Test func restartedTaskClearsItsState() async throws {
        let connector = ScriptedConnector(.response(.json(#"{"id": 7}"#)), .failure(URLError(.timedOut)))
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a", "Cache Policy": 2}}"#)
        let task = LockedValue<DefinitionTask?>(nil)
        let connection = api.connection("A", as: Anything.self) {
            $0.success { done, _ in task.withLock { $0 = done } }
        }

        _ = try await connection.response()
        #expect(try await connection.response() == Anything(id: 7))
        #expect(task.withLock { $0 }?.isFromCache == true)
        try await api.cache.removeAll()
        #expect(await failure { try await connection.response() }?.type == .network)

        #expect(task.withLock { $0 }?.isFromCache == false)
        #expect(task.withLock { $0 }?.responseObject == nil)
    }

    @Test func cancelingTheAwaitingTaskCancelsTheRequest() async throws {
        let connector = ScriptedConnector(.silence)
        let api = try DefinitionAPI.over(connector, Self.rules)

        let work = Task { await failure { try await api.request("Text", as: String.self) } }
        await connector.waitForRequests(1)
        #expect(api.tasks.map(\.identifier) == ["Text"])
        work.cancel()

        #expect(await work.value?.type == .canceled)
        #expect(api.tasks.isEmpty)
    }

    @Test func createdConnectionIsNotStarted() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in .json(#"{"id": 7}"#) }, Self.rules)
        let recorder = EventRecorder()

        let connection = api.connection("Text", as: Anything?.self)
        #expect(api.tasks.isEmpty)
        connection.addListener(recorder)

        #expect(try await connection.response() == Anything(id: 7))
        #expect(recorder.events == [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
        try await api.request("Text", as: Void.self)
    }

    @Test func progressIsReportedWithTheTask() async throws {
        let server = try LoopbackServer { _ in .json(#"{"id": 7}"#) }
        let api = try DefinitionAPI.over(TestConnector.shared, #"{"Send": {"Path": "x", "Method": "POST"}}"#)
        api.baseURL = server.url
        let progress = LockedValue<[TransferProgress]>([])

        await api.finished("Send") { c in
            c.parameters = ["a": 1]
            c.uploadProgress { task, step in
                #expect(task.identifier == "Send")
                progress.withLock { $0.append(step) }
            }
            c.downloadProgress { _, step in progress.withLock { $0.append(step) } }
        }

        let steps = progress.withLock { $0 }
        #expect(steps.last { $0.direction == .upload } == TransferProgress(direction: .upload, bytes: 7, total: 7))
        #expect(steps.last { $0.direction == .download } == TransferProgress(direction: .download, bytes: 9, total: 9))
    }
}

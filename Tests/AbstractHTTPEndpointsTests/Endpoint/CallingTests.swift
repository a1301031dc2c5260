import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Endpoints are called as functions, and with callbacks.
@Suite struct CallingTests {
    @Test func everyMethodIsSent() async throws {
        let connector = ScriptedConnector.always()

        try await GET<None, None>("a").over(connector)()
        try await POST<None, None>("a").over(connector)()
        try await PUT<None, None>("a").over(connector)()
        try await PATCH<None, None>("a").over(connector)()
        try await DELETE<None, None>("a").over(connector)()
        try await HEAD<None, None>("a").over(connector)()
        try await OPTIONS<None, None>("a").over(connector)()

        #expect(
            connector.requests.map(\.method) == [.get, .post, .put, .patch, .delete, .head, .options])
        #expect(try await connector.bodies() == [nil, nil, nil, nil, nil, nil, nil])
    }

    @Test func customMethodIsAType() async throws {
        struct PURGE<Input: Encodable & Sendable, Output: Decodable & Sendable>: Endpoint {
            var definition: EndpointDefinition<Input, Output>
            init(_ path: String) { definition = EndpointDefinition(method: "PURGE", path) }
        }
        let connector = ScriptedConnector.always("[1]")

        let numbers = try await PURGE<Page, [Int]>("cache").over(connector)(Page(index: 1, total: 2))

        #expect(numbers == [1])
        #expect(connector.lines == ["PURGE https://api.example.com/cache"])
        #expect(try await connector.bodies() == [#"{"index":1,"total":2}"#])
    }

    @Test func customMethodHasAllInitializers() async throws {
        struct PURGE<Input: Encodable & Sendable, Output: Sendable>: MethodEndpoint {
            static var method: HTTPMethod { "PURGE" }
            var definition: EndpointDefinition<Input, Output>
        }
        let connector = ScriptedConnector.always("[1]")
        let config = ConnectionConfig(connector: connector)

        let numbers = try await PURGE<None, [Int]>("a", base: "https://a.example").config(config)()
        let stream = try await PURGE<None, ResponseStream>("https://a.example/b").config(config)()

        #expect(numbers == [1])
        #expect(try await stream.body.collected() == Data("[1]".utf8))
        #expect(connector.lines == ["PURGE https://a.example/a", "PURGE https://a.example/b"])
    }

    @Test func endpointsArePassedAsValues() async throws {
        let connector = ScriptedConnector.always("[1]")
        let endpoints: [any Endpoint<Page, [Int]>] = [
            GET<Page, [Int]>("a").over(connector), PUT<Page, [Int]>("b").over(connector),
        ]

        for endpoint in endpoints { #expect(try await endpoint(Page(index: 1, total: 2)) == [1]) }

        #expect(
            connector.lines == ["GET https://api.example.com/a?index=1&total=2", "PUT https://api.example.com/b"])
    }

    @Test func aFailureIsThrownWithItsResponse() async {
        let endpoint = GET<None, Page>("page").over(ScriptedConnector.always(#"{"why": "no"}"#, statusCode: 409))

        let error = await failure { try await endpoint() }

        #expect(error?.type == .invalidResponse)
        #expect(error?.response?.text == #"{"why": "no"}"#)
    }

    @Test func cancelingTheTaskCancelsTheConnection() async {
        let connector = ScriptedConnector(.silence)
        let endpoint = GET<None, None>("page").over(connector)
        let task = Task { await failure { try await endpoint() } }

        await connector.waitForRequests(1)
        task.cancel()

        #expect(await task.value?.type == .canceled)
    }

    @Test func unstartedConnectionAcceptsListeners() async throws {
        let connector = ScriptedConnector.always("[1]")
        let recorder = EventRecorder()

        let connection = GET<None, [Int]>("numbers").over(connector).connection().recorded(by: recorder)
        #expect(connector.requests.isEmpty)

        #expect(try await connection.response() == [1])
        #expect(recorder.events == [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
    }
}

/// Callbacks on the main actor or on a queue.
@Suite(.tags(.threadSanitizer)) @MainActor struct CompletionTests {
    private let connector = ScriptedConnector.always("[1]")

    @Test func successIsReportedOnce() async throws {
        var results: [[Int]?] = []
        let endpoint = POST<Page, [Int]>("numbers").over(connector)

        let (first, second) = (Promise<Void>(), Promise<Void>())
        endpoint.request(Page(index: 1, total: 2)) { result in
            results.append(result.value)
            first.fulfill(())
        }
        endpoint(Page(index: 3, total: 4)) { result in
            results.append(result.value)
            second.fulfill(())
        }
        await first.value()
        await second.value()

        #expect(results == [[1], [1]])
        #expect(connector.lines.count == 2)
    }

    @Test func failureIsReportedOnce() async {
        var types: [ConnectionErrorType?] = []
        let isOver = Promise<Void>()

        GET<None, Page>("page").over(connector).request { result in
            #expect(result.value == nil)
            types.append(result.error?.type)
            isOver.fulfill(())
        }
        await isOver.value()

        #expect(types == [.parse])
    }

    @Test func nothingIsReportedAfterACancel() async {
        let isOver = Promise<Void>()
        let watch = ClosureEventMonitor(onEnd: { _, _ in isOver.fulfill(()) })
        let connection = GET<None, [Int]>("numbers").over(connector).listener(watch).request { _ in
            Issue.record("called after a cancel")
        }

        connection.cancel()

        await isOver.value()
    }

    @Test func callbackIsOptionalWithoutAnOutput() async throws {
        let isOver = Promise<Void>()
        let watch = ClosureEventMonitor(onEnd: { _, _ in isOver.fulfill(()) })

        PUT<Page, None>("page").over(connector).listener(watch).request(Page(index: 1, total: 2))
        await isOver.value()

        #expect(try await connector.bodies() == [#"{"index":1,"total":2}"#])
    }

    @Test func theConnectionThatIsReturnedCanBeRestarted() async {
        var count = 0
        let (first, second) = (Promise<Void>(), Promise<Void>())
        let connection = GET<None, [Int]>("numbers").over(connector).request { _ in
            count += 1
            (count == 1 ? first : second).fulfill(())
        }
        await first.value()

        connection.restart()
        await second.value()

        #expect(connector.lines.count == 2)
    }

    @Test func callbackRunsOnTheQueue() async {
        let queue = DispatchQueue(label: "callbacks")
        let result = Promise<[Int]?>()

        // The order among the modifiers does not matter.
        GET<Page, [Int]>("numbers").queue(queue).over(connector).request(Page(index: 1, total: 2)) {
            dispatchPrecondition(condition: .onQueue(queue))
            result.fulfill($0.value)
        }

        #expect(await result.value() == [1])
        #expect(connector.lines == ["GET https://api.example.com/numbers?index=1&total=2"])
    }

    @Test func anEndpointWithAQueueIsStillAFunction() async throws {
        let endpoint = GET<None, [Int]>("numbers").over(connector).queue(.global())
        let results = LockedValue<[Int]>([])
        let isOver = Promise<Void>()

        #expect(try await endpoint() == [1])
        endpoint { result in
            results.withLock { $0 = result.value ?? [] }
            isOver.fulfill(())
        }
        await isOver.value()

        #expect(results.withLock { $0 } == [1])
    }
}

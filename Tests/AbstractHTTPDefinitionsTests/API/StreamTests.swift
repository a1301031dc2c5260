import AbstractHTTPDefinitions
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Definitions whose responses are streams.
@Suite(.tags(.threadSanitizer)) struct DefinitionStreamTests {
    private let rules = #"{"A": {"Path": "a", "Method": "POST", "Cache Policy": 2}}"#

    @Test func eventsAreRead() async throws {
        let connector = ScriptedConnector.always(
            "data: {\"id\": 1}\n\ndata: {\"id\": 2}\n\ndata: [DONE]\n\n", mediaType: "text/event-stream")
        let api = try DefinitionAPI.over(connector, rules)

        for _ in 0..<2 {
            let events = try await api.request("A", as: EventStream<Anything>.self, parameters: ["q": 1])
            var ids: [Int] = []
            for try await event in events { ids.append(event.id) }
            #expect(ids == [1, 2])
        }

        // Nothing was stored, although the definition stores collected responses.
        #expect(try await connector.bodies() == [#"{"q":1}"#, #"{"q":1}"#])
    }

    @Test func elementsOfAnArrayAreRead() async throws {
        let api = try DefinitionAPI.over(ScriptedConnector.always(#"[{"id": 1}, {"id": 2}]"#), rules)
        var ids: [Int] = []

        for try await element in try await api.request("A", as: JSONElements<Anything>.self) { ids.append(element.id) }

        #expect(ids == [1, 2])
    }

    @Test func linesAreReadBeforeTheBodyEnds() async throws {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer { _ in LoopbackResponse(body: .chunks(chunks)) }
        let api = try DefinitionAPI.over(TestConnector.make(), #"{"A": {"Path": "\#(server.url)/a"}}"#)

        pieces.yield(Data("1\n".utf8))
        var lines = try await api.request("A", as: JSONLines<Int>.self).makeAsyncIterator()
        #expect(try await lines.next() == 1)

        pieces.finish()
        #expect(try await lines.next() == nil)
    }

    @Test(arguments: [true, false]) func aStreamThatIsReleasedEndsTheRequest(hasBehavior: Bool) async throws {
        struct Anything: DefinitionBehavior {}
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer { _ in LoopbackResponse(body: .chunks(chunks)) }
        let api = try DefinitionAPI.over(TestConnector.make(), #"{"A": {"Path": "\#(server.url)/a"}}"#)
        if hasBehavior { api.behavior = Anything() }
        let ended = Promise<Bool>()
        let objects = LockedValue<[Bool]>([])

        pieces.yield(Data("1\n2\n".utf8))
        do {
            let lines = try await api.request("A", as: JSONLines<Int>.self) { context in
                context.success { task, object in
                    objects.withLock { $0 = [object is JSONLines<Int>, task.responseObject == nil] }
                }
                context.finished { _, isSuccess in ended.fulfill(isSuccess) }
            }
            var iterator = lines.makeAsyncIterator()
            _ = try await iterator.next()
        }

        #expect(await ended.value() == false)
        #expect(objects.withLock { $0 } == [true, true])
        #expect(api.tasks(identifier: "A").isEmpty)
    }

    @Test func anUnknownSerializerIsAnError() async throws {
        let api = try DefinitionAPI.over(ScriptedConnector.always("1\n"))
        var definition = Definition(name: "A", path: "a")
        definition.responseSerializer = "Nope"
        try api.store.add(definition)

        let error = await failure { try await api.request("A", as: JSONLines<Int>.self) }

        #expect(error?.underlying is DefinitionError)
    }

    @Test func behaviorDoesNotValidateStreams() async throws {
        struct Refusal: DefinitionBehavior {
            func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool { false }
        }
        let api = try DefinitionAPI.over(ScriptedConnector.always("1\n"), rules)
        api.behavior = Refusal()

        let lines = try await api.request("A", as: JSONLines<Int>.self)

        #expect(try await lines.reduce(0, +) == 1)
    }

    @Test func failureStatusHasItsBody() async throws {
        let api = try DefinitionAPI.over(ScriptedConnector.always(#"{"why": "no"}"#, statusCode: 403), rules)

        let error = await failure { try await api.request("A", as: JSONLines<Int>.self) }

        #expect(error?.type == .invalidResponse)
        #expect((error?.failureModel as? HTTPContent)?["why"] == "no")
    }
}

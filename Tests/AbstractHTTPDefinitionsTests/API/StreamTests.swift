import AbstractHTTPDefinitions
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Definitions whose responses are streams.
@Suite struct DefinitionStreamTests {
    private let rules = #"{"A": {"Path": "a", "Method": "POST", "Cache Policy": 2}}"#

    @Test func eventsAreRead() async throws {
        let connector = ScriptedConnector.always("data: {\"id\": 1}\n\ndata: {\"id\": 2}\n\ndata: [DONE]\n\n")
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

    @Test func aBehaviorDoesNotJudgeAStream() async throws {
        struct Refusal: DefinitionBehavior {
            func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool { false }
        }
        let api = try DefinitionAPI.over(ScriptedConnector.always("1\n"), rules)
        api.behavior = Refusal()

        let lines = try await api.request("A", as: JSONLines<Int>.self)

        #expect(try await lines.reduce(0, +) == 1)
    }

    @Test func aStatusThatIsNoSuccessHasItsBody() async throws {
        let api = try DefinitionAPI.over(ScriptedConnector.always(#"{"why": "no"}"#, statusCode: 403), rules)

        let error = await failure { try await api.request("A", as: JSONLines<Int>.self) }

        #expect(error?.type == .invalidResponse)
        #expect((error?.failureModel as? HTTPContent)?["why"] == "no")
    }
}

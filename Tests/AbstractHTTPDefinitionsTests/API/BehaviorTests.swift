import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Decisions made in one place for all requests of an API.
@Suite struct BehaviorTests {
    private static let rules = """
        {
          "Default": {"Path": "a"},
          "Success": {"Path": "a", "Response Type": 1},
          "Object": {"Path": "a", "Response Type": 2, "Response Class": "Anything"},
          "Objects": {"Path": "a", "Response Type": 3, "Response Class": "Anything"},
          "Null": {"Path": "a", "Response Type": 2, "Response Class": "Anything", "Response Accept Null": true}
        }
        """

    private struct ServiceFailure: Error, Equatable {
        let code: Int
    }

    private struct Envelope: DefinitionBehavior {
        let events = Events()
        var handles = true

        func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool {
            events("asked \(response.definition.name ?? "")")
            let content = try response.content()
            guard let code = content["code"]?.intValue else { return false }
            guard code == 0 else { throw ServiceFailure(code: code) }
            try response.replace(with: content["data"] ?? .null)
            return true
        }

        func generalHandler(for error: ConnectionError, task: DefinitionTask) -> Bool {
            events("general \(error.type) \(task.identifier)")
            return handles
        }
    }

    /// Reads lines such as `key=value`, whose values are JSON.
    private struct LinesDecoder: ContentDecoder {
        func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
            var members: HTTPContent.Members = [:]
            for line in response.text.split(separator: "\n") {
                let parts = line.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { throw ConnectionErrorType.parse }
                members["\(parts[0])"] = try JSONDecoder().decode(HTTPContent.self, from: Data(parts[1].utf8))
            }
            return try HTTPContent.dictionary(members).decoded()
        }
    }

    private func api(_ body: String, _ behavior: Envelope, statusCode: Int = 200) throws -> DefinitionAPI {
        let api = try DefinitionAPI.over(MockConnector { _ in .json(body, statusCode: statusCode) }, Self.rules)
        api.behavior = behavior
        return api
    }

    @Test func envelopeIsUnwrappedForEveryResponseType() async throws {
        let envelope = Envelope()
        let one = try api(#"{"code": 0, "data": {"id": 7}}"#, envelope)
        let many = try api(#"{"code": 0, "data": [{"id": 7}]}"#, envelope)
        let none = try api(#"{"code": 0}"#, envelope)

        #expect(await one.finished("Default").responseObject as? HTTPContent == ["id": 7])
        #expect(await one.finished("Success").responseObject as? HTTPContent == ["id": 7])
        #expect(await one.finished("Object").responseObject as? Anything == Anything(id: 7))
        #expect(await many.finished("Objects").responseObject as? [Anything] == [Anything(id: 7)])
        #expect(try await one.request("Default", as: Anything.self) == Anything(id: 7))
        #expect(try await none.request("Default", as: Anything?.self) == nil)
        let nothing = await none.finished("Null")
        #expect(nothing.isSuccess && nothing.responseObject == nil)
        #expect(await none.finished("Object").error?.underlying is EmptyResponse)
        #expect(envelope.events.lines.filter { $0.hasPrefix("asked") }.count == 8)
    }

    @Test func envelopeIsUnwrappedForCustomDecoders() async throws {
        let api = try api("code=0\ndata={\"id\": 7}", Envelope())
        api.registry.register(responseSerializer: "Lines", LinesDecoder())
        api.store.defaultDefinition.responseSerializer = "Lines"

        #expect(await api.finished("Default").responseObject as? HTTPContent == ["id": 7])
        #expect(await api.finished("Object").responseObject as? Anything == Anything(id: 7))
        #expect(try await api.request("Default", as: Anything.self) == Anything(id: 7))
    }

    @Test func replacedStringIsAModel() async throws {
        let api = try api(#"{"code": 0, "data": "hello"}"#, Envelope())
        api.registry.register(String.self)
        try api.store.load(
            json: Data(#"{"Text": {"Path": "a", "Response Type": 2, "Response Class": "String"}}"#.utf8),
            replacing: false)

        #expect(try await api.request("Default", as: String.self) == "hello")
        #expect(try await api.request("Default", as: String?.self) == "hello")
        #expect(await api.finished("Default").responseObject as? HTTPContent == "hello")
        #expect(await api.finished("Text").responseObject as? String == "hello")
    }

    @Test func replacedTextIsUTF8() async throws {
        let response = Response(
            statusCode: 200, headers: ["Content-Type": "application/json; charset=iso-8859-1"],
            data: Data(#"{"code": 0, "data": {"a": "é"}}"#.utf8))
        let api = try DefinitionAPI.over(MockConnector { _ in response }, Self.rules)
        api.behavior = Envelope()

        #expect(try await api.request("Default", as: String.self) == #"{"a":"é"}"#)
    }

    @Test func replacedBodyIsJSONWhateverItsTypeWas() async throws {
        let list: [String: Any] = ["code": 0, "data": ["id": 7]]
        let response = Response(
            statusCode: 200, headers: ["Content-Type": "application/x-plist"],
            data: try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0))
        let api = try DefinitionAPI.over(MockConnector { _ in response }, Self.rules)
        api.behavior = Envelope()
        api.store.defaultDefinition.responseSerializer = "AFHTTPResponseSerializer"

        #expect(try await api.request("Default", as: Anything.self) == Anything(id: 7))
        #expect(await api.finished("Object").responseObject as? Anything == Anything(id: 7))
    }

    @Test func responseRejectedByAnEnvelopeFails() async throws {
        let envelope = Envelope()

        let failed = await (try api(#"{"code": 9}"#, envelope)).finished("Object")
        let unknown = await (try api("{}", envelope)).finished("Object")
        let missing = await (try api(#"{"code": 9}"#, envelope, statusCode: 404)).finished("Object")

        #expect(failed.error?.type == .invalidResponse)
        #expect(failed.error?.underlying as? ServiceFailure == ServiceFailure(code: 9))
        #expect(failed.error?.failureModel as? HTTPContent == ["code": 9])
        #expect(unknown.error?.underlying as? DefinitionError == .noSuccess("Object"))
        #expect(missing.error?.type == .invalidResponse)
        #expect(envelope.events.lines.filter { $0.hasPrefix("asked") }.count == 2)
    }

    @Test(arguments: [true, false]) func generalHandlerRunsFirstAndCanStopOthers(_ goesOn: Bool) async throws {
        let envelope = Envelope(handles: goesOn)
        let api = try api(#"{"code": 9}"#, envelope)
        let events = envelope.events

        api.request(name: "Object") { $0.record(in: events) }
        await events.wait(for: goesOn ? 5 : 4)

        let failure = goesOn ? ["failure invalidResponse"] : []
        #expect(
            events.lines == ["asked Object", "general invalidResponse Object"] + failure + [
                "finished false", "completion nil invalidResponse, task invalidResponse",
            ])
    }

    @Test func generalHandlerSeesAwaitedFailuresNotCancels() async throws {
        let envelope = Envelope()
        let connector = ScriptedConnector(.silence, .failure(URLError(.notConnectedToInternet)))
        let api = try DefinitionAPI.over(connector, Self.rules)
        api.behavior = envelope

        let task = api.request(name: "Object") { $0.record(in: envelope.events) }
        await connector.waitForRequests(1)
        task.cancel()
        await envelope.events.wait(for: 2)
        let error = await failure { try await api.request("Object", as: Anything.self) }

        #expect(error?.type == .network)
        #expect(
            envelope.events.lines == [
                "finished false", "completion nil nil, task canceled", "general network Object",
            ])
    }

    @Test func aTransformerMakesAnotherObject() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in .json(#"{"id": 7}"#) }, Self.rules)
        let twice: @Sendable (Definition, (any Sendable)?) throws -> (any Sendable)? = { definition, object in
            guard let anything = object as? Anything else { return "\(definition.name ?? "")" }
            return Anything(id: anything.id * 2)
        }

        let task = await api.finished("Object") { $0.responseObjectTransformer = twice }
        let other = await api.finished("Default") { $0.responseObjectTransformer = twice }
        let nothing = await api.finished("Default") { $0.responseObjectTransformer = { _, _ in nil } }
        let model = try await api.request("Default", as: Anything.self) { $0.responseObjectTransformer = twice }
        let mismatch = await failure {
            try await api.request("Default", as: Anything.self) { $0.responseObjectTransformer = { _, _ in "text" } }
        }
        let failed = await api.finished("Object") {
            $0.responseObjectTransformer = { _, _ in throw URLError(.unknown) }
        }

        #expect(task.responseObject as? Anything == Anything(id: 14))
        #expect(other.responseObject as? String == "Default")
        #expect(nothing.isSuccess && nothing.responseObject == nil)
        #expect(model == Anything(id: 14))
        #expect(mismatch?.underlying as? DefinitionError == .unexpectedObject("String", wanted: "Anything"))
        #expect(failed.error?.type == .parse)
    }
}

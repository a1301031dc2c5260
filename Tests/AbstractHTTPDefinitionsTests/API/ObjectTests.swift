import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What a response becomes, depending on the type that the definition expects.
@Suite struct ObjectTests {
    private static let rules = """
        {
          "Default": {"Path": "a"},
          "Strict": {"Path": "a", "Response Accept Null": false},
          "Bytes": {"Path": "a", "Response Serializer": "AFHTTPResponseSerializer"},
          "Plist": {"Path": "a", "Response Serializer": "AFPropertyListResponseSerializer", "Response Type": 2, "Response Class": "Anything"},
          "Tree": {"Path": "a", "Response Type": 2},
          "Trees": {"Path": "a", "Response Type": 3},
          "Object": {"Path": "a", "Response Type": 2, "Response Class": "Anything"},
          "Objects": {"Path": "a", "Response Type": 3, "Response Class": "Anything"},
          "Null": {"Path": "a", "Response Type": 2, "Response Class": "Anything", "Response Accept Null": true},
          "By Status": {
            "Path": "a", "Response Type": 2, "Response Class": "Anything", "Response Classes": {"202": "TopicEntity"},
            "Failure Class": "Refusal", "Failure Classes": {"409": "Anything", "410": "Made"}
          },
          "Made": {"Path": "a", "Response Type": 3, "Response Class": "Made"}
        }
        """

    private func task(
        _ name: String, of body: String, statusCode: Int = 200, inPropertyList: Bool = false
    ) async throws -> DefinitionTask {
        let api = try DefinitionAPI.over(MockConnector { _ in .json(body, statusCode: statusCode) })
        api.registry.register(Refusal.self)
        api.registry.register("Made") { content in content["id"]?.intValue ?? 0 }
        let json = Data(Self.rules.utf8)
        if inPropertyList {
            let rules = try JSONSerialization.jsonObject(with: json)
            try api.store.load(
                propertyList: try PropertyListSerialization.data(fromPropertyList: rules, format: .binary, options: 0))
        } else {
            try api.store.load(json: json)
        }
        return await api.finished(name)
    }

    private func object(_ name: String, of body: String, statusCode: Int = 200) async throws -> (any Sendable)? {
        try await task(name, of: body, statusCode: statusCode).responseObject
    }

    private func error(_ name: String, of body: String) async throws -> ConnectionErrorType? {
        try await task(name, of: body).error?.type
    }

    /// A failure that only has a status.
    struct Refusal: ResponseDecodable, Equatable, Sendable {
        let status: Int
        init(response: Response) { status = response.statusCode }
    }

    @Test func theStatusDecidesTheModel() async throws {
        #expect(try await object("By Status", of: #"{"id": 7}"#) as? Anything == Anything(id: 7))
        #expect(
            try await object("By Status", of: #"{"title": "a"}"#, statusCode: 202) as? TopicEntity
                == TopicEntity(title: "a"))
        let conflict = try await task("By Status", of: #"{"id": 7}"#, statusCode: 409)
        let gone = try await task("By Status", of: #"{"id": 8}"#, statusCode: 410)
        let unknown = try await task("By Status", of: "", statusCode: 404)
        #expect(conflict.error?.failureModel as? Anything == Anything(id: 7))
        #expect(gone.error?.failureModel as? Int == 8)
        #expect((unknown.error?.failureModel as? Refusal)?.status == 404)
    }

    @Test func aPropertyListChoosesTheSameModels() async throws {
        let accepted = try await task("By Status", of: #"{"title": "a"}"#, statusCode: 202, inPropertyList: true)
        let conflict = try await task("By Status", of: #"{"id": 7}"#, statusCode: 409, inPropertyList: true)
        let unknown = try await task("By Status", of: "", statusCode: 404, inPropertyList: true)

        #expect(accepted.responseObject as? TopicEntity == TopicEntity(title: "a"))
        #expect(conflict.error?.failureModel as? Anything == Anything(id: 7))
        #expect((unknown.error?.failureModel as? Refusal)?.status == 404)
    }

    @Test func everyTypeIsCreatedFromTheBody() async throws {
        #expect(try await object("Default", of: #"{"id": 7}"#) as? HTTPContent == ["id": 7])
        #expect(try await object("Bytes", of: "text") as? Data == Data("text".utf8))
        #expect(try await object("Bytes", of: "null") as? Data == Data("null".utf8))
        #expect(try await object("Tree", of: #"{"id": 7}"#) as? HTTPContent == ["id": 7])
        #expect(try await object("Trees", of: "[1]") as? HTTPContent == [1])
        #expect(try await object("Object", of: #"{"id": 7}"#) as? Anything == Anything(id: 7))
        #expect(try await object("Objects", of: #"[{"id": 7}]"#) as? [Anything] == [Anything(id: 7)])
        #expect(try await object("Made", of: #"[{"id": 7}, {}]"#) as? [any Sendable] as? [Int] == [7, 0])
        #expect(
            try await object(
                "Plist", of: #"<plist version="1.0"><dict><key>id</key><integer>7</integer></dict></plist>"#)
                as? Anything == Anything(id: 7))
    }

    @Test func unexpectedContentFails() async throws {
        #expect(try await error("Default", of: "<html>") == .parse)
        #expect(try await error("Tree", of: "[]") == .parse)
        #expect(try await error("Trees", of: "{}") == .parse)
        #expect(try await error("Object", of: "[]") == .parse)
        #expect(try await error("Objects", of: "{}") == .parse)
        #expect(try await error("Object", of: "null") == .parse)
        #expect(try await error("Object", of: "") == .parse)
        #expect(try await error("Strict", of: "") == .parse)
    }

    @Test func emptyBodyIsAcceptedWhenAllowed() async throws {
        for (name, body) in [("Default", ""), ("Default", "null"), ("Null", ""), ("Null", " null ")] {
            let task = try await task(name, of: body)
            #expect(task.isSuccess && task.responseObject == nil, "\(name) \(body)")
        }
        #expect(try await object("Strict", of: "null") as? HTTPContent == .null)
        #expect(try await task("Default", of: "", statusCode: 204).isSuccess)
    }

    @Test func unregisteredNameFails() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in .json(#"{"id": 7}"#) })
        var definition = Definition(name: "A", path: "a")
        (definition.responseType, definition.responseClass) = (.object, "Nobody")
        try api.store.add(definition)
        #expect(await api.finished("A").error?.underlying is DefinitionError)

        (definition.responseClass, definition.responseSerializer) = ("Anything", "Nothing")
        try api.store.add(definition)
        #expect(await api.finished("A").error?.underlying is DefinitionError)

        (definition.responseSerializer, definition.requestSerializer) = (nil, "Nothing")
        try api.store.add(definition)
        #expect(await api.finished("A").error?.type == .invalidRequest)
    }

    @Test func registeredModelUsesACustomDecoder() async throws {
        struct Topic: Decodable, Sendable { var pageTitle: String }
        let api = try DefinitionAPI.over(MockConnector { _ in .json(#"{"page_title": "a"}"#) })
        api.registry.register(Topic.self, as: "TPC")
        api.registry.register(responseSerializer: "Snake", .json(keys: .fromSnakeCase))
        try api.store.load(
            json: Data(
                #"{"A": {"Path": "a", "Response Type": 2, "Response Class": "TPC", "Response Serializer": "Snake"}}"#
                    .utf8))

        #expect(await (api.finished("A").responseObject as? Topic)?.pageTitle == "a")
        #expect(try await api.request("A", as: Topic.self).pageTitle == "a")
    }
}

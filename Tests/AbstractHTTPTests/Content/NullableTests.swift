import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Properties that are absent, null, or a value.
@Suite struct NullableTests {
    private struct Patch: Codable, Hashable, Sendable {
        var name = Nullable<String>.absent
        var born = Nullable<Date>.absent
        var tags = Nullable<[String]>.absent
    }

    private static let patches: [(json: String, patch: Patch)] = [
        ("{}", Patch()),
        (#"{"name":null}"#, Patch(name: .null)),
        (#"{"name":"Ada"}"#, Patch(name: .value("Ada"))),
        (
            #"{"born":"1970-01-01T00:00:07Z","name":null,"tags":[]}"#,
            Patch(name: .null, born: .value(.init(timeIntervalSince1970: 7)), tags: .value([]))
        ),
    ]

    @Test(arguments: patches.indices) func threeStatesAreWritten(_ index: Int) async throws {
        let (json, patch) = Self.patches[index]

        #expect(try await JSONContentEncoder().encode(patch).body?.text() == json)
        #expect(try await JSONContentEncoder(nulls: .sent).encode(patch).body?.text() == json)
    }

    @Test(arguments: patches.indices) func threeStatesAreRead(_ index: Int) throws {
        let (json, patch) = Self.patches[index]

        let response = Response(statusCode: 200, data: Data(json.utf8))

        #expect(try response.decoded(as: Patch.self) == patch)
        #expect(try response.decoded(as: HTTPContent.self).decoded(as: Patch.self) == patch)
    }

    @Test func encodersOfFoundationKnowIt() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let patch = Patch(name: .null, tags: .value(["a"]))

        let json = try encoder.encode(patch)

        #expect(String(decoding: json, as: UTF8.self) == #"{"name":null,"tags":["a"]}"#)
        #expect(try JSONDecoder().decode(Patch.self, from: json) == patch)
    }

    @Test func keyStrategiesApply() async throws {
        struct Rename: Codable, Hashable, Sendable {
            var fullName: Nullable<String>
        }
        let written = try await JSONContentEncoder(keys: .snakeCase).encode(Rename(fullName: .null)).body?.text()
        let response = Response(statusCode: 200, data: Data(#"{"full_name":null}"#.utf8))
        let decoder = JSONContentDecoder(keys: .fromSnakeCase)

        #expect(written == #"{"full_name":null}"#)
        #expect(try response.decoded(as: Rename.self, by: decoder) == Rename(fullName: .null))
    }

    @Test func queriesAndFormsLeaveOutNull() throws {
        let patch = Patch(name: .null, tags: .value(["a"]))

        #expect(try QueryContentEncoder().encode(patch).query == "tags=a")
        #expect(try QueryContentEncoder(options: FieldOptions(nulls: .empty)).encode(patch).query == "name=&tags=a")
    }

    @Test func elementOfAnArrayIsNullOrAValue() throws {
        let values: [Nullable<Int>] = [.value(1), .null, .absent]

        let content = try HTTPContent(values)

        #expect(content == [1, .null, .null])
        #expect(try content.decoded(as: [Nullable<Int>].self) == [.value(1), .null, .null])
    }

    @Test func contentThatIsAbsentIsNone() async throws {
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let config = ConnectionConfig(baseURL: "https://a.example", connector: connector)

        try await HTTP("/").method(.post).content(Nullable<Patch>.absent).asVoid(config: config).response()

        #expect(connector.requests.map { $0.body == nil } == [true])
    }
}

import AbstractHTTP
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import Testing

/// A PATCH that keeps one field, erases another, and sets a third, in each style.
@Suite(.timeLimit(.minutes(5))) struct NullableStyleTests {
    private let connector = ScriptedConnector.always(#"{"nick":null}"#)
    private let patch = UserPatch(nick: .null, born: .value(1815))
    private let sent = #"{"born":1815,"nick":null}"#

    private var config: ConnectionConfig { ConnectionConfig(baseURL: "https://a.example", connector: connector) }

    @Test func specSendsAndReadsThreeStates() async throws {
        struct Rename: ConnectionSpec {
            typealias ResponseModel = UserPatch
            let patch: UserPatch
            var request: HTTP { HTTP("/users/7").method(.patch).content(patch) }
        }

        let answer = try await Connection(Rename(patch: patch), config: config).response()

        #expect(try await connector.bodies() == [sent])
        #expect(answer == UserPatch(nick: .null))
    }

    @Test func functionSendsAndReadsThreeStates() async throws {
        let rename = AbstractHTTPEndpoints.PATCH<UserPatch, UserPatch>("https://a.example/users/7").config(config)

        let answer = try await rename(patch)

        #expect(try await connector.bodies() == [sent])
        #expect(answer == UserPatch(nick: .null))
    }

    @Test func functionWithAVariableSendsThreeStates() async throws {
        struct Rename: Encodable, Sendable {
            var id: Int
            var nick: Nullable<String>
            var name: Nullable<String>
        }
        let rename = AbstractHTTPEndpoints.PATCH<Rename, UserPatch>("https://a.example/users/{id}").config(config)

        _ = try await rename(Rename(id: 7, nick: .null, name: .absent))

        #expect(connector.lines == ["PATCH https://a.example/users/7"])
        #expect(try await connector.bodies() == [#"{"nick":null}"#])
    }

    @Test func serviceSendsAndReadsThreeStates() async throws {
        var configuration = ServiceConfiguration(baseURL: "https://a.example")
        configuration.connectionConfig = config

        let answer = try await UserPatchesClient(configuration: configuration).rename(7, patch: patch)

        #expect(try await connector.bodies() == [sent])
        #expect(answer == UserPatch(nick: .null))
    }

    @Test func definitionSendsAndReadsThreeStates() async throws {
        let api = DefinitionAPI(baseURL: "https://a.example", config: config, cache: HTTPCache())
        try api.store.load(json: Data(#"{"Rename": {"Path": "users/7", "Method": "PATCH"}}"#.utf8))

        let answer = try await api.request("Rename", as: UserPatch.self, parameters: DefinitionParameters(patch))

        #expect(try await connector.bodies() == [sent])
        #expect(answer == UserPatch(nick: .null))
    }
}

struct UserPatch: Codable, Hashable, Sendable {
    var name = Nullable<String>.absent
    var nick = Nullable<String>.absent
    var born = Nullable<Int>.absent
}

@Service
protocol UserPatches {
    @PATCH("/users/{id}") @Body("patch") func rename(_ id: Int, patch: UserPatch) async throws -> UserPatch
}

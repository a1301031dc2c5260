import AbstractHTTP
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPIDL
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import Testing

@Service
protocol Queries {
    @POST("") func run() async throws -> String
}

/// In every style, an empty path is the base URL itself.
@Suite struct EmptyPathTests {
    private let base = "https://api.example.com/graphql"
    private let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
    private var config: ConnectionConfig { ConnectionConfig(connector: connector) }
    private var lines: [String] { connector.requests.map { "\($0.method) \($0.url.absoluteString)" } }

    @Test func requestIsSentToTheBaseURL() async throws {
        let client = APIClient(baseURL: base) { $0.connector = connector }

        _ = try await client.send(Query())
        _ = try await client.send(HTTP("").method(.post), as: String.self)

        #expect(lines == Array(repeating: "POST " + base, count: 2))
    }

    @Test func functionIsSentToTheBaseURL() async throws {
        let base = base
        _ = try await AbstractHTTPEndpoints.POST<None, String>("", base: base).config(config)()

        #expect(lines == ["POST " + base])
    }

    @Test func serviceIsSentToTheBaseURL() async throws {
        _ = try await QueriesClient(baseURL: base) { $0.connectionConfig = config }.run()

        #expect(lines == ["POST " + base])
    }

    @Test func definitionIsSentToTheBaseURL() async throws {
        let api = DefinitionAPI(baseURL: base, config: config)
        try api.store.load(json: Data(#"{"Query": {"Path": "", "Method": "POST"}}"#.utf8))

        _ = try await api.request("Query", as: String.self)

        #expect(lines == ["POST " + base])
    }

    @Test func requestOfTheIDLModuleIsSentToTheBaseURL() async throws {
        let request = IDLQuery()
        request.configuration.baseURLString = base

        _ = try await BaseClient(config: config).connection(to: request).response()

        #expect(lines == ["POST " + base])
    }
}

private struct Query: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP("").method(.post) }
}

private final class IDLQuery: IDLRequest {
    let (method, uri) = ("POST", "")
    var configuration = BaseConfiguration()
    var content: RequestContent? { nil }
}

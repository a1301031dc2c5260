import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

struct SignedRequests: RequestAdapter {
    let key: @Sendable () async throws -> String

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        var request = request
        request.headers[.authorization] = "Signature \(try await key())"
        return request
    }
}

/// `Documentation/Hooks.md`.
@Suite struct HooksPageTests {
    @Test func anAdapterSignsEachAttempt() async throws {
        let connector = ScriptedConnector { _, request in
            .response(Response(statusCode: 200, data: Data((request.headers[.authorization] ?? "").utf8)))
        }
        let fetchKey: @Sendable () async throws -> String = { "key" }

        let config = ConnectionConfig(connector: connector, policies: [SignedRequests(key: fetchKey)])
        let answer = try await HTTP("https://api.example.com/report").asString(config: config).response()

        #expect(answer == "Signature key")
    }
}

import AbstractHTTP
import Foundation
import Testing

struct Teapot: HTTPConnector {
    func execute(_ request: Request) async throws -> ResponseStream {
        ResponseStream(Response(statusCode: 418, data: Data("short and stout".utf8)))
    }
}

@Suite struct ConnectorsPageTests {
    @Test func aConnectorOfYourOwn() async throws {
        let config = ConnectionConfig(connector: Teapot())
        let response = try await HTTP("https://example.com/").config(config).asResponse().response()

        #expect(response.statusCode == 418)
    }
}

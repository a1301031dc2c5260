import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

struct Teapot: HTTPConnector {
    func execute(_ request: Request) async throws -> ResponseStream {
        ResponseStream(Response(statusCode: 418, data: Data("short and stout".utf8)))
    }
}

struct Signing: HTTPConnector {
    let next: any HTTPConnector
    let token: String

    func execute(_ request: Request) async throws -> ResponseStream {
        var request = request
        request.headers[.authorization] = "Bearer \(token)"
        return try await next.execute(request)
    }
}

struct Counting: HTTPConnector {
    func execute(_ request: Request) async throws -> ResponseStream {
        let chunks = AsyncStream { continuation in
            for number in 1...3 { continuation.yield(Data("\(number) ".utf8)) }
            continuation.finish()
        }
        return ResponseStream(statusCode: 200, headers: ["Content-Type": "text/plain"], body: ResponseBody(chunks))
    }
}

@Suite struct ConnectorsPageTests {
    @Test func aConnectorOfYourOwn() async throws {
        let config = ConnectionConfig(connector: Teapot())
        let response = try await HTTP("https://example.com/").config(config).asResponse().response()

        #expect(response.statusCode == 418)
    }

    @Test func aConnectorThatWrapsAnother() async throws {
        let connector = ScriptedConnector(.response(Response(statusCode: 204)))
        let config = ConnectionConfig(connector: Signing(next: connector, token: "t"))

        _ = try await HTTP("https://example.com/").config(config).asResponse().response()

        #expect(connector.requests.map { $0.headers[.authorization] } == ["Bearer t"])
    }

    @Test func aBodyOfChunks() async throws {
        let config = ConnectionConfig(connector: Counting())

        #expect(try await HTTP("https://example.com/").config(config).asString().response() == "1 2 3 ")
    }
}

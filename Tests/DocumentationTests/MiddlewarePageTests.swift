import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

struct Tracing: HTTPMiddleware {
    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        var request = request
        request.headers["X-Request-ID"] = UUID().uuidString
        return try await next.execute(request)
    }
}

final class Steps: ConnectionObserver {
    let write: @Sendable (String) -> Void

    init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    func willSend(connection: any ConnectionTask, request: Request) { write("sending \(request)") }

    func didDecode(connection: any ConnectionTask, response: Response, responseModel: any Sendable) {
        write("decoded \(responseModel)")
    }
}

@Suite struct MiddlewarePageTests {
    @Test func aMiddlewareChangesRequests() async throws {
        let connector = ScriptedConnector(.response(Response(statusCode: 200)))
        var config = ConnectionConfig(connector: connector)
        config.middleware = [Tracing()]

        _ = try await HTTP("https://api.example.com/").asData(config: config).response()

        #expect(connector.requests[0].headers["X-Request-ID"]?.count == 36)
    }

    @Test func aMiddlewareOfTheNetworkChangesRequests() async throws {
        let connector = ScriptedConnector(.response(Response(statusCode: 200)))
        var config = ConnectionConfig(connector: connector)
        config.networkMiddleware = [Tracing()]

        _ = try await HTTP("https://api.example.com/").asData(config: config).response()

        #expect(connector.requests[0].headers["X-Request-ID"]?.count == 36)
    }

    @Test func observersSeeTheSteps() async throws {
        let lines = LockedValue<[String]>([])
        let steps = Steps { line in lines.withLock { $0.append(line) } }
        var config = ConnectionConfig(
            connector: MockConnector { _ in Response(statusCode: 200, data: Data("ok".utf8)) })
        config.addListener(Steps { line in print(line) })
        config.addListener(steps)

        _ = try await HTTP("https://api.example.com/").asString(config: config).response()

        #expect(lines.withLock { $0 } == ["sending GET https://api.example.com/", "decoded ok"])
    }
}

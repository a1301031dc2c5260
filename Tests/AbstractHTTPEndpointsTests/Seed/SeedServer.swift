import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport

/// One loopback server in place of the servers of the seed. It receives the requests to all hosts, and `X-Host` names
/// the host.
final class SeedServer: HTTPMiddleware {
    let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { request in
            switch request.path {
            case "/api/v1/login", "/login": .json(#"{"id": 7, "name": "Ada"}"#)
            case "/api/v1/friends", "/friends": .json(#"[{"name": "Grace"}, {"name": "Mary"}]"#)
            case "/api/v1/empty": LoopbackResponse(statusCode: 204)
            default: .json(#"{"reason": "no such path"}"#, statusCode: 404)
            }
        }
    }

    /// The requests as `METHOD host target body`.
    var lines: [String] {
        server.requests.map { request in
            let body = String(decoding: request.body, as: UTF8.self)
            return "\(request.method) \(request.headers["X-Host"] ?? "-") \(request.target) \(body)"
                .trimmingCharacters(in: .whitespaces)
        }
    }

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        var request = request
        request.headers["X-Host"] = request.url.host()
        var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
        parts?.scheme = "http"
        parts?.host = "127.0.0.1"
        parts?.port = server.port
        request.url = parts?.url ?? request.url
        return try await next.execute(request)
    }

    /// Runs `body` in a configuration in which all hosts are this server.
    func serve<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await Configuration.scope { () async throws -> Value in
            // On a manual clock, a timeout of two seconds is long enough, however busy the machine is.
            var config = ConnectionConfig(connector: TestConnector.shared, clock: ManualClock())
            config.middleware = [self]
            Configuration.connectionConfig = config
            return try await body()
        }
    }
}

/// What the seed prints.
final class Printed: Sendable {
    private let values = LockedValue<[String]>([])
    private let waits = LockedValue<[(count: Int, promise: Promise<Void>)]>([])

    var all: [String] { values.withLock { $0 } }

    func add(_ value: String) {
        let count = values.withLock { values in
            values.append(value)
            return values.count
        }
        let ready = waits.withLock { waits in waits.filter { $0.count <= count } }
        for wait in ready { wait.promise.fulfill(()) }
    }

    /// Waits until `count` values have been printed.
    func wait(for count: Int) async {
        let promise = Promise<Void>()
        waits.withLock { $0.append((count, promise)) }
        if all.count >= count { promise.fulfill(()) }
        await promise.value()
    }
}

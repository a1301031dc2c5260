import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport

/// An API with one definition, whose clock is set by hand.
struct CachedAPI {
    let api: DefinitionAPI
    let connector: ScriptedConnector
    private let time: LockedValue<Date>

    /// - Parameters:
    ///   - rule: Members of the definition.
    ///   - reply: By default, responses are numbered and have these fields, and `"v1"` is still valid.
    init(
        _ rule: String, _ headers: HTTPHeaders = [:],
        time: LockedValue<Date> = LockedValue(Date(timeIntervalSince1970: 1_700_000_000)),
        field: FieldMiddleware? = nil, reply: (@Sendable (Int, Request) -> ScriptedConnector.Reply)? = nil
    ) throws {
        connector = ScriptedConnector(
            reply ?? { number, request in
                guard request.headers["If-None-Match"] != "\"v1\"" else {
                    return .response(Response(statusCode: 304, headers: headers))
                }
                return .response(.json("\(number)", headers: headers))
            })
        self.time = time
        api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a?{n}", \#(rule)}}"#) { config in
            config.date = { time.withLock { $0 } }
            if let field { config.middleware.append(field) }
        }
    }

    func get(_ parameters: DefinitionParameters = [:]) async throws -> Int {
        try await api.request("A", as: Int.self, parameters: parameters)
    }

    func pass(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

/// Sets a header field of every request.
struct FieldMiddleware: HTTPMiddleware {
    let name: HTTPHeaderName
    let value: @Sendable () -> String

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        var request = request
        request.headers[name] = value()
        return try await next.execute(request)
    }
}

import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// The key by which a server recognizes a repeated request.
@Suite struct IdempotencyKeyTests {
    private struct Order: ConnectionSpec {
        typealias ResponseModel = String
        var request: HTTP { HTTP("https://api.example.com/orders").method(.post).idempotencyKey() }
    }

    @Test func eachGenerationHasItsOwnKey() async throws {
        let connector = ScriptedConnector { number, _ in
            number.isMultiple(of: 3) ? .response(.text("ok")) : .failure(TransportError(.noResponse))
        }
        let connection = Connection(Order(), config: config(connector))

        _ = try await connection.response()
        _ = try await connection.response()

        let keys = connector.requests.map { $0.headers[.idempotencyKey] ?? "none" }
        #expect(keys.count == 6)
        #expect(Set(keys[0..<3]).count == 1 && Set(keys[3..<6]).count == 1 && keys[0] != keys[3])
    }

    @Test func theKeyIsARandomUUIDFromTheSourceOfTheConfig() async throws {
        let connector = ScriptedConnector(.response(.text("ok")))
        var config = config(connector)
        config.random = RandomSource { 0xFFFF_FFFF_FFFF_FFFF }

        _ = try await Connection(Order(), config: config).response()

        #expect(connector.requests.first?.headers[.idempotencyKey] == "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF")
    }

    @Test func firstKeyOfTheSpecIsKept() async throws {
        final class Fresh: ConnectionSpec {
            typealias ResponseModel = String
            var reads = 0
            var url: String { "https://api.example.com/orders" }
            var httpMethod: HTTPMethod { .post }
            var headers: [String: String] {
                reads += 1
                return ["idempotency-key": "key \(reads)"]
            }
        }
        let connector = ScriptedConnector(.failure(TransportError(.noResponse)), .response(.text("ok")))

        _ = try await Connection(Fresh(), config: config(connector)).response()

        #expect(connector.requests.map { $0.headers[.idempotencyKey] } == ["key 1", "key 1"])
    }

    @Test func keyIsKeptAfterAnAttemptWithoutARequest() async throws {
        final class Locked: ConnectionSpec {
            typealias ResponseModel = String
            var reads = 0
            var request: HTTP {
                get throws {
                    reads += 1
                    if reads == 2 { throw Broken() }
                    return HTTP("https://api.example.com/orders").method(.post).idempotencyKey()
                }
            }
        }
        let connector = ScriptedConnector(.failure(TransportError(.noResponse)), .response(.text("ok")))
        let connection = Connection(Locked(), config: .over(connector)).addPolicy(Recovering(.restart(), .restart()))

        _ = try await connection.response()

        let keys = connector.requests.map { $0.headers[.idempotencyKey] }
        #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
    }

    @Test func requestWithoutASpecCanHaveAKey() async throws {
        let connector = ScriptedConnector(.failure(TransportError(.noResponse)), .response(.text("ok")))
        let http = HTTP("https://api.example.com/orders").method(.post).idempotencyKey()

        _ = try await http.asString(config: config(connector)).response()

        let keys = connector.requests.map { $0.headers[.idempotencyKey] }
        #expect(keys[0] != nil && keys[0] == keys[1])
    }

    @Test func keyIsNotAddedByDefault() async throws {
        let connector = ScriptedConnector(.response(.text("ok")))

        _ = try await Connection(TextSpec(httpMethod: .post), config: config(connector)).response()

        #expect(connector.requests.first?.headers[.idempotencyKey] == nil)
    }

    private func config(_ connector: any HTTPConnector) -> ConnectionConfig {
        ConnectionConfig(connector: connector, policies: [Retry(backoff: .none)])
    }
}

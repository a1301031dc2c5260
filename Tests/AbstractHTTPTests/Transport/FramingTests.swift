import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// The connector frames the body, whatever fields a middleware leaves behind.
@Suite(.tags(.libcurl), .timeLimit(.minutes(5))) struct FramingTests {
    enum Kind: CaseIterable { case data, largeData, file, stream, none }

    @Test(arguments: Kind.allCases)
    func middlewareMayChangeTheBodyLength(_ kind: Kind) async throws {
        try await expectExactBytes(kind, ["Content-Length": "5"])
    }

    @Test(arguments: Kind.allCases)
    func aMiddlewareCannotChangeHowTheBodyIsFramed(_ kind: Kind) async throws {
        try await expectExactBytes(kind, ["Transfer-Encoding": "chunked"])
    }

    @Test func preparerMayChangeTheBodyLength() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        var config = ConnectionConfig.over(TestConnector.shared)
        config.policies = [Doubling()]

        _ = try await hello(server.url, config)
        _ = try await hello(server.url, config)

        #expect(server.requests.map(\.body) == [Data("hellohello".utf8), Data("hellohello".utf8)])
        #expect(server.requests.map { $0.headers[.contentLength] } == ["10", "10"])
    }

    /// A middleware replaces the body and the fields. A request without the middleware follows on the same connection.
    private func expectExactBytes(_ kind: Kind, _ fields: HTTPHeaders) async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let connector = TestConnector.make()
        try await withTemporaryFile(kind.bytes) { file in
            var config = ConnectionConfig.over(connector)
            config.middleware = [
                Middleware { request, next in
                    var request = request
                    request.headers.remove(.contentLength)
                    for field in fields { request.headers.add(field.name, field.value) }
                    request.body = try kind.body(file)
                    return try await next.execute(request)
                }
            ]
            _ = try await hello(server.url, config)
            _ = try await hello(server.url, .over(connector))
        }

        #expect(server.requests.map(\.body) == [kind.bytes, Data("hello".utf8)])
        #expect(server.requests.allSatisfy { $0.headers.values(for: .contentLength).count < 2 })
    }

    private func hello(_ url: String, _ config: ConnectionConfig) async throws -> String {
        try await HTTP(url).method(.post).headers(["Content-Length": "5"]).body(Data("hello".utf8))
            .asString(config: config).response()
    }
}

extension FramingTests.Kind {
    var bytes: Data {
        switch self {
        case .none: Data()
        case .largeData: Data(repeating: 0x61, count: 100_000)
        case .data, .file, .stream: Data("12345GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        }
    }

    /// - Parameter file: Has the bytes.
    func body(_ file: URL) throws -> RequestBody? {
        switch self {
        case .none: nil
        case .data, .largeData: .data(bytes)
        case .file: try .file(file)
        case .stream: .stream { [bytes] in chunks(String(decoding: bytes, as: UTF8.self)) }
        }
    }
}

/// Doubles the bytes of a body without changing its fields.
private final class Doubling: RequestAdapter {
    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        guard case .data(let data) = request.body?.source else { return request }
        var request = request
        request.body = .data(data + data)
        return request
    }
}

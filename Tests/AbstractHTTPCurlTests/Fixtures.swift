import AbstractHTTP
import AbstractHTTPTesting
import Foundation

@testable import AbstractHTTPCurl

/// A server, and a connector to it.
struct Pair {
    let server: LoopbackServer
    let connector: CurlConnector

    init(
        _ configure: (inout CurlConnector.Options) throws -> Void = { _ in },
        answer: @escaping @Sendable (LoopbackRequest) -> LoopbackResponse = { .text($0.path) }
    ) throws {
        server = try LoopbackServer(handler: answer)
        connector = try CurlConnector(configure)
    }

    func request(_ path: String = "/", _ method: HTTPMethod = .get, body: RequestBody? = nil) throws -> Request {
        guard let url = URL(string: server.url + path) else { throw URLError(.badURL) }
        return Request(url: url, method: method, body: body)
    }

    /// The whole response.
    func send(_ path: String = "/", _ method: HTTPMethod = .get, body: RequestBody? = nil) async throws -> Response {
        try await response(to: request(path, method, body: body))
    }

    func response(to request: Request) async throws -> Response { try await connector.response(to: request) }

    /// The error that sending `request` throws.
    func failure(of request: Request) async -> (any Error)? { await connector.failure(of: request) }
}

extension CurlConnector {
    /// The whole response.
    func response(to request: Request) async throws -> Response {
        let stream = try await execute(request)
        var data = Data()
        for try await chunk in stream.body { data.append(chunk) }
        return stream.head(with: data)
    }
}

extension HTTPConnector {
    /// The error of `request`, or nil if there is none.
    func failure(of request: Request) async -> (any Error)? {
        do {
            for try await _ in try await execute(request).body {}
            return nil
        } catch {
            return error
        }
    }
}

/// The kind of an error of a connector.
func kind(of error: (any Error)?) -> TransportError.Kind? { (error as? TransportError)?.kind }

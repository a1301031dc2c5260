import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// `Response.decoded(as:)` uses the decoder of the spec.
@Suite struct SpecDecoderTests {
    private struct Page: Codable, Equatable, Sendable {
        var homePage: String
    }

    private struct ByHand: ConnectionSpec {
        typealias FailureModel = Page
        var request: HTTP { HTTP("https://example.com/") }
        var contentDecoder: (any ContentDecoder)? { .json(keys: .fromSnakeCase) }
        func parseResponse(response: Response) throws -> Page { try response.decoded() }
        func parseFailure(response: Response) throws -> Page? { try response.decoded(as: Page.self) }
    }

    private struct Reading: ConnectionSpec, LiveResponseSpec {
        typealias ResponseModel = Page
        var request: HTTP { HTTP("https://example.com/") }
        var contentDecoder: (any ContentDecoder)? { .json(keys: .fromSnakeCase) }
        var bodyReader: (@Sendable (ResponseStream) async throws -> Page)? {
            { stream in
                var data = Data()
                for try await chunk in stream.body { data.append(chunk) }
                return try stream.head(with: data).decoded()
            }
        }
    }

    private let page = Page(homePage: "/a")

    private func config(statusCode: Int = 200) -> ConnectionConfig {
        .over(MockConnector { _ in Response(statusCode: statusCode, data: Data(#"{"home_page": "/a"}"#.utf8)) })
    }

    @Test func parserUsesTheSpecDecoder() async throws {
        #expect(try await Connection(ByHand(), config: config()).response() == page)
        #expect(try await Connection(Reading(), config: config()).response() == page)
        let accepting = ByHand().accepting(404) { try $0.decoded() }
        #expect(try await Connection(accepting, config: config(statusCode: 404)).response() == page)
    }

    @Test func failureModelUsesTheSpecDecoder() async throws {
        let connection = Connection(ByHand(), config: config(statusCode: 500))

        let error = await #expect(throws: ConnectionError.self) { try await connection.response() }

        #expect(error?.failureModel as? Page == page)
        #expect(try error?.response?.decoded(as: Page.self) == page)
    }

    @Test func configDecoderIsTheFallback() async throws {
        var config = config()
        config.contentDecoder = .json(keys: .fromSnakeCase)

        let response = try await HTTP("https://example.com/").asResponse(config: config).response()

        #expect(try response.decoded(as: Page.self) == page)
        #expect(throws: DecodingError.self) { try response.decoded(as: Page.self, by: .json) }
    }
}

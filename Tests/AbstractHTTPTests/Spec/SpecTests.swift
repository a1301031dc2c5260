import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// Specs as users write them.
@Suite struct SpecTests {
    static let seed = "seeds/001_7ecc0971d59a5097.txt"

    @Test func theSimplestSpecRuns() async throws {
        let connector = ScriptedConnector(.response(.text("<html>", statusCode: 500)))

        let text = try await Connection(SimplestSpec(), config: .over(connector)).response()

        #expect(text == "<html>")
        #expect(connector.requests.map(\.url.absoluteString) == ["https://www.google.com/"])
    }

    @Test(.enabled(if: SharedMaterial.has(seed), "the seed is missing"))
    func simplestSpecMatchesTheSeed() throws {
        let seed = try SharedMaterial.text(Self.seed)
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "SimplestSpec.swift")
        let source = try String(contentsOf: file, encoding: .utf8)

        let spec = try #require(source.range(of: "// 最小構成").map { source[$0.lowerBound...] })

        #expect(spec.count > 500)
        #expect(seed.contains(spec))
    }

    @Test func endpointClassesInheritFromABaseClass() async throws {
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let config = ConnectionConfig.over(connector)

        _ = try await Connection(NewsSpec(), config: config).response()
        _ = try await Connection(PostSpec(text: "hi"), config: config).response()

        #expect(connector.requests.map { $0.headers[.userAgent] } == ["Tests/1.0", "Tests/1.0"])
        #expect(
            connector.requests.map(\.url.absoluteString) == ["https://example.com/news", "https://example.com/post"])
        #expect(connector.requests.map(\.method) == [.get, .post])
        #expect(connector.requests[1].headers["X-Draft"] == "1")
        #expect(try await bytes(of: connector.requests[1].body) == Data("hi".utf8))
    }

    @Test func requestAndResponseSpecsCombine() async throws {
        struct Half: ResponseSpec {
            typealias ResponseModel = Data
        }

        let data = try await Connection(requestSpec: NewsSpec(), responseSpec: Half(), config: .ok).response()

        #expect(data == Data("ok".utf8))
    }

    @Test func nonSendableSpecIsReadForEveryAttempt() async throws {
        let connector = ScriptedConnector(.failure(Broken()), .response(.text("ok")))
        let connection = Connection(CountingSpec(), config: .over(connector)).addPolicy(Recovering(.restart()))

        _ = try await connection.response()

        #expect(connector.requests.map(\.url.path) == ["/1", "/2"])
    }

    @Test func theDefaultsAreAGetWithoutHeadersQueryOrBody() {
        struct Minimal: RequestSpec {
            var request: HTTP { HTTP("https://example.com/") }
        }

        #expect(Minimal().request.httpMethod == .get)
        #expect(Minimal().request.headers == [:])
        #expect(Minimal().request.urlQuery == nil)
        let http = Minimal().request.storage.value
        #expect(http.body == nil && http.content == nil)
    }

    @Test(arguments: [199: false, 200: true, 204: true, 299: true, 300: false, 404: false])
    func byDefaultAStatusFrom200To299IsValid(statusCode: Int, isValid: Bool) {
        #expect(TextSpec().isValidResponse(response: Response(statusCode: statusCode)) == isValid)
    }

    @Test func makeBodyErrorIsAnInvalidRequest() async {
        struct Failing: ConnectionSpec {
            typealias ResponseModel = String
            var request: HTTP { get throws { HTTP("https://example.com/").body(try makeBody()) } }
            func makeBody() throws -> RequestBody { throw Broken() }
        }
        let connector = ScriptedConnector()

        let error = await failure(of: Connection(Failing(), config: .over(connector)))

        #expect(error?.type == .invalidRequest)
        #expect(error?.underlying as? Broken == Broken())
        #expect(connector.requests.isEmpty)
    }
}

class BaseSpec: ConnectionSpec {
    typealias ResponseModel = String
    var path: String { "/" }
    var url: String { "https://example.com\(path)" }
    var httpMethod: HTTPMethod { .get }
    var headers: [String: String] { ["User-Agent": "Tests/1.0"] }
    func makePostData() -> Data? { nil }
}

final class NewsSpec: BaseSpec {
    override var path: String { "/news" }
}

final class PostSpec: BaseSpec {
    let text: String

    init(text: String) {
        self.text = text
    }

    override var path: String { "/post" }
    override var httpMethod: HTTPMethod { .post }
    override var headers: [String: String] { super.headers.merging(["X-Draft": "1"]) { $1 } }
    override func makePostData() -> Data? { Data(text.utf8) }
}

/// All bytes of a body.
func bytes(of body: RequestBody?) async throws -> Data {
    var bytes = Data()
    guard let body else { return bytes }
    for try await chunk in body { bytes += chunk }
    return bytes
}

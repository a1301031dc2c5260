import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// Endpoints as subclasses of a base class that holds what they have in common.
enum ClassSection: Section {
    static let name = "class"
    static let summary = "A base class for all endpoints, a subclass for each, and a client with a base URL"

    class BaseSpec<Model: Decodable & Sendable>: EndpointSpec<Model> {
        override var headers: [String: String] { ["User-Agent": "Tour/1.0"] }
    }

    final class NewsSpec: BaseSpec<String> {
        override var url: String { "/news" }
    }

    final class PostSpec: BaseSpec<String> {
        override var url: String { "/posts" }
        override var httpMethod: HTTPMethod { .post }
        override var request: HTTP { get throws { try super.request.content(["text": "hello"]) } }
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in .text("\(request.method) \(request.path)") }
        stage.declaration("class BaseSpec")
        stage.declaration("final class NewsSpec")
        stage.declaration("final class PostSpec")
        stage.code()
        let client = APIClient(baseURL: server.url)
        let news = try await client.send(NewsSpec())
        let (post, response) = try await client.exchange(PostSpec())

        stage.expect("The server received", news, is: "GET /news")
        stage.expect("Then it received", post, is: "POST /posts")
        stage.expect("The status code", response.statusCode, is: 200)
        stage.expect(
            "The User-Agent of each request", server.requests.map { $0.headers[.userAgent] },
            is: ["Tour/1.0", "Tour/1.0"])
        stage.expect(
            "The size of each request body", server.requests.map(\.body), is: [Data(), Data(#"{"text":"hello"}"#.utf8)])
    }
}

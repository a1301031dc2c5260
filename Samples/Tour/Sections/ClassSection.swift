import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// Endpoints as subclasses of a base class that holds what they have in common.
enum ClassSection: Section {
    static let name = "class"
    static let summary = "endpoint classes inherit a User-Agent from a base class"

    class BaseSpec: ConnectionSpec {
        typealias ResponseModel = String
        let server: String

        init(server: String) {
            self.server = server
        }

        var path: String { "/" }
        var url: String { server + path }
        var httpMethod: HTTPMethod { .get }
        var headers: [String: String] { ["User-Agent": "Tour/1.0"] }
        func makePostData() -> Data? { nil }
        func parseResponse(response: Response) throws -> String { String(decoding: response.data, as: UTF8.self) }
    }

    final class NewsSpec: BaseSpec {
        override var path: String { "/news" }
    }

    final class PostSpec: BaseSpec {
        override var path: String { "/posts" }
        override var httpMethod: HTTPMethod { .post }
        override func makePostData() -> Data? { Data("hello".utf8) }
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in .text("\(request.method) \(request.path)") }

        stage.expect("news", try await Connection(NewsSpec(server: server.url)).response(), is: "GET /news")
        stage.expect("post", try await Connection(PostSpec(server: server.url)).response(), is: "POST /posts")
        stage.expect(
            "User-Agent", server.requests.map { $0.headers[.userAgent] }, is: ["Tour/1.0", "Tour/1.0"])
        stage.expect("body", server.requests.map(\.body), is: [Data(), Data("hello".utf8)])
    }
}

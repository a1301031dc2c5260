import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// An API and files for the pages that begin with "Coming from".
final class PageFiles: Sendable {
    let folder: URL
    let file: URL
    let config: ConnectionConfig
    let client: APIClient

    init() {
        folder = URL.temporaryDirectory.appending(path: "Pages-\(UUID())")
        file = folder.appending(path: "ada.png")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? Data("image".utf8).write(to: file)
        config = ConnectionConfig(connector: MockConnector { Self.response(to: $0) })
        var base = config
        base.baseURL = "https://api.example.com"
        client = APIClient(config: base)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    static func response(to request: Request) -> Response {
        let user = #"{"id": 7, "name": "Ada"}"#
        return switch (request.method, request.url.path) {
        case (.get, "/users"), (.get, "/v1/users"): .json("[\(user)]")
        case (.get, "/old"): Response(statusCode: 302, headers: ["Location": "/users/7"])
        case (.get, "/film.mp4"): .text("film")
        case (.get, "/missing"): .json(#"{"message": "There is no such user."}"#, statusCode: 404)
        case (.put, "/users/7/picture"), (.delete, _): Response(statusCode: 204)
        case (.post, "/token"): .json(#"{"token": "new", "seconds": 3600}"#)
        default: .json(user)
        }
    }
}

/// The names that the examples of these pages use.
protocol ComingFromPage {
    var files: PageFiles { get }
}

extension ComingFromPage {
    var image: Data { Data("image".utf8) }
    var config: ConnectionConfig { files.config }
    var client: APIClient { files.client }
    var file: URL { files.file }
    var folder: URL { files.folder }
}

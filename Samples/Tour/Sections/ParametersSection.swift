import AbstractHTTP
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation

/// Where parameters go, and how they are written.
enum ParametersSection: Section {
    static let name = "parameters"
    static let summary = "A parameter has a place and a format, with the same words in every style"

    struct FindSongs: ConnectionSpec {
        typealias ResponseModel = String
        var tags: [String]
        var since: Date
        var request: HTTP {
            HTTP("/songs")
                .parameter("tags", tags, .query("tag", arrays: .pipes))
                .parameter("since", since, .header("If-Modified-Since", dates: .httpDate))
        }
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in
            .text("\(request.target), \(request.headers["If-Modified-Since"] ?? "always")")
        }
        stage.declaration("struct FindSongs")
        stage.declaration("protocol SongFinder")
        let since = Date(timeIntervalSince1970: 784_111_777)

        stage.code()
        let client = APIClient(baseURL: server.url)
        let bySpec = try await client.send(FindSongs(tags: ["sea", "sun"], since: since))

        let sent = "/songs?tag=sea%7Csun, Sun, 06 Nov 1994 08:49:37 GMT"
        stage.expect("What the spec sends", bySpec, is: sent)
        stage.code()
        let finder = SongFinderClient(baseURL: server.url)
        let byService = try await finder.songs(tags: ["sea", "sun"], since: since)

        stage.expect("What the function of the protocol sends", byService, is: sent)
    }
}

@Service
protocol SongFinder {
    @GET("/songs")
    @Params(["tags": .query("tag", arrays: .pipes), "since": .header("If-Modified-Since", dates: .httpDate)])
    func songs(tags: [String], since: Date) async throws -> String
}

import AbstractHTTP
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPIDL
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import Testing

struct Comment: Decodable, Sendable {
    var text: String
}

struct ListComments: ConnectionSpec {
    typealias ResponseModel = [Comment]
    var song: Int
    var page: Int
    var request: HTTP { HTTP("/songs/\(song)/comments").query("page", page) }
}

nonisolated struct CommentPage: Encodable, Sendable {
    var song: Int
    var page: Int
}

enum SongAPI {
    static let comments = GET<CommentPage, [Comment]>("https://api.example.com/songs/{song}/comments")
}

@Service
protocol Songs {
    @GET("/songs/{song}/comments")
    func comments(song: Int, page: Int) async throws -> [Comment]
}

/// Each style sends the same request.
@Suite struct WhichStylePageTests {
    let config = ConnectionConfig(
        connector: MockConnector { request in
            guard request.url.absoluteString == "https://api.example.com/songs/7/comments?page=2" else {
                return Response(statusCode: 404)
            }
            return Response(
                statusCode: 200, headers: ["Content-Type": "application/json"], data: Data(#"[{"text": "Great"}]"#.utf8)
            )
        })

    @Test func aSpec() async throws {
        var config = config
        config.baseURL = "https://api.example.com"
        let client = APIClient(config: config)
        let comments = try await client.send(ListComments(song: 7, page: 2))

        #expect(comments.map(\.text) == ["Great"])
    }

    @Test func aFunction() async throws {
        let comments = try await SongAPI.comments.config(config)(CommentPage(song: 7, page: 2))

        #expect(comments.map(\.text) == ["Great"])
    }

    @Test func anAnnotatedProtocol() async throws {
        let songs = SongsClient(baseURL: "https://api.example.com") { $0.connectionConfig = config }
        let comments = try await songs.comments(song: 7, page: 2)

        #expect(comments.map(\.text) == ["Great"])
    }

    @Test func anHTTPFile() async throws {
        let request = GetSongCommentsRequest(song: "7")
        request.configuration.baseURLString = "https://api.example.com"
        request.client = BaseClient(config: config)
        request.page = 2
        let comments = try await request.send().body

        #expect(comments?.map(\.text) == ["Great"])
    }

    @Test func data() async throws {
        let rules = Data(
            """
            {
              "DEFAULT": {"Base": "https://api.example.com/"},
              "SongComments": {"Path": "songs/{song}/comments"}
            }
            """.utf8)
        let api = DefinitionAPI(config: config)
        try api.store.load(json: rules)
        let comments = try await api.request("SongComments", as: [Comment].self, parameters: ["song": 7, "page": 2])

        #expect(comments.map(\.text) == ["Great"])
    }
}

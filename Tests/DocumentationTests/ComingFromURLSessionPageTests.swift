import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite struct ComingFromURLSessionPageTests: ComingFromPage {
    struct User: Codable, Sendable {
        var id: Int
        var name: String
    }

    let files = PageFiles()

    @Test func getData() async throws {
        let response = try await HTTP("https://api.example.com/users/7").asResponse(config: config).response()
        print(response.statusCode, response.data.count)

        #expect(response.statusCode == 200)
    }

    @Test func decodeJson() async throws {
        let user = try await HTTP("https://api.example.com/users/7").asDecodable(User.self, config: config).response()

        #expect(user.name == "Ada")
    }

    @Test func buildAUrlWithAQuery() async throws {
        let users = try await HTTP("https://api.example.com/users").query("name", "Ada + Bob").query("page", 2)
            .asDecodable([User].self, config: config).response()

        #expect(users.count == 1)
    }

    @Test func sendJson() async throws {
        let user = try await HTTP("https://api.example.com/users").method(.post).content(User(id: 0, name: "Ada"))
            .header("Accept-Language", "en").asDecodable(User.self, config: config).response()

        #expect(user.id == 7)
    }

    @Test func setATimeout() async throws {
        let user = try await HTTP("https://api.example.com/users/7").timeout(.seconds(10))
            .asDecodable(User.self, config: config).response()

        #expect(user.id == 7)
    }

    @Test func uploadAFileWithProgress() async throws {
        let picture = HTTP("https://api.example.com/users/7/picture").method(.put)
        try await picture.upload(from: file).asVoid(config: config)
            .addOnProgress { progress in print(progress.fraction ?? 0) }
            .response()
    }

    @Test func downloadAFile() async throws {
        let film = try await HTTP("https://api.example.com/film.mp4").download(into: folder, config: config).response()
        print(film.url.lastPathComponent)

        #expect(film.length == 4)
    }

    @Test func readABodyWhileItArrives() async throws {
        let stream = try await HTTP("https://api.example.com/film.mp4").asStream(config: config).response()
        for try await line in stream.body.lines { print(line) }
    }

    @Test func decideAboutRedirects() async throws {
        var config = config
        config.redirects = .deciding { redirect in redirect.next.url.host() == "api.example.com" ? redirect.next : nil }
        let user = try await HTTP("https://api.example.com/old").asDecodable(User.self, config: config).response()

        #expect(user.id == 7)
    }

    @Test func answerAnAuthenticationChallenge() async throws {
        let connector = DefaultHTTPConnector { options in
            options.idleTimeout = .seconds(30)
            options.connectionsPerHost = 4
        }
        let config = ConnectionConfig(connector: connector)

        #expect(config.policies.isEmpty)
    }
}

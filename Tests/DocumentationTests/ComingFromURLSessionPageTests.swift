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
        let response = try await HTTP("https://api.example.com/users/7").config(config).asResponse().response()
        print(response.statusCode, response.data.count)

        #expect(response.statusCode == 200)
    }

    @Test func decodeJson() async throws {
        let user = try await HTTP("https://api.example.com/users/7").config(config).asDecodable(User.self).response()

        #expect(user.name == "Ada")
    }

    @Test func buildAUrlWithAQuery() async throws {
        let users = try await HTTP("https://api.example.com/users").query("name", "Ada + Bob").query("page", 2)
            .config(config).asDecodable([User].self).response()

        #expect(users.count == 1)
    }

    @Test func sendJson() async throws {
        let user = try await HTTP("https://api.example.com/users").httpMethod(.post).content(User(id: 0, name: "Ada"))
            .header("Accept-Language", "en").config(config).asDecodable(User.self).response()

        #expect(user.id == 7)
    }

    @Test func setATimeout() async throws {
        let user = try await HTTP("https://api.example.com/users/7").timeout(.seconds(10)).config(config)
            .asDecodable(User.self).response()

        #expect(user.id == 7)
    }

    @Test func uploadAFileWithProgress() async throws {
        let picture = HTTP("https://api.example.com/users/7/picture").httpMethod(.put)
        try await picture.upload(from: file).config(config).asVoid()
            .addOnProgress { progress in print(progress.fraction ?? 0) }
            .response()
    }

    @Test func downloadAFile() async throws {
        let film = try await HTTP("https://api.example.com/film.mp4").config(config).download(into: folder).response()
        print(film.url.lastPathComponent)

        #expect(film.length == 4)
    }

    @Test func readABodyWhileItArrives() async throws {
        let stream = try await HTTP("https://api.example.com/film.mp4").config(config).asStream().response()
        for try await line in stream.body.lines { print(line) }
    }

    @Test func decideAboutRedirects() async throws {
        var config = config
        config.redirects = .deciding { redirect in redirect.next.url.host() == "api.example.com" ? redirect.next : nil }
        let user = try await HTTP("https://api.example.com/old").config(config).asDecodable(User.self).response()

        #expect(user.id == 7)
    }

    @Test func answerAnAuthenticationChallenge() async throws {
        let connector = DefaultHTTPConnector { options in
            options.idleTimeout = .seconds(30)
            options.connectionsPerHost = 4
        }
        let config = ConnectionConfig(connector: connector)

        #expect(config.recoveries.isEmpty)
    }
}

import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite struct ComingFromAlamofirePageTests: ComingFromPage {
    struct User: Codable, Sendable {
        var id: Int
        var name: String
    }

    let files = PageFiles()

    struct FindUsers: ConnectionSpec {
        typealias ResponseModel = [User]
        var name: String
        var request: HTTP { HTTP("/users").query("name", name) }
    }

    struct OptionalUser: ConnectionSpec {
        typealias ResponseModel = User?
        var request: HTTP { HTTP("/users/7") }
        func isValidResponse(response: Response) -> Bool { response.statusCode == 200 || response.statusCode == 404 }
    }

    nonisolated struct TokenAnswer: Decodable, Sendable {
        var token: String
        var seconds: Double
    }

    struct RetryConflict: RecoveryPolicy {
        func recovery(from failure: RecoveryContext) async -> Recovery {
            failure.error.response?.statusCode == 409 && failure.attempt == 1 ? .restart(after: .seconds(1)) : .giveUp
        }
    }

    final class RequestLog: EventMonitor {
        func onStart(connection: any ConnectionTask, request: Request) { print("→", request) }

        func onEnd(
            connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
        ) {
            print("←", response?.statusCode ?? 0)
        }
    }

    @Test func getAValue() async throws {
        let user = try await HTTP("https://api.example.com/users/7").asDecodable(User.self, config: config).response()
        HTTP("https://api.example.com/users/7").asDecodable(User.self, config: config) { user in print(user.name) }
            .addOnError { error in print(error) }
            .start()

        #expect(user.name == "Ada")
    }

    @Test func replaceARouter() async throws {
        let users = try await client.send(FindUsers(name: "Ada"))

        #expect(users.map(\.id) == [7])
    }

    @Test func sendParameters() async throws {
        let http = HTTP("https://api.example.com/users").method(.post).content(["name": "Ada"], encoder: .form)
        let user = try await http.asDecodable(User.self, config: config).response()

        #expect(user.id == 7)
    }

    @Test func handleAnError() async throws {
        do {
            _ = try await HTTP("https://api.example.com/missing").asDecodable(User.self, config: config).response()
        } catch {
            print(error.type, error.response?.statusCode ?? 0, error.response?.text ?? "")
        }
    }

    @Test func addATokenAndRefreshIt() async throws {
        var config = config
        config.credentialOrigins = ["https://api.example.com"]
        let signIn = HTTP("https://api.example.com/token").method(.post)
        let refresh = TokenRefresh(current: .expired) { [config] in
            let answer = try await signIn.asDecodable(TokenAnswer.self, config: config).response()
            return AccessToken(answer.token, expiry: Date(timeIntervalSinceNow: answer.seconds))
        }
        config.policies = [refresh]

        refresh.signIn(with: "token")
        #expect(refresh.current != nil)
    }

    @Test func retry() async throws {
        var config = config
        config.policies = [RetryConflict(), Retry(attempts: 5)]

        #expect(config.policies.count == 2)
    }

    @Test func uploadWithProgress() async throws {
        let picture = HTTP("https://api.example.com/users/7/picture").method(.put)
        try await picture.upload(from: file).asVoid(config: config)
            .addOnProgress { progress in print(progress.direction, progress.fraction ?? 0) }
            .response()
    }

    @Test func downloadAFile() async throws {
        let film = try await HTTP("https://api.example.com/film.mp4").download(into: folder, config: config).response()
        print(film.url.lastPathComponent, film.length)

        #expect(film.length == 4)
    }

    @Test func observeAllRequests() async throws {
        var config = config
        config.addListener(RequestLog())

        _ = try await HTTP("https://api.example.com/users/7").asVoid(config: config).response()
    }
}

import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite struct ComingFromGetPageTests: ComingFromPage {
    struct User: Codable, Sendable {
        var id: Int
        var name: String
    }

    let files = PageFiles()

    struct GetUser: ConnectionSpec {
        typealias ResponseModel = User
        var id: Int
        var request: HTTP { HTTP("/users/\(id)") }
    }

    struct DeleteUser: ConnectionSpec {
        typealias ResponseModel = Void
        var id: Int
        var request: HTTP { HTTP("/users/\(id)").method(.delete) }
    }

    struct Signing: RequestAdapter {
        func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
            var request = request
            request.headers[.authorization] = "Bearer token"
            return request
        }
    }

    final class MaintenanceGuard: ConnectionResponseListener {
        func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
            response.headers["X-Maintenance"] == nil
        }
    }

    @Test func sendARequest() async throws {
        let user = try await client.send(GetUser(id: 7))

        #expect(user.name == "Ada")
    }

    @Test func getTheResponseToo() async throws {
        let (user, response) = try await client.exchange(GetUser(id: 7))
        print(user.name, response.statusCode)

        #expect(response.statusCode == 200)
    }

    @Test func sendWithoutAType() async throws {
        let users = try await HTTP("https://api.example.com/users").query("name", "Ada")
            .asDecodable([User].self, config: config).response()

        #expect(users.count == 1)
    }

    @Test func sendABody() async throws {
        let user = try await HTTP("https://api.example.com/users").method(.post).content(User(id: 0, name: "Ada"))
            .asDecodable(User.self, config: config).response()

        #expect(user.id == 7)
    }

    @Test func sendAndIgnoreTheResponse() async throws {
        try await client.send(DeleteUser(id: 7))
    }

    @Test func configureJson() async throws {
        var config = config
        let json = JSONContentDecoder(dates: .secondsSince1970, keys: .fromSnakeCase)
        config.contentDecoder = MediaTypeDecoder(json: json)
        config.encoderStrategy = { method in
            if method == .get { return .query }
            return .json(dates: .secondsSince1970, keys: .snakeCase)
        }

        _ = try await HTTP("https://api.example.com/users/7").asDecodable(User.self, config: config).response()
    }

    @Test func signRequests() async throws {
        var config = config
        config.policies = [Signing()]

        #expect(config.policies.count == 1)
    }

    @Test func retry() async throws {
        var config = config
        config.policies = [Retry(attempts: 3)]
    }

    @Test func validateAResponse() async throws {
        var config = config
        config.addListener(MaintenanceGuard())
    }

    @Test func uploadAndDownload() async throws {
        let picture = HTTP("https://api.example.com/users/7/picture").method(.put)
        try await picture.upload(from: file).asVoid(config: config).response()
        let film = try await HTTP("https://api.example.com/film.mp4").download(into: folder, config: config).response()

        #expect(film.length == 4)
    }
}

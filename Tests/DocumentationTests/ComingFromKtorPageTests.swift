import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import Testing

@Suite struct ComingFromKtorPageTests: ComingFromPage {
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

    struct Health: ConnectionSpec {
        typealias ResponseModel = Void
        var request: HTTP { HTTP("/health") }
        func validate(response: Response) throws {
            guard response.headers["X-Maintenance"] == nil else { throw ConnectionErrorType.invalidResponse }
        }
    }

    nonisolated struct TokenAnswer: Decodable, Sendable {
        var token: String
    }

    struct Notifications: RequestSpec {
        var request: HTTP { HTTP("/notifications") }
    }

    @Test func createAClient() async throws {
        let client = APIClient(baseURL: "https://api.example.com") { client in
            client.connector = config.connector
            client.headers = ["User-Agent": "Sample"]
            client.deadlines = Deadlines(total: .seconds(30))
            client.policies = [Retry(attempts: 3)]
            client.cookieJar = CookieJar()
            client.cache = HTTPCache()
            client.log = { line in print(line) }
        }

        #expect(client.config.cookieJar != nil && client.config.cache != nil)
    }

    @Test func getAValue() async throws {
        let user = try await HTTP("https://api.example.com/users/7").asDecodable(User.self, config: config).response()

        #expect(user.name == "Ada")
    }

    @Test func sendABody() async throws {
        let user = try await HTTP("https://api.example.com/users").method(.post).content(User(id: 0, name: "Ada"))
            .asDecodable(User.self, config: config).response()

        #expect(user.id == 7)
    }

    @Test func useTypesafeRequests() async throws {
        let users = try await client.send(FindUsers(name: "Ada"))

        #expect(users.count == 1)
    }

    @Test func sendAndRefreshBearerTokens() async throws {
        let signIn = HTTP("https://api.example.com/token").method(.post)
        let refresh = TokenRefresh(current: AccessToken("stored")) {
            AccessToken(try await signIn.asDecodable(TokenAnswer.self, config: config).response().token)
        }
        let client = APIClient(baseURL: "https://api.example.com") { client in
            client.connector = config.connector
            client.policies = [refresh]
        }

        _ = try await client.send(FindUsers(name: "Ada"))
        #expect(refresh.count == 0)
    }

    @Test func useBasicOrDigest() async throws {
        let client = APIClient(baseURL: "https://api.example.com") { client in
            client.connector = config.connector
            client.authenticator = Authorization.digest(user: "ada", password: "secret")
        }

        #expect(client.config.authenticator != nil)
    }

    @Test func followAnUpload() async throws {
        let picture = HTTP("https://api.example.com/users/7/picture").method(.put)
        try await picture.upload(from: file).asVoid(config: config)
            .addOnProgress { progress in print(progress.bytes, progress.total ?? 0) }
            .response()
    }

    @Test func readServersentEvents() async throws {
        let source = client.eventSource(Notifications())
        let reader = Task {
            for try await event in source { print(event.data) }
        }
        reader.cancel()
    }

    @Test func testWithAMock() async throws {
        let connector = MockConnector { _ in .json(#"[{"id": 7, "name": "Ada"}]"#) }
        let client = APIClient(baseURL: "https://api.example.com") { $0.connector = connector }
        let users = try await client.send(FindUsers(name: "Ada"))

        #expect(users.count == 1)
    }
}

import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite struct ComingFromMoyaPageTests: ComingFromPage {
    struct User: Codable, Sendable {
        var id: Int
        var name: String
    }

    let files = PageFiles()

    struct CreateUser: ConnectionSpec {
        typealias ResponseModel = User
        var name: String
        var request: HTTP {
            HTTP("/users").method(.post).header("Accept-Language", "en").content(["name": name])
        }
    }

    enum UserAPI: ConnectionSpec {
        case all
        case named(String)

        typealias ResponseModel = [User]
        var request: HTTP {
            switch self {
            case .all: HTTP("/users")
            case .named(let name): HTTP("/users").query("name", name)
            }
        }
    }

    struct SignIn: ConnectionSpec {
        typealias ResponseModel = User
        var request: HTTP {
            HTTP("/sign-in").method(.post).content(["user": "ada", "password": "secret"], encoder: .form)
        }
    }

    struct RequestIDs: HTTPMiddleware {
        func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
            var request = request
            request.headers["X-Request-ID"] = UUID().uuidString
            return try await next.execute(request)
        }
    }

    nonisolated struct APIMessage: Decodable, Sendable {
        var message: String
    }

    struct Missing: ConnectionSpec {
        typealias ResponseModel = User
        typealias FailureModel = APIMessage
        var request: HTTP { HTTP("/missing") }
    }

    @Test func replaceATarget() async throws {
        let user = try await client.send(CreateUser(name: "Ada"))

        #expect(user.id == 7)
    }

    @Test func keepAnEnum() async throws {
        let users = try await client.send(UserAPI.named("Ada"))

        #expect(users.count == 1)
    }

    @Test func useCallbacks() async throws {
        client.connection(for: UserAPI.all)
            .onResult { result in print(result) }
            .start()
    }

    @Test func uploadAMultipartForm() async throws {
        let content: RequestContent = ["title": "Ada", "picture": .data(HTTPData(image, fileName: "ada.png"))]
        let http = HTTP("https://api.example.com/users").method(.post).content(content, encoder: .multipart)
        try await http.asVoid(config: config).response()
    }

    @Test func replaceAPlugin() async throws {
        var config = config
        config.middleware = [RequestIDs()]

        #expect(config.middleware.count == 1)
    }

    @Test func showActivity() async throws {
        let indicator = await ConnectionIndicator()
        var config = config
        config.addListener(indicator)
    }

    @Test func filterStatusCodes() async throws {
        let users = try await client.send(UserAPI.all.accepting(404) { _ in [] })

        #expect(users.count == 1)
    }

    @Test func readAnErrorResponse() async throws {
        do {
            _ = try await client.send(Missing())
        } catch {
            print((error.failureModel as? APIMessage)?.message ?? "no message")
        }
    }

    @Test func stubResponses() async throws {
        let connector = MockConnector { _ in .json(#"[{"id": 7, "name": "Ada"}]"#) }
        let client = APIClient(baseURL: "https://api.example.com") { $0.connector = connector }
        let users = try await client.send(UserAPI.all)

        #expect(users.count == 1)
    }
}

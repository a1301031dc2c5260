import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

struct TryTwice: RecoveryPolicy {
    func recovery(from failure: RecoveryContext) async -> Recovery {
        failure.attempt < 2 && failure.error.type == .network ? .restart(after: .seconds(1)) : .giveUp
    }
}

struct AddUser: ConnectionSpec {
    typealias ResponseModel = User
    var name: String
    var request: HTTP { HTTP("/users").method(.post).content(["name": name]) }
}

struct EditUser: ConnectionSpec {
    typealias ResponseModel = Void
    var id: Int
    var nickname: String?
    var request: HTTP {
        HTTP("/users/\(id)").method(.patch).header("X-Source", "app").content(["nickname": nickname, "version": 2])
    }
}

/// The examples of the README. They use the shared config, which nothing else in the tests changes.
@Suite struct READMETests {
    init() {
        ConnectionConfig.shared.connector = ExampleConnector()
    }

    @Test func aCall() async throws {
        let client = APIClient(baseURL: "https://api.example.com")
        let users = try await client.send(FindUsers(name: "Ada"))

        #expect(users.map(\.id) == [7])
    }

    @Test func aValueIsSent() async throws {
        let connector = ScriptedConnector { _, request in
            .response(.json(request.method == .post ? #"{"id": 7, "name": "Ada"}"# : ""))
        }
        let client = APIClient(baseURL: "https://api.example.com") { $0.connector = connector }
        do {
            let user = try await client.send(AddUser(name: "Ada"))
            try await client.send(EditUser(id: user.id, nickname: nil))
        } catch {
            print(error.type, error.response?.statusCode ?? 0)
        }

        let requests = connector.requests
        #expect(requests.map { "\($0.method) \($0.url.path)" } == ["POST /users", "PATCH /users/7"])
        var sent = Data()
        for try await chunk in try #require(requests[1].body) { sent += chunk }
        #expect(sent == Data(#"{"nickname":null,"version":2}"#.utf8))
    }

    @Test func callbacks() async throws {
        let client = APIClient(baseURL: "https://api.example.com")
        client.connection(for: FindUsers(name: "Ada")) { users in print(users) }
            .addOnError { error in print(error) }
            .start()
    }

    @Test func withoutASpec() async throws {
        let user = try await HTTP("https://api.example.com/users/7").asDecodable(User.self).response()

        #expect(user.name == "Ada")
    }

    @Test func functions() async throws {
        let users = try await Users.find(["name": "Ada"])
        let user = try await Users.user(7)

        #expect(users.map(\.id) == [7] && user.name == "Ada")
    }

    @Test func requestFromAnHTTPFile() async throws {
        let request = GetAlbumsAlbumIdRequest(album_id: "white")
        request.configuration.baseURLString = "https://api.example.com"
        request.language = "en"
        let response = try await request.send()

        #expect(response.title == "The Beatles" && response.songs == ["Dear Prudence"])
    }

    @Test func clientFromAProtocol() async throws {
        let directory = DirectoryClient(baseURL: "https://api.example.com")
        let users = try await directory.users(name: "Ada")
        let user = try await directory.user(id: 7)

        #expect(users.map(\.id) == [7] && user.name == "Ada")
    }

    @Test func asData() async throws {
        let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
        let block = try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "```json\n")[1]

        let users = try await findUsers(rules: Data(block.components(separatedBy: "```")[0].utf8))
        let user = try await api.request("User", as: User.self, parameters: ["id": 7])

        #expect(users.map(\.id) == [7] && user.name == "Ada")
    }

    @Test func recovery() async throws {
        let client = APIClient(baseURL: "https://api.example.com")
        let users = try await client.connection(for: FindUsers(name: "Ada")).addPolicy(TryTwice()).response()

        #expect(users.map(\.id) == [7])
    }

    @Test func mock() async throws {
        let connector = MockConnector { _ in .json(#"[{"id": 7, "name": "Ada"}]"#) }
        let client = APIClient(baseURL: "https://api.example.com") { $0.connector = connector }
        let users = try await client.send(FindUsers(name: "Ada"))

        #expect(users.map(\.name) == ["Ada"])
    }
}

/// Answers for api.example.com, and leaves everything else to the default.
private struct ExampleConnector: HTTPConnector {
    func execute(_ request: Request) async throws -> ResponseStream {
        guard request.url.host() == "api.example.com" else {
            return try await DefaultHTTPConnector.shared.execute(request)
        }
        let user = #"{"id": 7, "name": "Ada"}"#
        let album =
            #"{"title": "The Beatles", "songs": ["Dear Prudence"], "items": [{"title": "Abbey Road", "genre": "rock"}]}"#
        let texts = ["/users": "[\(user)]", "/albums/white": album, "/v1/albums": album]
        let text = request.method == .post ? user : texts[request.url.path] ?? user
        return ResponseStream(Response(statusCode: 200, data: Data(text.utf8)))
    }
}

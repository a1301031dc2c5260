import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import Testing

struct Credentials: Codable, Sendable {
    var email: String
    var password: String
}

struct Session: Codable, Sendable {
    var token: String
}

struct FriendPage: Codable, Sendable {
    var index: Int
    var size: Int
}

nonisolated struct NewPhoto: Encodable, Sendable {
    var album: Int
    var photo: Data
    var tags: [String] = []
    var taken: Date?
}

struct Friend: Codable, Equatable, Sendable {
    var name: String
}

enum API {
    static let login = POST<Credentials, Session>("v1/login")
    static let friends = GET<FriendPage, [Friend]>("v1/friends")
    static let friend = GET<Int, Friend>("v1/friends/{id}")
    static let ping = GET<None, None>("v1/ping")
}

struct PROPFIND<Input: Encodable & Sendable, Output: Sendable>: MethodEndpoint {
    static var method: HTTPMethod { "PROPFIND" }
    var definition: EndpointDefinition<Input, Output>
}

nonisolated enum Servers {
    static let chat = BaseURL("https://chat.example.com")
}

@Suite(.timeLimit(.minutes(5))) @MainActor struct EndpointsPageTests {
    private let connector = ScriptedConnector { _, request in
        let texts = [
            "/v1/login": #"{"token": "t"}"#, "/v1/friends": #"[{"name": "Grace"}]"#,
            "/v1/friends/7": #"{"name": "Ada", "address": {"city": "London"}}"#,
        ]
        return .response(Response(statusCode: 200, data: Data((texts[request.url.path()] ?? "").utf8)))
    }
    private var config: ConnectionConfig { ConnectionConfig(connector: connector, clock: ManualClock()) }

    @Test func calls() async throws {
        try await scope {
            Configuration.DataRequest.base = "https://api.example.com"

            let session = try await API.login(Credentials(email: "ada@example.com", password: "secret"))
            let friends = try await API.friends(FriendPage(index: 0, size: 20))
            let friend = try await API.friend(7)
            try await API.ping()

            #expect(session.token == "t" && friends == [Friend(name: "Grace")] && friend.name == "Ada")
        }

        #expect(
            connector.requests.map { "\($0.method) \($0.url.absoluteString)" } == [
                "POST https://api.example.com/v1/login", "GET https://api.example.com/v1/friends?index=0&size=20",
                "GET https://api.example.com/v1/friends/7", "GET https://api.example.com/v1/ping",
            ])
    }

    @Test func callbacks() async throws {
        let shown = Promise<[Friend]>()
        func show(_ friends: [Friend]) { shown.fulfill(friends) }
        func show(_ error: ConnectionError) { Issue.record(error) }

        let running = try await scope {
            let connection = API.friends.request(FriendPage(index: 0, size: 20)) { result in
                switch result {
                case .success(let friends): show(friends)
                case .failure(let error): show(error)
                }
            }
            return connection
        }

        #expect(await shown.value() == [Friend(name: "Grace")])
        withExtendedLifetime(running) {}
    }

    @Test func trees() async throws {
        try await scope {
            let rename = PATCH<JSON, JSON>("v1/friends/{id}")
            let answer = try await rename(["id": 7, "name": "Grace", "nickname": nil])
            let city = answer["address"]["city"]?.stringValue

            #expect(city == "London")
        }
    }

    @Test func dictionaries() async throws {
        try await scope {
            let (id, name) = (7, "Grace")
            try await PATCH<JSON, None>("v1/friends/{id}")(["id": id, "name": name, "nickname": nil])
        }

        #expect(connector.requests.map { $0.url.path() } == ["/v1/friends/7"])
    }

    @Test func aParameter() async throws {
        let image = Data("png".utf8)
        try await scope {
            let upload = PUT<Data, None>("v1/friends/{id}/avatar")
            try await upload.pathParameter("id", 7)(image)
        }

        #expect(connector.requests.map { $0.url.path() } == ["/v1/friends/7/avatar"])
    }

    @Test func membersHavePlaces() async throws {
        let image = Data("png".utf8)
        try await scope {
            let add = POST<NewPhoto, None>("v1/albums/{album}/photos").params([
                "photo": .body(contentType: "image/png"), "tags": .query("tag", arrays: .commas),
                "taken": .header("X-Taken", dates: .httpDate),
            ])
            try await add(NewPhoto(album: 7, photo: image, tags: ["sea"]))
        }

        #expect(connector.requests.map(\.url.absoluteString) == ["https://api.example.com/v1/albums/7/photos?tag=sea"])
        #expect(connector.requests.map(\.headers) == [["Content-Type": "image/png"]])
    }

    @Test func customMethod() async throws {
        try await scope { _ = try await PROPFIND<None, None>("v1/friends")() }

        #expect(connector.requests.map(\.method) == ["PROPFIND"])
    }

    @Test func aBaseThatChanges() async throws {
        try await scope {
            let send = POST<String, None>("messages", base: Servers.chat.url)
            try await send("Hello")
            Servers.chat.url = "https://chat.example.org"
            try await send("Hello")
        }

        #expect(connector.requests.map(\.url.host) == ["chat.example.com", "chat.example.org"])
    }

    @Test func configuration() async throws {
        let config = config
        try await scope {
            Configuration.DataRequest.base = "https://api.example.com"
            Configuration.DataRequest.headers = ["Accept-Language": "en"]
            Configuration.DataRequest.timeoutInterval = 20
            Configuration.DataRequest.encoder = .json(keys: .snakeCase)
            Configuration.DataRequest.decoder = JSONContentDecoder(keys: .fromSnakeCase)
            Configuration.eventMonitors = [ClosureEventMonitor(onError: { error in print(error) })]
            Configuration.connectionConfig = config

            try await API.ping()
        }

        #expect(connector.requests.map { $0.headers["Accept-Language"] } == ["en"])
    }

    @Test func aScope() async throws {
        let connector = ScriptedConnector(.response(Response(statusCode: 204)))
        try await Configuration.scope {
            Configuration.connectionConfig = ConnectionConfig(connector: connector)
            Configuration.DataRequest.base = "https://api.example.com"
            try await API.ping()
        }
        print(connector.requests.map(\.url))

        #expect(connector.requests.map(\.url.absoluteString) == ["https://api.example.com/v1/ping"])
    }

    @Test func modifiers() async throws {
        let spinner = Spinner()

        try await scope {
            let page = try await API.friends
                .header(name: "X-Request-ID", value: "7")
                .timeoutInterval(5)
                .accepting(404) { _ in [] }
                .policy(Retry())
                .listener(spinner)(FriendPage(index: 0, size: 20))

            #expect(page.count == 1)
        }

        #expect(connector.requests.map { $0.headers["X-Request-ID"] } == ["7"])
    }

    @Test func withoutAServer() async throws {
        try await scope {
            let friends = try await API.friends.mock([Friend(name: "Grace")])(FriendPage(index: 0, size: 20))

            #expect(friends.map(\.name) == ["Grace"])
        }

        #expect(connector.requests.isEmpty)
    }

    private func scope<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await Configuration.scope { () async throws -> Value in
            Configuration.connectionConfig = config
            Configuration.DataRequest.base = "https://api.example.com"
            return try await body()
        }
    }
}

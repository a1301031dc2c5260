import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import Testing

struct Repo: Codable, Equatable, Sendable {
    var name: String
}

struct Account: Codable, Equatable, Sendable {
    var login: String
}

@Service
protocol GitHub {
    @GET("/users/{user}/repos?sort=desc")
    @Headers(["Accept": "application/vnd.github.v3+json", "User-Agent": "Sample {agent}"])
    func listRepos(user: String, agent: String, page: Int?) async throws -> [Repo]

    @POST("/users/new") @Body("user")
    func createUser(user: Account) async throws -> Account
}

@Service
protocol Searches {
    @GET("/days/{day}/search")
    @Params([
        "day": .path(dates: .secondsSince1970), "ids": .query("id", arrays: .pipes),
        "filter": .query(nesting: .dots), "since": .header("If-Modified-Since", dates: .httpDate),
        "meta": .headerMap(prefix: "X-Meta-"),
    ])
    @Defaults(["ids": [Int](), "since": nil])
    func search(
        day: Date, ids: [Int], filter: [String: String], since: Date?, meta: [String: String]
    ) async throws -> [Repo]
}

@Service
protocol Files {
    @POST("/login") @FormUrlEncoded
    func login(name: String, password: String) async throws

    @POST("/photos") @Multipart
    @Params(["photo": .part("image"), "album": .query("album_id"), "key": .header("X-Upload-Key")])
    func upload(photo: HTTPFile, title: String, album: Int, key: String) async throws -> Account

    @GET("/photos/{id}") @Params(["photo": .path("id"), "size": .queryMap])
    func photo(photo: Int, size: [String: Int]) async throws -> DownloadedFile

    @GET("/photos") @Streaming @Timeout(.seconds(60), attempt: .seconds(20)) @Retry(attempts: 5)
    func export() async throws -> ResponseStream

    @HTTP(method: "PROPFIND", path: "/files{/folders*}")
    func list(folders: [String]) -> Connection<Response>

    @GET("/users/{id}")
    func user(id: Int, callback: @escaping @Sendable (Result<Account, ConnectionError>) -> Void)
}

struct Problem: Codable, Equatable, Sendable {
    var message: String
}

extension GitHubClient {
    func search(_ words: String, sort: String?) async throws -> [Repo] {
        var call = ServiceCall(configuration, method: .get, path: "/search/repositories")
        call.query("q", words)
        call.query("sort", sort)
        return try await call.connection([Repo].self).response()
    }
}

extension GitHub {
    func listRepos(user: String) async throws -> [Repo] {
        try await listRepos(user: user, agent: "Sample", page: nil)
    }
}

extension GitHubClient {
    func repos(at url: String) async throws -> ([Repo], Response) {
        let call = ServiceCall(configuration, method: .get, url: url)
        return try await call.connection([Repo].self, with: Response.self).response()
    }
}

@Service(mock: true)
protocol Accounts {
    @GET("/accounts/{id}")
    func account(id: Int) async throws -> Account

    @GET("/accounts")
    func accounts() -> Connection<[Account]>
}

/// The code of `Documentation/Services.md`.
@Suite(.timeLimit(.minutes(5))) struct ServicesPageTests {
    @Test func aServiceIsAClient() async throws {
        let server = try LoopbackServer { request in
            request.method == .get ? .json(#"[{"name": "restless"}]"#) : .json(#"{"login": "natep"}"#)
        }
        let connector = RedirectingConnector(to: server.url)

        let gitHub = GitHubClient(baseURL: "https://api.github.com") { configuration in
            configuration.headers["Accept-Language"] = "en"
            configuration.failureModel = Problem.self
            configuration.connectionConfig.policies = [Retry()]
            configuration.connectionConfig.connector = connector
        }
        let repos = try await gitHub.listRepos(user: "natep", agent: "tour", page: nil)
        let user = try await gitHub.createUser(user: Account(login: "natep"))
        _ = try await gitHub.search("swift http", sort: nil)

        #expect(repos == [Repo(name: "restless")])
        #expect(user == Account(login: "natep"))
        #expect(
            server.requests.map { "\($0.method) \($0.target)" } == [
                "GET /users/natep/repos?sort=desc", "POST /users/new", "GET /search/repositories?q=swift%20http",
            ])
        #expect(server.requests[0].headers["User-Agent"] == "Sample tour")
        #expect(server.requests[0].headers["Accept-Language"] == "en")
        #expect(String(decoding: server.requests[1].body, as: UTF8.self) == #"{"login":"natep"}"#)
    }

    @Test func clientSetsTheFailureModel() async throws {
        let server = try LoopbackServer { _ in .json(#"{"message": "no such user"}"#, statusCode: 404) }
        let gitHub = GitHubClient(baseURL: server.url) { $0.failureModel = Problem.self }

        let error = await #expect(throws: ConnectionError.self) { try await gitHub.search("x", sort: nil) }

        #expect(error?.failureModel as? Problem == Problem(message: "no such user"))
    }

    @Test func serviceCallsCanBeHandwritten() async throws {
        let server = try LoopbackServer { _ in .json(#"[{"name": "restless"}]"#) }
        let gitHub = GitHubClient(baseURL: server.url)

        let repos = try await gitHub.listRepos(user: "natep")
        let (next, response) = try await gitHub.repos(at: server.url + "/next?page=2")

        #expect(repos == next && response.statusCode == 200)
        #expect(server.requests.map(\.target) == ["/users/natep/repos?sort=desc", "/next?page=2"])
    }

    @Test func otherAnnotationsSayMore() async throws {
        let server = try LoopbackServer { _ in .json(#"{"login": "ada"}"#) }
        let file = URL.temporaryDirectory.appending(path: "\(UUID()).png")
        try Data("png".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let files = FilesClient(baseURL: server.url) { $0.callbackQueue = DispatchQueue(label: "callbacks") }

        try await files.login(name: "ada", password: "x&y")
        _ = try await files.upload(photo: HTTPFile(file), title: "Me", album: 7, key: "k")
        let photo = try await files.photo(photo: 3, size: ["width": 10, "height": 20])
        try FileManager.default.removeItem(at: photo.url.deletingLastPathComponent())
        let stream = try await files.export()
        _ = try await stream.body.reduce(into: Data()) { $0 += $1 }
        let response = try await files.list(folders: ["a", "b"]).response()
        let account = Promise<Result<Account, ConnectionError>>()
        files.user(id: 7) { account.fulfill($0) }

        #expect(try await account.value().get() == Account(login: "ada"))
        #expect(response.statusCode == 200)
        #expect(String(decoding: server.requests[0].body, as: UTF8.self) == "name=ada&password=x%26y")
        #expect(server.requests[1].headers["X-Upload-Key"] == "k")
        #expect(
            server.requests.map { "\($0.method) \($0.target)" } == [
                "POST /login", "POST /photos?album_id=7", "GET /photos/3?height=20&width=10", "GET /photos",
                "PROPFIND /files/a/b", "GET /users/7",
            ])
    }

    @Test func aMockIsMadeOfClosures() async throws {
        var accounts = AccountsMock()
        accounts.onAccount = { id in Account(login: "user \(id)") }
        accounts.onAccounts = { [Account(login: "ada"), Account(login: "grace")] }

        #expect(try await accounts.account(id: 7).login == "user 7")
        #expect(try await accounts.accounts().response().count == 2)
        accounts.onAccount = { _ in
            throw ConnectionError(
                type: .invalidResponse, request: Request(url: URL(filePath: "/accounts/7")),
                response: Response(statusCode: 404),
                failureModel: Problem(message: "no such account"))
        }
        let error = await #expect(throws: ConnectionError.self) { try await accounts.account(id: 7) }
        #expect(error?.failureModel as? Problem == Problem(message: "no such account"))
    }
}

/// Sends requests for any other server to this one.
private struct RedirectingConnector: HTTPConnector {
    let url: String

    init(to url: String) {
        self.url = url
    }

    func execute(_ request: Request) async throws -> ResponseStream {
        var request = request
        let text = request.url.absoluteString.replacing("https://api.github.com", with: url)
        request.url = try #require(URL(string: text))
        return try await DefaultHTTPConnector.shared.execute(request)
    }
}

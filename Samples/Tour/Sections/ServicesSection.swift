import AbstractHTTPServices
import AbstractHTTPTesting

/// Endpoints as the functions of an annotated protocol.
enum ServicesSection: Section {
    static let name = "services"
    static let summary = "An endpoint is an annotated protocol method"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in
            request.method == .get ? .json(#"[{"name": "restless"}]"#) : .json(#"{"login": "natep"}"#)
        }
        stage.declaration("@Service")
        stage.code()
        let gitHub = GitHubClient(baseURL: server.url) { $0.headers["Accept-Language"] = "en" }
        let repos = try await gitHub.listRepos(user: "nate p", agent: "tour", page: nil)

        stage.expect("The repositories", repos.map(\.name), is: ["restless"])
        stage.code()
        let user = try await gitHub.createUser(user: .init(login: "natep"))

        stage.expect("The new user", user.login, is: "natep")

        stage.expect(
            "The requests",
            server.requests.map(\.line),
            is: ["GET /users/nate%20p/repos?sort=desc", #"POST /users/new {"login":"natep"}"#])
        stage.expect("The User-Agent", server.requests[0].headers["User-Agent"], is: "Sample tour")

        stage.code()
        var mock = GitHubMock()
        mock.onListRepos = { user, _, _ in [.init(name: "a repository of \(user)")] }
        let mocked = try await mock.listRepos(user: "ada", agent: "", page: nil)

        stage.expect("The response of the mock", mocked.map(\.name), is: ["a repository of ada"])
    }
}

struct Repo: Codable, Sendable {
    var name: String
}

struct User: Codable, Sendable {
    var login: String
}

@Service(mock: true)
protocol GitHub {
    @GET("/users/{user}/repos?sort=desc")
    @Headers(["Accept": "application/vnd.github.v3+json", "User-Agent": "Sample {agent}"])
    func listRepos(user: String, agent: String, page: Int?) async throws -> [Repo]

    @POST("/users/new") @Body("user")
    func createUser(user: User) async throws -> User
}

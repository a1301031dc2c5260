import AbstractHTTPServices

struct Repo: Codable, Equatable, Sendable {
    var name: String
}

struct User: Codable, Equatable, Sendable {
    var login: String
}

/// The example of the seed, in Swift.
@Service
protocol GitHub {
    @GET("/users/{user}/repos?sort=desc")
    @Headers(["Accept": "application/vnd.github.v3+json", "User-Agent": "Sample {agent}"])
    func listRepos(user: String, agent: String, page: Int?) async throws -> [Repo]

    @POST("/users/new") @Body("user")
    func createUser(user: User) async throws -> User
}

/// Generates a client from a protocol with annotated functions, such as `GitHubClient` from `GitHub`.
///
/// ```swift
/// @Service
/// protocol GitHub {
///     @GET("/users/{user}/repos?sort=desc")
///     func listRepos(user: String, page: Int?) async throws -> [Repo]
/// }
///
/// let gitHub = GitHubClient(baseURL: "https://api.github.com")
/// let repos = try await gitHub.listRepos(user: "natep", page: 2)
/// ```
///
/// The client is a struct that conforms to ``ServiceClient`` and has the access level of the protocol.
/// `Documentation/Services.md` describes the possible functions. Anything else is a compile-time error at its place.
///
/// - Parameter mock: Whether the macro also generates a `GitHubMock` with a closure for each function.
@attached(peer, names: suffixed(Client), suffixed(Mock))
public macro Service(mock: Bool = false) = #externalMacro(module: "AbstractHTTPMacros", type: "ServiceMacro")

/// Makes a client of a protocol whose functions are annotated: `GitHubClient` of `GitHub`, with what each annotation
/// says.
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
/// The client is a ``ServiceClient``: a struct, as visible as the protocol. What functions may look like stands in
/// `Documentation/Services.md`; what cannot be done is an error at its place when the code is compiled.
///
/// - Parameter mock: Whether there is a `GitHubMock`, too, which has a closure for each function.
@attached(peer, names: suffixed(Client), suffixed(Mock))
public macro Service(mock: Bool = false) = #externalMacro(module: "AbstractHTTPMacros", type: "ServiceMacro")

import AbstractHTTPServices
import AbstractHTTPTesting
import TestSupport
import Testing

@Suite(.tags(.libcurl)) struct RestlessTests {
    @Test func parametersFillPathHeaderAndQuery() async throws {
        TestConnector.becomeDefault()
        let server = try LoopbackServer()
        server.enqueue(.json(#"[{"name":"restless"}]"#))
        let gitHub = GitHubClient(baseURL: server.url)

        let repos = try await gitHub.listRepos(user: "nate p", agent: "tour", page: 2)

        #expect(repos == [Repo(name: "restless")])
        let request = try #require(server.takeRequests().first)
        #expect(request.target == "/users/nate%20p/repos?sort=desc&page=2")
        #expect(request.headers["User-Agent"] == "Sample tour")
    }
}

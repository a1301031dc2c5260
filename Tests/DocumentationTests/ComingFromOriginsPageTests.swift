import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import Testing

class SimplePage: ConnectionSpec {
    typealias ResponseModel = String
    var url: String { "https://api.example.com/page" }
    var httpMethod: HTTPMethod { .get }
    var headers: [String: String] { [:] }
    var urlQuery: URLQuery? { nil }
    func makePostData() throws -> Data? { nil }
    func isValidResponse(response: Response) -> Bool { response.statusCode == 200 }
    func parseResponse(response: Response) throws -> String { response.text }
}

struct GitHubRepo: Decodable, Sendable {
    var name: String
}

@Service
protocol RestlessGitHub {
    @GET("/users/{user}/repos")
    func listRepos(user: String) async throws -> [GitHubRepo]

    @GET("/users/{user}/repos")
    func listRepos(user: String, callback: @escaping @Sendable (Result<[GitHubRepo], ConnectionError>) -> Void)
}

/// The pages for users of the five systems that this one unites.
@Suite struct ComingFromOriginsPageTests {
    struct Account: Codable, Sendable {
        var email: String
        var password: String
    }

    struct UserInfo: Codable, Sendable {
        var name: String
    }

    enum AccountAPI {
        static let login = POST<Account, UserInfo>("https://api.example.com/v1/login")
    }

    let config = ConnectionConfig(
        connector: MockConnector { request in
            let user = #"{"name": "Ada"}"#
            let text = request.url.path.hasSuffix("repos") ? "[\(user)]" : user
            return Response(statusCode: 200, headers: ["Content-Type": "application/json"], data: Data(text.utf8))
        })

    @Test func abstractHTTP() async throws {
        Connection(SimplePage(), config: config) { text in print(text) }
            .addOnError { error in print(error) }
            .start()
        let text = try await Connection(SimplePage(), config: config).response()

        #expect(text == #"{"name": "Ada"}"#)
    }

    @Test func restless() async throws {
        let service = RestlessGitHubClient(baseURL: "https://api.github.com") { $0.connectionConfig = config }
        let repos = try await service.listRepos(user: "natep")

        #expect(repos.map(\.name) == ["Ada"])
    }

    @Test func functionalRequest() async throws {
        let login = AccountAPI.login.config(config)
        let account = Account(email: "ada@example.com", password: "secret")
        login.request(account) { print($0.value?.name ?? "no user") }
        let user = try await login(account)

        #expect(user.name == "Ada")
    }
}

// Every style in a module whose default isolation is the main actor. Only models need `nonisolated`.
import AbstractHTTP
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPIDL
import AbstractHTTPServices
import Foundation

nonisolated struct User: Codable, Sendable { var id: Int; var name: String }

struct FindUsers: ConnectionSpec {
    typealias ResponseModel = [User]
    var name: String
    var request: HTTP { HTTP("/users").query("name", name) }
}
final class GetUser: EndpointSpec<User> {
    let id: Int
    init(id: Int) { self.id = id }
    override var url: String { "/users/\(id)" }
}
enum Users { static let find = GET<[String: String], [User]>("https://api.example.com/users") }
@Service
protocol Directory {
    @AbstractHTTPServices.GET("/users/{id}")
    func user(id: Int) async throws -> User
}
@MainActor final class Spinner: ConnectionListener {
    var isRunning = false
    func onStart(connection: any ConnectionTask, request: AbstractHTTP.Request) { isRunning = true }
    func onEnd(
        connection: any ConnectionTask, response: AbstractHTTP.Response?, responseModel: (any Sendable)?,
        error: ConnectionError?
    ) { isRunning = false }
}
class PagedSpec<Page: Decodable & Sendable>: EndpointSpec<Page> {
    override var urlQuery: URLQuery? { ["page": 1] }
}
final class GetNews: PagedSpec<[User]> {
    override var url: String { "/news" }
}
final class Model {
    /// A spec that is kept, and sent twice.
    let search = FindUsers(name: "Ada")
    func load<S: ConnectionSpec>(_ spec: sending S) async throws -> S.ResponseModel { try await client.send(spec) }
    func loadTwice() async throws {
        names = try await load(search).map(\.name) + load(search).map(\.name)
        names += try await load(GetNews()).map(\.name)
    }
    let api = DefinitionAPI()
    let client = APIClient(baseURL: "https://api.example.com")
    var names: [String] = []
    func load() async throws {
        names = try await client.send(FindUsers(name: "Ada")).map(\.name)
        names.append(try await client.send(GetUser(id: 7)).name)
        names += try await Users.find(["name": "Ada"]).map(\.name)
        names.append(try await DirectoryClient(baseURL: "https://api.example.com").user(id: 7).name)
    }
    func loadByName(rules: Data) async throws {
        api.registry.register(User.self)
        try api.store.load(json: rules)
        names += try await api.request("FindUsers", as: [User].self, parameters: ["name": "Ada"]).map(\.name)
        api.request(name: "FindUsers") { call in
            call.success { _, users in self.names += (users as? [User] ?? []).map(\.name) }
        }
    }
    func greet() async throws {
        let request = GetGreetingsNameRequest(name: "Ada")
        request.configuration.baseURLString = "https://api.example.com"
        names += try await request.send().others ?? []
        let greeting = PostGreetingsNameRequest(name: "Ada")
        greeting.body = Greeting(text: "Hi", tone: .WARM)
        names.append(try await greeting.send().body?.text ?? "")
    }
}

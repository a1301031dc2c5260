// Every style in a module whose default isolation is the main actor. Only models need `nonisolated`.
import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPServices
import Foundation

nonisolated struct User: Codable, Sendable { var id: Int; var name: String }

struct FindUsers: ConnectionSpec {
    typealias ResponseModel = [User]
    var name: String
    var url: String { "/users" }
    var urlQuery: URLQuery? { ["name": name] }
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
final class Model {
    let client = APIClient(baseURL: "https://api.example.com")
    var names: [String] = []
    func load() async throws {
        names = try await client.send(FindUsers(name: "Ada")).map(\.name)
        names.append(try await client.send(GetUser(id: 7)).name)
        names += try await Users.find(["name": "Ada"]).map(\.name)
        names.append(try await DirectoryClient(baseURL: "https://api.example.com").user(id: 7).name)
    }
}

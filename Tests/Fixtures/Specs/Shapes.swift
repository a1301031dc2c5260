// The value form in the shapes that users write. Tests/Scripts/near-misses compiles this file in Swift 6 mode, in Swift
// 5 mode, and with the main actor as the default isolation.
import AbstractHTTP
import AbstractHTTPIDL
import Foundation

nonisolated struct Account: Codable, Sendable { var id: Int; var name: String }
nonisolated struct Problem: Codable, Sendable { var code: Int }
nonisolated struct Lines: StreamedModel {
    let stream: ResponseStream
    init(_ stream: ResponseStream) { self.stream = stream }
}

// Models of all kinds.
struct Create: ConnectionSpec {
    typealias ResponseModel = Account
    typealias FailureModel = Problem
    let account: Account
    var request: HTTP { HTTP("/accounts").method(.post).content(account).idempotencyKey() }
}
struct Delete: ConnectionSpec {
    typealias ResponseModel = Void
    let id: Int
    var request: HTTP { HTTP("/accounts/\(id)").method(.delete) }
}
struct Whole: ConnectionSpec {
    typealias ResponseModel = Response
    var request: HTTP { HTTP("/whole") }
}
struct Live: ConnectionSpec {
    typealias ResponseModel = ResponseStream
    var request: HTTP { HTTP("/live").deadlines(Deadlines(firstEvent: .seconds(5))) }
}
struct OwnStream: ConnectionSpec {
    typealias ResponseModel = Lines
    var request: HTTP { HTTP("/lines") }
}
struct Count: ConnectionSpec, LiveResponseSpec {
    typealias ResponseModel = Int
    var request: HTTP { HTTP("/count") }
    var bodyReader: (@Sendable (ResponseStream) async throws -> Int)? {
        { stream in
            var count = 0
            for try await chunk in stream.body { count += chunk.count }
            return count
        }
    }
}
struct Perhaps: ConnectionSpec {
    typealias ResponseModel = Account?
    let name: String?
    var request: HTTP { HTTP("/accounts").query("name", name).flag("exact").header("X-Name", name) }
}
struct Upload: ConnectionSpec {
    typealias ResponseModel = String
    let file: URL
    var request: HTTP { HTTP("/files").method(.put).upload(from: file) }
}
struct Patch: ConnectionSpec {
    typealias ResponseModel = Data
    var name: String?
    let count = 3
    var request: HTTP { HTTP("/accounts/1").method(.patch).content(["name": name, "count": count]) }
}

// A wrapper, and generic code.
struct Tagged<Base: ConnectionSpec>: ConnectionSpec {
    typealias ResponseModel = Base.ResponseModel
    let base: Base
    var request: HTTP { get throws { try base.request.header("X-Tag", "1") } }
    func parseResponse(response: Response) throws -> ResponseModel { try base.parseResponse(response: response) }
}
struct List<Element: Decodable & Sendable>: ConnectionSpec {
    typealias ResponseModel = [Element]
    let path: String
    var request: HTTP { HTTP(path) }
}

// A protocol extension that gives the request.
nonisolated protocol ShopSpec: ConnectionSpec { var path: String { get } }
nonisolated extension ShopSpec { var request: HTTP { HTTP("https://shop.example.com" + path) } }
struct Product: ShopSpec {
    typealias ResponseModel = Account
    var path: String { "/products/1" }
}

// Three levels of subclasses, and a class of the ancestor.
class Level1<Model: Decodable & Sendable>: EndpointSpec<Model> {
    override var headers: [String: String] { ["X-Level": "1"] }
}
class Level2<Model: Decodable & Sendable>: Level1<Model> {
    override var request: HTTP { get throws { try super.request.query("level", 2) } }
}
final class Level3: Level2<[Account]> {
    override var url: String { "/levels" }
    override var request: HTTP { get throws { try super.request.query("level", 3) } }
}
class Ancestor: ConnectionSpec {
    typealias ResponseModel = String
    var url: String { "/ancestor" }
    var httpMethod: HTTPMethod { .post }
    func body() -> Data? { Data("body".utf8) }
    func validate(response: Response) -> Bool { response.statusCode == 200 }
}

// A class that is its own request of the IDL module.
final class FindFriends: IDLRequest {
    let method = "GET"
    let uri = "/friends"
    var configuration = BaseConfiguration.shared
    var name: String?
    var content: RequestContent? { ["name": name.asRequestContent()] }
}

@MainActor final class Screen {
    let client = APIClient(baseURL: "https://api.example.com")
    let kept = Perhaps(name: "Ada")

    func load<S: ConnectionSpec>(_ spec: sending S) async throws -> S.ResponseModel { try await client.send(spec) }

    func loadAll() async throws {
        _ = try await (load(kept), load(kept))
        _ = try await load(Create(account: Account(id: 1, name: "Ada")))
        try await load(Delete(id: 1))
        _ = try await (load(Whole()), load(Live()), load(OwnStream()), load(Count()))
        _ = try await (load(Upload(file: URL(filePath: "/tmp/a"))), load(Patch()), load(Product()))
        _ = try await load(Tagged(base: Perhaps(name: nil)))
        _ = try await load(List<Account>(path: "/accounts"))
        _ = try await load(Level3())
        _ = try await load(Ancestor())
        _ = try await load(Perhaps(name: nil).accepting(404) { _ in nil })
        _ = try await client.send(HTTP("/accounts"), as: [Account].self)
        _ = try await BaseClient.shared.connection(to: FindFriends()).response()
    }
}

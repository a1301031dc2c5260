import AbstractHTTP

nonisolated struct User: Decodable, Sendable {
    var id: Int
    var name: String
}

struct FindUsers: ConnectionSpec {
    typealias ResponseModel = [User]
    var name: String
    var request: HTTP { HTTP("/users").query("name", name) }
}

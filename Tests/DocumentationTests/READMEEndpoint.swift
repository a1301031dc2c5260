import AbstractHTTP

struct User: Decodable, Sendable {
    var id: Int
    var name: String
}

struct FindUsers: ConnectionSpec {
    typealias ResponseModel = [User]
    var name: String
    var url: String { "https://api.example.com/users" }
    var urlQuery: URLQuery? { ["name": name] }
}

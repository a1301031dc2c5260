import AbstractHTTP

nonisolated struct User: Decodable, Sendable {
    var id: Int
    var name: String
}

struct FindUsers: ConnectionSpec {
    typealias ResponseModel = [User]
    var name: String
    var url: String { "/users" }
    var urlQuery: URLQuery? { ["name": name] }
}

import AbstractHTTPEndpoints

enum Users {
    static let find = GET<[String: String], [User]>("https://api.example.com/users")
    static let user = GET<Int, User>("https://api.example.com/users/{id}")
}

import AbstractHTTPServices

@Service
protocol Directory {
    @GET("/users/{id}")
    func user(id: Int) async throws -> User

    @GET("/users")
    func users(name: String?) async throws -> [User]
}

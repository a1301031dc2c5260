import AbstractHTTP
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import Testing

nonisolated struct Member: Codable, Sendable {
    var id: Int
    var name: String
}

@Service(mock: true)
protocol UserService {
    @GET("/users/{id}")
    func user(id: Int) async throws -> Member

    @GET("/users")
    func users(name: String?, page: Int?) async throws -> [Member]

    @POST("/users")
    @Body("user")
    func create(user: Member) async throws -> Member

    @POST("/users")
    @FormUrlEncoded
    func signUp(name: String, email: String) async throws -> Member

    @PUT("/users/{id}/picture")
    @Body("picture")
    func upload(id: Int, picture: HTTPFile) -> Connection<Void>

    @GET("/film.mp4")
    @Streaming
    func film() async throws -> DownloadedFile

    @GET("/users")
    @Headers(["Accept-Language": "en"])
    @Params(["name": .query("q"), "tag": .header("If-None-Match")])
    func search(name: String, tag: String?) async throws -> ([Member], Response)

    @GET("/v1/users")
    @Retry(attempts: 5)
    @Timeout(.seconds(10))
    func slowUsers() async throws -> [Member]
}

@Suite struct ComingFromRetrofitPageTests: ComingFromPage {
    struct User: Codable, Sendable {
        var id: Int
        var name: String
    }

    let files = PageFiles()

    struct RequestIDs: HTTPMiddleware {
        func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
            var request = request
            request.headers["X-Request-ID"] = UUID().uuidString
            return try await next.execute(request)
        }
    }

    nonisolated struct APIMessage: Decodable, Sendable {
        var message: String
    }

    @Test func createTheClient() async throws {
        let service = UserServiceClient(baseURL: "https://api.example.com") { configuration in
            configuration.headers["User-Agent"] = "Sample"
            configuration.connectionConfig = config
        }
        let user = try await service.user(id: 7)

        #expect(user.name == "Ada")
    }

    @Test func callWithQueriesAndBodies() async throws {
        let service = UserServiceClient(baseURL: "https://api.example.com") { $0.connectionConfig = config }
        let users = try await service.users(name: "Ada", page: nil)
        let created = try await service.create(user: Member(id: 0, name: "Ada"))
        let member = try await service.signUp(name: "Ada", email: "ada@example.com")

        #expect(users.count == 1 && created.id == 7 && member.id == 7)
    }

    @Test func renameParametersAndGetTheResponse() async throws {
        let service = UserServiceClient(baseURL: "https://api.example.com") { $0.connectionConfig = config }
        let (users, response) = try await service.search(name: "Ada", tag: nil)
        print(users.count, response.statusCode)

        #expect(response.statusCode == 200)
    }

    @Test func getACallObject() async throws {
        let service = UserServiceClient(baseURL: "https://api.example.com") { $0.connectionConfig = config }
        try await service.upload(id: 7, picture: HTTPFile(file))
            .addOnProgress { progress in print(progress.fraction ?? 0) }
            .response()
    }

    @Test func downloadAFile() async throws {
        let service = UserServiceClient(baseURL: "https://api.example.com") { configuration in
            configuration.connectionConfig = config
            configuration.downloadFolder = folder
        }
        let film = try await service.film()
        print(film.url.lastPathComponent)

        #expect(film.length == 4)
    }

    @Test func chooseConverters() async throws {
        let service = UserServiceClient(baseURL: "https://api.example.com") { configuration in
            configuration.encoder = .json(dates: .secondsSince1970, keys: .snakeCase)
            configuration.decoder = JSONContentDecoder(dates: .secondsSince1970, keys: .fromSnakeCase)
            configuration.connectionConfig = config
        }

        #expect(try await service.user(id: 7).id == 7)
    }

    @Test func replaceAnInterceptor() async throws {
        var config = config
        config.middleware = [RequestIDs()]
        let service = UserServiceClient(baseURL: "https://api.example.com") { $0.connectionConfig = config }

        #expect(try await service.user(id: 7).id == 7)
    }

    @Test func readAnErrorBody() async throws {
        let service = UserServiceClient(baseURL: "https://api.example.com") { configuration in
            configuration.failureModel = APIMessage.self
            configuration.connectionConfig = config
        }
        do {
            _ = try await service.slowUsers()
        } catch let error as ConnectionError {
            print((error.failureModel as? APIMessage)?.message ?? "no message")
        }
    }

    @Test func mockAService() async throws {
        var service = UserServiceMock()
        service.onUser = { id in Member(id: id, name: "Ada") }
        let user = try await service.user(id: 7)

        #expect(user.id == 7)
    }
}

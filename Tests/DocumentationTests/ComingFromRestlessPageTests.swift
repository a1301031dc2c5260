import AbstractHTTP
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

struct NewUser: Codable, Equatable, Sendable {
    var name: String
}

struct UserProblem: Decodable, Equatable, Sendable {
    var message: String
}

@Service
protocol RestlessRows {
    @Headers(["Accept": "application/vnd.github.v3.full+json", "User-Agent": "Sample {agent}"])
    @GET("/users/{username}?sort=desc")
    func getUser(username: String, agent: String, page: Int?) async throws -> (NewUser, Response)

    @POST("/users/new") @Body("user")
    func createUser(user: NewUser, callback: @escaping @Sendable (Result<NewUser, ConnectionError>) -> Void)

    @POST("/login") @FormUrlEncoded
    func logIn(name: String) async throws -> NewUser

    @PUT("/file") @Body("file")
    func upload(file: HTTPFile) async throws

    @GET("/file")
    func download() async throws -> DownloadedFile

    @PATCH("/users/{id}")
    func change(id: String) async throws

    @DELETE("/users/{id}")
    func task(id: String) -> Connection<NewUser>

    @HEAD("/users")
    func head() async throws
}

/// Each row and each difference that the page lists compiles, and does what it says.
@Suite(.timeLimit(.minutes(5))) struct ComingFromRestlessPageTests {
    private let connector = ScriptedConnector.always(#"{"name": "Ada"}"#)
    private let folder = URL.temporaryDirectory.appending(path: "ComingFromRestless-\(UUID().uuidString)")

    private func service(_ connector: ScriptedConnector? = nil) -> RestlessRowsClient {
        RestlessRowsClient(baseURL: "https://api.example.com") { configuration in
            configuration.connectionConfig = ConnectionConfig(connector: connector ?? self.connector)
            configuration.encoder = .json
            configuration.decoder = .json
            configuration.failureModel = UserProblem.self
            configuration.downloadFolder = folder
        }
    }

    private func failure(_ call: () async throws -> some Any) async -> ConnectionError? {
        do {
            _ = try await call()
            return nil
        } catch {
            return error as? ConnectionError
        }
    }

    @Test func annotationsHaveTheirMeaning() async throws {
        let (user, response) = try await service().getUser(username: "a/b", agent: "7", page: nil)
        _ = try await service().getUser(username: "a", agent: "7", page: 2)
        let loggedIn = try await service().logIn(name: "Ada L.")
        try await service().change(id: "7")
        try await service().head()

        #expect(user == NewUser(name: "Ada") && loggedIn == user && response.statusCode == 200)
        #expect(
            connector.lines == [
                "GET https://api.example.com/users/a%2Fb?sort=desc",
                "GET https://api.example.com/users/a?sort=desc&page=2", "POST https://api.example.com/login",
                "PATCH https://api.example.com/users/7", "HEAD https://api.example.com/users",
            ])
        #expect(connector.requests[0].headers["User-Agent"] == "Sample 7")
        #expect(connector.requests[0].headers["Accept"] == "application/vnd.github.v3.full+json")
        #expect(try await connector.bodies()[2] == "name=Ada+L.")
    }

    @Test func callbackStartsTheRequest() async throws {
        let created = Promise<NewUser?>()

        service().createUser(user: NewUser(name: "Ada")) { result in created.fulfill(try? result.get()) }

        #expect(await created.value() == NewUser(name: "Ada"))
        #expect(try await connector.bodies() == [#"{"name":"Ada"}"#])
    }

    @Test func taskIsAConnection() async throws {
        let connection = service().task(id: "7")
        #expect(connector.requests.isEmpty)

        connection.start()
        await until { !connection.isRunning }
        connection.cancel()

        #expect(connector.lines == ["DELETE https://api.example.com/users/7"])
    }

    @Test func filesAreSentAndReceived() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "sent.txt")
        try Data("sent".utf8).write(to: file)

        try await service().upload(file: HTTPFile(file))
        let downloaded = try await service().download()

        #expect(connector.requests.map(\.method) == [.put, .get])
        #expect(try String(contentsOf: downloaded.url, encoding: .utf8) == #"{"name": "Ada"}"#)
    }

    @Test func statusOutsideTheRangeIsAnError() async {
        defer { try? FileManager.default.removeItem(at: folder) }
        let refusing = service(.always(#"{"message": "no"}"#, statusCode: 404))

        let user = await failure { try await refusing.logIn(name: "Ada") }
        let file = await failure { try await refusing.download() }

        #expect(user?.type == .invalidResponse && user?.response?.statusCode == 404)
        #expect(user?.failureModel as? UserProblem == UserProblem(message: "no"))
        #expect(file?.type == .invalidResponse)
    }
}

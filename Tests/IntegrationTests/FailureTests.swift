import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What errors say: their types, the answer of the server, and the paths of files.
@Suite(.timeLimit(.minutes(5))) struct FailureTests {
    private struct Dismissed: Error {}

    private static let authenticators = [
        "the dialog was dismissed": Authenticator(schemes: ["Basic"]) { _ in throw Dismissed() },
        "a colon in the user": Authenticator(user: "a:b", password: "c", schemes: ["Basic"]),
        "a control in the password": Authenticator(user: "a", password: "c\n", schemes: ["Basic"]),
    ]

    @Test(arguments: authenticators.keys.sorted())
    func credentialsThatCannotBeObtainedAreAFailureOfAuthorization(_ reason: String) async {
        let challenge = Response(statusCode: 401, headers: ["WWW-Authenticate": #"Basic realm="x""#])
        let connector = ScriptedConnector(.response(challenge))
        var config = ConnectionConfig(baseURL: "https://a.example", connector: connector)
        config.authenticator = Self.authenticators[reason]

        let error = await failure { try await HTTP("/x").asString(config: config).response() }

        #expect(error?.type == .authorization)
    }

    @Test func failureOfARefreshHasTheAnswerOfTheLoginServer() async {
        let problem = #"{"title": "Wrong password", "detail": "Two tries are left."}"#
        let plain = ConnectionConfig(
            baseURL: "https://a.example",
            connector: MockConnector { request in
                guard request.url.path() == "/login" else { return Response(statusCode: 401) }
                return .json(problem, statusCode: 403, headers: ["Content-Type": "application/problem+json"])
            })
        var config = plain
        config.policies = [
            TokenRefresh(current: "old") {
                AccessToken(try await HTTP("/login").method(.post).asString(config: plain).response())
            }
        ]

        let error = await failure { try await HTTP("/x").asString(config: config).response() }

        #expect(error?.type == .authorization)
        #expect(error?.problemDetails?.title == "Wrong password")
        #expect(error?.problemDetails?.detail == "Two tries are left.")
    }

    // MARK: - Files

    @Test(arguments: [true, false]) func uploadThatIsNoFileNamesItsPath(_ isFolder: Bool) async throws {
        let folder = try Folder()
        let file = isFolder ? folder.url : folder.url.appending(path: "missing")
        let config = ConnectionConfig(baseURL: "https://a.example", connector: ScriptedConnector.always())

        let error = await failure {
            _ = try await HTTP("/up").method(.post).upload(from: file).asVoid(config: config).response()
        }

        #expect(error?.description.contains(file.path) == true)
    }

    @Test(arguments: [true, false])
    func missingFolderOfADownloadIsFoundBeforeTheRequest(_ intoFolder: Bool) async throws {
        let folder = try Folder()
        let missing = folder.url.appending(path: "missing")
        let connector = ScriptedConnector.always()
        let config = ConnectionConfig(baseURL: "https://a.example", connector: connector)
        let film = HTTP("/film")

        let error = await failure {
            intoFolder
                ? try await film.download(into: missing, config: config).response()
                : try await film.download(to: missing.appending(path: "film"), config: config).response()
        }

        #expect(error?.type == .fileSystem)
        #expect(error?.description.contains(missing.path) == true)
        #expect(connector.lines == [])
    }
}

/// A folder that is removed with its last reference.
private final class Folder {
    let url = URL.temporaryDirectory.appending(path: "IntegrationTests-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

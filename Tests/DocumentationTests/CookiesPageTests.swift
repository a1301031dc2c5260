import AbstractHTTP
import AbstractHTTPCookies
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPIDL
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

private struct Login: ConnectionSpec {
    typealias ResponseModel = Void
    let user: String
    let password: String
    var request: HTTP { HTTP("/login").method(.post).content(["user": user, "password": password]) }
}

private struct GetAccount: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP("/account") }
}

@Service
protocol CookieTarget {
    @AbstractHTTPServices.GET("/service")
    func account() async throws -> String
}

/// `Documentation/Cookies.md`.
@Suite(.timeLimit(.minutes(5))) struct CookiesPageTests {
    /// Sets a cookie at `/login`, and answers with the cookies of other requests.
    private let connector = ScriptedConnector { _, request in
        let cookie = request.headers[.cookie] ?? "none"
        let headers: HTTPHeaders = request.url.path == "/login" ? ["Set-Cookie": "sid=1; Path=/; Secure"] : [:]
        return .response(Response(statusCode: 200, headers: headers, data: Data(cookie.utf8)))
    }

    @Test func aSession() async throws {
        let jar = CookieJar()
        let client = APIClient(baseURL: "https://api.example.com") { config in
            config.connector = connector
            config.cookieJar = jar
        }
        try await client.send(Login(user: "ada", password: "secret"))
        let account = try await client.send(GetAccount())
        jar.removeAll()

        #expect(account == "sid=1")
        #expect(try await client.send(GetAccount()) == "none")
    }

    @Test func cookiesAreImportedAndExported() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, oldFile) = (folder.appending(component: "cookies.json"), folder.appending(component: "cookies.txt"))
        try Data("old.example\tFALSE\t/\tFALSE\t0\ta\tb\n".utf8).write(to: oldFile)
        let jar = CookieJar()

        let shared = CookieJar(publicSuffixes: KnownDomains(["example.com"]))
        let kept = try CookieJar(file: file)
        for await cookies in shared.updates {
            print(cookies.map(\.name))
            break
        }
        let exported = NetscapeCookies(jar.cookies)
        let text = exported.text
        let imported = NetscapeCookies(text: try String(contentsOf: oldFile, encoding: .utf8))
        for refused in jar.insert(imported.cookies) + exported.omitted { print(refused) }

        #expect(jar.cookies.map(\.domain) == ["old.example"])
        #expect(text == "# Netscape HTTP Cookie File\n" && kept.cookies.isEmpty)
    }

    /// A jar in the config is enough, whatever the style.
    @Test func everyStyleSendsTheCookiesOfItsConfig() async throws {
        let base = "https://api.example.com"
        var config = ConnectionConfig(connector: connector)
        config.cookieJar = CookieJar()
        try await HTTP(base + "/login").asVoid(config: config).response()

        #expect(try await HTTP(base + "/spec").asString(config: config).response() == "sid=1")
        try await Configuration.scope { [config] in
            Configuration.connectionConfig = config
            let text = try await AbstractHTTPEndpoints.GET<AbstractHTTPEndpoints.None, String>(base + "/function")()
            #expect(text == "sid=1")
        }
        let service = CookieTargetClient(baseURL: base) { $0.connectionConfig = config }
        #expect(try await service.account() == "sid=1")
        let api = DefinitionAPI(baseURL: base, config: config, cache: HTTPCache())
        try api.store.load(
            json: Data(#"{"A": {"Path": "a", "Response Serializer": "AFHTTPResponseSerializer"}}"#.utf8))
        #expect(try await api.request("A", as: String.self) == "sid=1")
        let request = GetAlbumsAlbumIdRequest(album_id: "white")
        request.configuration.baseURLString = base
        request.client = BaseClient(config: config)
        _ = try? await request.send()
        #expect(connector.requests.last?.headers[.cookie] == "sid=1")
        #expect(connector.requests.count == 6)
    }
}

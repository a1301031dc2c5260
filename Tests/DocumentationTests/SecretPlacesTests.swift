import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPCurl
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPIDL
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct SecretPlacesTests {
    private static let secret = "hunter2"

    @Test(arguments: values + messages + errors + logs + styles)
    private func noSecretIsShown(place: Place) async throws {
        try await place.check(hiding: Self.secret)
    }

    @Test func thereAreFortyPlaces() {
        #expect((Self.values + Self.messages + Self.errors + Self.logs + Self.styles).count >= 40)
    }

    // MARK: - Values with a secret

    private static let token = AccessToken(secret, expiry: Date(timeIntervalSince1970: 0))
    private static let cookie = Cookie(name: "sid", value: secret, domain: "example.com")

    private static let values = [
        Place("a bearer token") { Authorization.bearer(secret) },
        Place("Basic credentials") { try Authorization.basic(user: "ada", password: secret) },
        Place("an authorization of an unknown scheme") { Authorization(secret) },
        Place("an access token") { token },
        Place("a user name and a password") { Authenticator.Credentials(user: "ada", password: secret) },
        Place("an authenticator") { Authorization.digest(user: "ada", password: secret) },
        Place("an authenticator with a session") {
            let authenticator = Authenticator(user: "ada", password: secret, schemes: ["Basic"])
            var config = ConnectionConfig(baseURL: "https://example.com", connector: challenging)
            config.authenticator = authenticator
            try await HTTP("/").asVoid(config: config).response()
            return authenticator
        },
        Place("a token policy") { TokenRefresh(current: token) { token } },
        Place("a key for signatures") { HMACKey(secret.utf8) },
        Place("a cookie") { cookie },
        Place("cookies of a file") { NetscapeCookies([cookie]) },
        Place("a cookie jar") { jar() },
        Place("the sequence of a cookie jar") { jar().updates },
        Place("a proxy") { CurlProxy.http(host: "proxy.example", port: 80, user: "ada", password: secret) },
        Place("a client certificate") { ClientCertificate(file: URL(filePath: "client.p12"), password: secret) },
        Place("the options of a connector") {
            let options = LockedValue<CurlConnector.Options?>(nil)
            _ = try CurlConnector { change in
                setProxy(&change)
                options.withLock { [change] in $0 = change }
            }
            return try #require(options.withLock { $0 })
        },
        Place("a connector") { try CurlConnector(setProxy) },
        Place("a config") { config() },
        Place("a client") { APIClient(config: config()) },
    ]

    /// Asks for Basic credentials.
    private static let challenging = MockConnector { request in
        request.headers[.authorization] == nil
            ? Response(statusCode: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
            : Response(statusCode: 200)
    }

    private static func jar() -> CookieJar {
        let jar = CookieJar()
        jar.insert([cookie])
        return jar
    }

    private static func setProxy(_ options: inout CurlConnector.Options) {
        options.proxy = .http(host: "proxy.example", port: 80, user: "ada", password: secret)
    }

    private static func config(_ connector: any HTTPConnector = challenging) -> ConnectionConfig {
        var config = ConnectionConfig(
            baseURL: "https://ada:\(secret)@example.com", headers: ["X-API-Key": secret],
            connector: connector, policies: [TokenRefresh(current: token) { token }])
        config.cookieJar = jar()
        config.authenticator = Authorization.digest(user: "ada", password: secret)
        return config
    }

    // MARK: - Messages

    private static let fields: [HTTPHeaders.Field] = [
        .init(name: .authorization, value: "Bearer \(secret)"), .init(name: .cookie, value: "sid=\(secret)"),
        .init(name: .setCookie, value: "sid=\(secret); Secure"), .init(name: "Proxy-Authorization", value: secret),
        .init(name: "X-API-Key", value: secret), .init(name: "X-Auth-Token", value: secret),
        .init(name: "Authentication-Info", value: "nextnonce=\"\(secret)\""),
        .init(name: .location, value: "https://ada:\(secret)@example.com/?token=\(secret)"),
        .init(name: "Link", value: "<https://example.com/?access_token=\(secret)>; rel=next"),
        .init(name: "Refresh", value: "5; url=https://example.com/?sig=\(secret)"),
        .init(name: "Referer", value: "https://example.com/?api_key=\(secret)"),
    ]

    private static func request() throws -> Request {
        Request(
            url: try #require(URL(string: "https://ada:\(secret)@example.com/a?access_token=\(secret)")),
            method: .post, headers: HTTPHeaders(fields), body: .data(Data("password=\(secret)".utf8)))
    }

    private static let messages =
        fields.map { field in Place("the field \(field.name)") { field } } + [
            Place("header fields") { HTTPHeaders(fields) },
            Place("a request") { try request() },
            Place("the body of a request") { try request().body },
            Place("a response") {
                var response = Response(statusCode: 200, headers: HTTPHeaders(fields), data: Data(secret.utf8))
                response.url = try request().url
                return response
            },
            Place("a stored response") {
                let cache = HTTPCache()
                var config = ConnectionConfig(
                    connector: MockConnector { _ in
                        Response(
                            statusCode: 200,
                            headers: HTTPHeaders(fields + [.init(name: "Cache-Control", value: "max-age=9")]),
                            data: Data(secret.utf8))
                    })
                config.cache = cache
                _ = try await HTTP("https://example.com/?token=\(secret)").asResponse(config: config).response()
                let stored = LockedValue<CachedResponse?>(nil)
                try await cache.store.removeAll { response in
                    stored.withLock { $0 = response }
                    return false
                }
                return try #require(stored.withLock { $0 })
            },
            Place("a cache") { HTTPCache() },
            Place("an attempt") { AttemptRecord(number: 1, request: try request(), type: .network) },
            Place(lines: "a curl command") {
                var form = try request()
                form.headers[.contentType] = MediaType.form.essence
                return ["\(CurlCommand(form))"]
            },
        ]

    // MARK: - Errors

    private static func error(
        _ url: String, _ headers: [String: String] = [:],
        _ connector: any HTTPConnector = MockConnector { _ in Response(statusCode: 403) },
        configure: (inout ConnectionConfig) -> Void = { _ in }
    ) async -> ConnectionError? {
        var config = ConnectionConfig(connector: connector)
        configure(&config)
        let connection = HTTP(url).headers(headers).asVoid(config: config)
        return await #expect(throws: ConnectionError.self) { try await connection.response() }
    }

    private struct Password: Decodable, Sendable {
        let password: Int
    }

    private static let errors = [
        Place("the error of a refused request") {
            await error("https://ada:\(secret)@example.com/?token=\(secret)", ["Authorization": "Bearer \(secret)"])
        },
        Place("the error of an invalid header field") {
            await error("https://example.com/", ["Authorization": "Bearer \(secret)\r\nX: y"])
        },
        Place("the error of an invalid URL") { await error("https://ada:\(secret) word@example.com:port/") },
        Place("an invalid request") { InvalidRequest.malformedURL("https://ada:\(secret)@example.com/?a=\(secret)") },
        Place("a loop of redirects") {
            RedirectError.loop(try #require(URL(string: "https://ada:\(secret)@example.com/?token=\(secret)")))
        },
        Place("the error of a redirect") {
            let connector = MockConnector { _ in
                Response(statusCode: 302, headers: ["Location": "https://ada:\(secret)@example.com/?token=\(secret)"])
            }
            return await error("https://example.com/", [:], connector)
        },
        Place("the error of a system's connector") {
            await error("http://ada:\(secret)@127.0.0.1:1/?token=\(secret)", [:], DefaultHTTPConnector.shared)
        },
        Place("the error of libcurl") {
            let connector = try CurlConnector { options in
                options.proxy = .http(host: "127.0.0.1", port: 1, user: "ada", password: secret)
            }
            return await error("http://ada:\(secret)@127.0.0.1:1/?token=\(secret)", [:], connector)
        },
        Place("the error of a model") {
            let connector = MockConnector { _ in
                Response(
                    statusCode: 200, headers: ["Content-Type": "application/json"],
                    data: Data("{\"password\": \"\(secret)\"}".utf8))
            }
            let config = ConnectionConfig(connector: connector)
            return await #expect(throws: ConnectionError.self) {
                try await HTTP("https://example.com/").asDecodable(Password.self, config: config).response()
            }
        },
        Place("the error of a refresh") {
            await error("https://example.com/") { config in
                config.baseURL = "https://example.com"
                config.connector = challenging
                config.policies = [
                    TokenRefresh(current: nil) { token },
                    TokenRefresh(current: AccessToken(secret, expiry: .distantPast)) {
                        let refusing = ConnectionConfig(connector: MockConnector { _ in Response(statusCode: 400) })
                        try await HTTP("https://auth.example.com/?refresh_token=\(secret)").asVoid(config: refusing)
                            .response()
                        return token
                    },
                ]
            }
        },
        Place("the error of an authenticator") {
            await error("https://example.com/") { config in
                config.baseURL = "https://example.com"
                config.connector = MockConnector { _ in
                    Response(statusCode: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
                }
                config.authenticator = Authenticator(user: "ada:", password: secret, schemes: ["Basic"])
            }
        },
        Place("the error of a cookie file") {
            let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: file) }
            try Data("sid=\(secret)".utf8).write(to: file)
            return #expect(throws: CookieFileError.self) { try CookieJar(file: file) }
        },
        Place("the error of a template") {
            #expect(throws: (any Error).self) { try URITemplate("https://ada:\(secret)@example.com/{a") }
        },
    ]

    // MARK: - Logs and connections

    private final class Lines: Sendable {
        let lines = LockedValue<[String]>([])
        var write: @Sendable (String) -> Void { { line in self.lines.withLock { $0.append(line) } } }
        var all: [String] { lines.withLock { $0 } }
    }

    private struct Login: ConnectionSpec {
        typealias ResponseModel = String
        var password: String
        var request: HTTP { HTTP("/login").method(.post).content(["password": password]) }
    }

    private static let logs = [
        Place(lines: "the lines of a logger") {
            let lines = Lines()
            let connector = MockConnector { _ in
                Response(
                    statusCode: 200,
                    headers: HTTPHeaders(fields + [.init(name: .contentType, value: "application/json")]),
                    data: Data("{\"access_token\": \"\(secret)\"}".utf8))
            }
            var config = Self.config(connector)
            config.addListener(ConnectionLogger(maximumBodyBytes: 1_000, lines.write))
            _ = try await APIClient(config: config).send(Login(password: secret))
            return lines.all
        },
        Place(lines: "the log of a config") {
            let lines = Lines()
            var config = ConnectionConfig(
                baseURL: "https://ada:\(secret)@example.com", headers: ["X-API-Key": secret],
                connector: ScriptedConnector(
                    .failure(TransportError(.noResponse)), .response(Response(statusCode: 200))),
                policies: [Retry()])
            config.log = lines.write
            _ = try? await HTTP("/?token=\(secret)").asString(config: config).response()
            return lines.all + ["the end"]
        },
        Place("a connection") {
            HTTP("https://ada:\(secret)@example.com/?token=\(secret)").headers(["Cookie": "a=\(secret)"]).asString()
        },
    ]

    // MARK: - Styles

    private static let styles = [
        Place("the configuration of services") {
            var configuration = ServiceConfiguration(baseURL: "https://ada:\(secret)@example.com")
            configuration.headers = ["Authorization": secret]
            return configuration
        },
        Place("the client of a service") {
            CredentialTargetClient(baseURL: "https://example.com") { $0.headers = ["X-API-Key": secret] }
        },
        Place("the authorization of definitions") {
            let api = DefinitionAPI(baseURL: "https://example.com", cache: HTTPCache())
            api.authorization.headers = ["Authorization": "Bearer \(secret)"]
            return api.authorization
        },
        Place("an API of definitions") {
            let api = DefinitionAPI(baseURL: "https://example.com", cache: HTTPCache())
            api.authorization.headers = ["Authorization": "Bearer \(secret)"]
            return api
        },
        Place("an endpoint as a function") {
            AbstractHTTPEndpoints.GET<AbstractHTTPEndpoints.None, String>("https://ada:\(secret)@example.com/a")
        },
        Place("the configuration of IDL") {
            var configuration = BaseConfiguration()
            configuration.baseURLString = "https://example.com"
            configuration.headers = ["Authorization": "Bearer \(secret)"]
            return configuration
        },
        Place("the client of IDL") { BaseClient(config: config()) },
    ]
}

import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPTesting
import Testing

/// The order of middleware: config, connection, authenticator, cookie jar, cache, and network.
@Suite(.timeLimit(.minutes(5))) struct MiddlewareOrderTests {
    /// Notes its name and the fields that it sees.
    private struct Noting: HTTPMiddleware {
        let name: String
        let notes: LockedValue<[String]>

        func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
            let fields = [HTTPHeaderName.authorization, .cookie].compactMap { request.headers[$0] }
            notes.change { $0.append(([name] + fields).joined(separator: " ")) }
            return try await next.execute(request)
        }
    }

    private let notes = LockedValue<[String]>([])

    @Test func networkMiddlewareSeesEachRequestAsItIsSent() async throws {
        let connector = ScriptedConnector { [notes] number, _ in
            notes.change { $0.append("connector") }
            let challenge: HTTPHeaders = ["WWW-Authenticate": "Basic realm=\"a\"", "Set-Cookie": "id=1"]
            return .response(number == 1 ? Response(statusCode: 401, headers: challenge) : .text("done"))
        }
        var config = config(connector)
        config.authenticator = Authenticator(schemes: ["Basic"]) { _ in .init(user: "ada", password: "x") }
        config.cookieJar = CookieJar()
        _ = try await HTTP("/a").asString(config: config).addMiddleware(noting("connection")).response()

        let sent = "network Basic YWRhOng= id=1"
        #expect(notes.withLock { $0 } == ["config", "connection", "network", "connector", sent, "connector"])
    }

    @Test func networkMiddlewareSeesNoRequestThatTheCacheAnswers() async throws {
        var config = config(
            ScriptedConnector { _, _ in .response(.text("news", headers: ["Cache-Control": "max-age=86400"])) })
        config.cache = HTTPCache()
        for _ in 0..<2 { _ = try await HTTP("/a").asString(config: config).response() }

        #expect(notes.withLock { $0 } == ["config", "network", "config"])
    }

    private func config(_ connector: ScriptedConnector) -> ConnectionConfig {
        var config = ConnectionConfig(baseURL: "https://a.example", connector: connector)
        config.middleware = [noting("config")]
        config.networkMiddleware = [noting("network")]
        return config
    }

    private func noting(_ name: String) -> Noting { Noting(name: name, notes: notes) }
}

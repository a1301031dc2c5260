import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCookies
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The servers, by the environment variables with their URLs.
private enum SessionServer: String {
    case httpbin = "ABSTRACTHTTP_HTTPBIN"
    case basic = "ABSTRACTHTTP_BASIC_SERVER"

    var url: String? { ProcessInfo.processInfo.environment[rawValue] }
}

/// Sessions with httpbin and nginx, which `Tests/Scripts/session-servers` starts.
@Suite(.enabled(if: SessionServer.httpbin.url != nil), .timeLimit(.minutes(5)))
struct SessionServerTests {
    private struct Cookies: Decodable, Equatable {
        let cookies: [String: String]
    }

    private struct Login: Decodable, Equatable {
        let authenticated: Bool
        let user: String
    }

    /// Records the `Authorization` fields of requests, and the challenges of responses.
    private final class Recorder: HTTPMiddleware {
        let answers = LockedValue<[AuthenticationChallenge?]>([])
        let challenges = LockedValue<[AuthenticationChallenge]>([])

        func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
            let answer = request.headers[.authorization].flatMap {
                AuthenticationChallenge.challenges(in: ["WWW-Authenticate": $0]).first
            }
            answers.withLock { $0.append(answer) }
            let response = try await next.execute(request)
            challenges.withLock { $0 += AuthenticationChallenge.challenges(in: response.headers) }
            return response
        }
    }

    private func config(_ server: SessionServer) -> ConnectionConfig {
        ConnectionConfig(baseURL: server.url, connector: TestConnector.make())
    }

    @Test func redirectsThatSetCookiesAreFollowedWithThem() async throws {
        var config = config(.httpbin)
        let jar = CookieJar()
        config.cookieJar = jar
        func cookies(_ path: String) async throws -> [String: String] {
            try await HTTP(path).asDecodable(Cookies.self, config: config).response().cookies
        }

        #expect(try await cookies("/cookies/set?a=1") == ["a": "1"])
        #expect(try await cookies("/cookies/set/b/2") == ["a": "1", "b": "2"])
        #expect(try await cookies("/cookies/delete?a=") == ["b": "2"])
        jar.removeAll()
        #expect(try await cookies("/cookies").isEmpty)
    }

    @Test func withoutAJarARedirectKeepsNoCookie() async throws {
        let config = config(.httpbin)
        let page = try await HTTP("/cookies/set?a=1").asDecodable(Cookies.self, config: config).response()

        #expect(page.cookies.isEmpty)
    }

    /// httpbin uses MD5 in place of an algorithm that it does not know, so the test checks which one it asked for.
    @Test(arguments: ["MD5", "SHA-256"], ["auth", "auth-int"])
    func digestIsAnswered(algorithm: String, quality: String) async throws {
        var config = config(.httpbin)
        let recorder = Recorder()
        config.authenticator = Authorization.digest(user: "ada", password: "secret")
        config.connector = config.connector.wrapped(by: recorder)
        let path = "/digest-auth/\(quality)/ada/secret/\(algorithm)"

        for _ in 0..<2 {
            let login = try await HTTP(path).asDecodable(Login.self, config: config).response()
            #expect(login == Login(authenticated: true, user: "ada"))
        }

        #expect(recorder.challenges.withLock { $0.map { $0.parameters["algorithm"] } } == [algorithm])
        let answers = recorder.answers.withLock { $0 }
        #expect(answers.map { $0?.parameters["algorithm"] } == [nil, algorithm, algorithm])
        #expect(answers.map { $0?.parameters["qop"] } == [nil, quality, quality])
        #expect(answers.map { $0?.parameters["nc"] } == [nil, "00000001", "00000002"])
    }

    /// Here httpbin accepts a nonce once, and counts with a cookie.
    @Test func aStaleNonceIsReplaced() async throws {
        var config = config(.httpbin)
        let (recorder, questions) = (Recorder(), LockedValue(0))
        config.cookieJar = CookieJar()
        config.authenticator = Authenticator { _ in
            questions.withLock { $0 += 1 }
            return .init(user: "ada", password: "secret")
        }
        config.connector = config.connector.wrapped(by: recorder)

        for _ in 0..<3 {
            let path = "/digest-auth/auth/ada/secret/SHA-256/1"
            #expect(try await HTTP(path).asDecodable(Login.self, config: config).response().authenticated)
        }

        let stale = recorder.challenges.withLock { $0.map { $0.parameters["stale"]?.lowercased() } }
        #expect(stale == ["false", "true", "true"])
        #expect(questions.withLock { $0 } == 1)
    }

    @Test func wrongPasswordIsRejected() async throws {
        for (server, path) in [
            (SessionServer.httpbin, "/digest-auth/auth/ada/secret/SHA-256"), (SessionServer.basic, "/a"),
        ] {
            var config = config(server)
            config.authenticator = Authenticator(user: "ada", password: "wrong", schemes: ["Digest", "Basic"])
            let error = await #expect(throws: ConnectionError.self) {
                try await HTTP(path).asVoid(config: config).response()
            }
            #expect(error?.response?.statusCode == 401)
        }
    }

    @Test func basicIsAnsweredAndThenAnticipated() async throws {
        var config = config(.basic)
        let recorder = Recorder()
        config.authenticator = Authenticator(user: "ada", password: "open sesame", schemes: ["Basic"])
        config.connector = config.connector.wrapped(by: recorder)

        for path in ["/a", "/b/c"] { #expect(try await HTTP(path).asString(config: config).response() == "ada") }

        #expect(recorder.answers.withLock { $0.map { $0?.scheme } } == [nil, "Basic", "Basic"])
        #expect(recorder.challenges.withLock { $0.map { $0.parameters["realm"] } } == ["closed"])
    }
}

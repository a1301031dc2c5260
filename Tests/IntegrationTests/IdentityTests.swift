import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPDefinitions
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What one user began, or received, never reaches another user.
@Suite(.timeLimit(.minutes(5))) struct IdentityTests {
    @Test func lateRejectionOfAnEarlierUserIsNotRetriedAsTheNextOne() async throws {
        let session = TokenRefresh(current: "A") { "never" }
        let connector = ScriptedConnector { number, _ in
            guard number == 1 else { return .response(.text("done")) }
            session.switchUser()
            return .response(Response(statusCode: 401))
        }
        let post = HTTP("/notes").method(.post).content(["note": "of A"]).asString(config: config(connector, session))

        await #expect(throws: ConnectionError.self) { try await post.response() }
        #expect(connector.credentials == ["Bearer A"])
    }

    @Test func requestOfAnEarlierUserInARetryWaitIsNotSentAsTheNextOne() async throws {
        let (session, clock) = (TokenRefresh(current: "A") { "never" }, ManualClock())
        let connector = ScriptedConnector { number, _ in
            .response(number == 1 ? Response(statusCode: 503) : .text("done"))
        }
        var config = config(connector, session, Retry(backoff: Backoff(base: .seconds(1), isRandom: false)))
        config.clock = clock
        let request = HTTP("/notes").asString(config: config).start()
        await clock.waitForSleepers()
        session.switchUser()

        clock.advance(by: .seconds(1))
        await #expect(throws: ConnectionError.self) { try await request.response() }
        #expect(connector.credentials == ["Bearer A"])
    }

    @Test func pollingOfAnEarlierUserEnds() async throws {
        let session = TokenRefresh(current: "A") { "never" }
        let connector = ScriptedConnector { _, _ in .response(.text("pending")) }
        let connection = HTTP("/status").asString(config: config(connector, session))
        var polls = connection.polling(PollingInterval(.zero)).makeAsyncIterator()
        #expect(try await polls.next() == "pending")
        session.switchUser()

        let error = await failure { try await polls.next() }
        #expect(error != nil)
        #expect(connector.credentials == ["Bearer A"])
    }

    @Test func eventSourceOfAnEarlierUserEnds() async throws {
        let session = TokenRefresh(current: "A") { "never" }
        let event = Response(
            statusCode: 200, headers: ["Content-Type": "text/event-stream"], data: Data("id: 1\ndata: x\n\n".utf8))
        let connector = ScriptedConnector { _, _ in .response(event) }
        let source = EventSource(
            HTTP("/events"), config: config(connector, session), reconnection: .init(time: .zero, backoff: .none))
        var events = source.makeAsyncIterator()
        #expect(try await events.next()?.data == "x")
        session.switchUser()

        let error = await failure { try await events.next() }
        #expect(error != nil)
        #expect(connector.credentials == ["Bearer A"])
    }

    @Test func requestIsNotAnsweredWithTheCredentialsOfTheNextUser() async throws {
        let user = LockedValue("A")
        let authenticator = Authenticator(schemes: ["Basic"]) { _ in
            .init(user: user.withLock { $0 }, password: "p")
        }
        let challenge = Response(statusCode: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
        let connector = ScriptedConnector { number, _ in
            guard number == 3 else { return .response(number == 1 ? challenge : .text("done")) }
            authenticator.signOut()
            user.withLock { $0 = "B" }
            return .response(challenge)
        }
        var config = ConnectionConfig(baseURL: "https://a.example", connector: connector)
        config.authenticator = authenticator
        try await HTTP("/session").asVoid(config: config).response()
        let post = HTTP("/notes").method(.post).content(["note": "of A"]).asString(config: config)

        await #expect(throws: ConnectionError.self) { try await post.response() }
        let basicA = "Basic " + Data("A:p".utf8).base64EncodedString()
        #expect(connector.credentials == ["none", basicA, basicA])
    }

    @Test(arguments: [1, 2]) func responseStoreOfRuleFilesIsKeptApartByCookies(policy: Int) async throws {
        let (api, jar) = (try profileAPI(policy), CookieJar())
        api.connectionConfig = ConnectionConfig(baseURL: "https://a.example", connector: whoAmI)
        api.connectionConfig.cookieJar = jar
        func profile(of user: String) async throws -> String {
            jar.removeAll()
            jar.insert([Cookie(name: "session", value: user, domain: "a.example", isSecure: true)])
            return String(decoding: try await api.request("Profile", as: Data.self), as: UTF8.self)
        }
        #expect(try await profile(of: "A") == "session=A")
        let answer = try await profile(of: "B")

        #expect(answer == "session=B")
    }

    @Test(arguments: [1, 2]) func responseStoreOfRuleFilesIsKeptApartByTheAuthenticator(policy: Int) async throws {
        let api = try profileAPI(policy)
        func profile(of user: String) async throws -> String {
            var config = ConnectionConfig(baseURL: "https://a.example", connector: whoAmI)
            config.authenticator = Authenticator(user: user, password: "p", schemes: ["Basic"])
            api.connectionConfig = config
            return String(decoding: try await api.request("Profile", as: Data.self), as: UTF8.self)
        }
        #expect(try await profile(of: "A") == "Basic " + Data("A:p".utf8).base64EncodedString())
        let answer = try await profile(of: "B")

        #expect(answer == "Basic " + Data("B:p".utf8).base64EncodedString())
    }

    @Test(arguments: ["X-API-Key", "X-Auth-Token"])
    func cacheKeepsTheKeysOfRequestsApart(field: String) async throws {
        var config = ConnectionConfig(baseURL: "https://a.example", connector: whoAmI)
        config.cache = HTTPCache()
        func profile(of user: String) async throws -> String {
            try await HTTP("/profile").header(field, user).asString(config: config).response()
        }
        #expect(try await profile(of: "A") == "A")
        let answer = try await profile(of: "B")

        #expect(answer == "B")
    }

    @Test(arguments: ["X-API-Key", "X-Auth-Token"])
    func cacheKeepsTheKeysOfConfigsApart(field: String) async throws {
        let cache = HTTPCache()
        func profile(of user: String) async throws -> String {
            let client = APIClient(baseURL: "https://a.example") {
                ($0.connector, $0.cache, $0.headers) = (whoAmI, cache, [.init(rawValue: field): user])
            }
            return try await client.send(Profile())
        }
        #expect(try await profile(of: "A") == "A")
        let answer = try await profile(of: "B")

        #expect(answer == "B")
    }
}

/// Returns a cacheable response whose body is the credential field of the request.
private let whoAmI = MockConnector { request in
    for name in ["Authorization", "Cookie", "X-API-Key", "X-Auth-Token"] as [HTTPHeaderName] {
        guard let user = request.headers[name] else { continue }
        return .text(user, headers: ["Cache-Control": "max-age=60"])
    }
    return Response(statusCode: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
}

private struct Profile: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP("/profile") }
}

private func profileAPI(_ policy: Int) throws -> DefinitionAPI {
    let api = DefinitionAPI(cache: HTTPCache())
    api.baseURL = "https://a.example/"
    let rule =
        #"{"Profile": {"Path": "me", "Cache Policy": \#(policy), "Response Serializer": "AFHTTPResponseSerializer"}}"#
    try api.store.load(json: Data(rule.utf8))
    return api
}

private func config(
    _ connector: any HTTPConnector, _ policies: any RecoveryPolicy...
) -> ConnectionConfig {
    ConnectionConfig(baseURL: "https://a.example", connector: connector, policies: policies)
}

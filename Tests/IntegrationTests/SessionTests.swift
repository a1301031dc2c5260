import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCookies
import AbstractHTTPPagination
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A connection belongs to the session in which it was started.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct SessionTests {
    private let token = TokenRefresh(current: "A") { "never" }

    // MARK: - Requests that follow from others

    @Test func nextPageBelongsToTheSessionOfTheFirst() async throws {
        let connector = ScriptedConnector { number, _ in
            .response(.text("page", headers: ["Link": "</list?page=\(number + 1)>; rel=\"next\""]))
        }
        let list = HTTP("/list").asString(config: config(connector))
        var pages = list.pages(next: .link).makeAsyncIterator()
        _ = try await pages.next()
        token.switchUser()

        let error = await #expect(throws: ConnectionError.self) { try await pages.next() }
        #expect(error?.isSignedOut == true)
        #expect(connector.credentials == ["Bearer A"])
        // A new list belongs to the new session.
        var again = list.pages(next: .link).makeAsyncIterator()
        _ = try await again.next()
        #expect(connector.credentials == ["Bearer A", "Bearer B"])
    }

    @Test func pollingStopsWhenTheUserSignsOut() async throws {
        let (clock, ended) = (ManualClock(), Promise<ConnectionError?>())
        let connector = ScriptedConnector.always("pending")
        var config = config(connector)
        config.clock = clock
        let connection = HTTP("/status").asString(config: config)
            .addListener(Polling(every: .seconds(1)))
            .addOnEnd { _, _, error in if error != nil { ended.fulfill(error) } }
        connection.start()
        await clock.waitForSleepers()
        token.switchUser()
        clock.advance(by: .seconds(1))

        #expect(await ended.value()?.isSignedOut == true)
        #expect(connector.credentials == ["Bearer A"])
    }

    @Test func resumedDownloadBelongsToTheSessionOfItsFirstRequest() async throws {
        let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let connector = ScriptedConnector { [token] number, _ in
            guard number == 1 else { return .response(.text("rest")) }
            token.switchUser()
            return .failure(TransportError(.cutOff(received: 1, expected: 9)))
        }
        let download = HTTP("/film").download(
            to: folder.appending(path: "film"), config: config(connector, Retry(backoff: .none)))

        let error = await #expect(throws: ConnectionError.self) { try await download.response() }
        #expect(error?.isSignedOut == true)
        #expect(connector.credentials == ["Bearer A"])
    }

    @Test func waitingRequestBelongsToTheSessionOfItsStart() async throws {
        let (isWaiting, mayContinue) = (Promise<Void>(), Promise<Void>())
        let connector = ScriptedConnector.always("done")
        let connection = HTTP("/notes").asString(config: config(connector))
            .addPolicy(Waiting(isWaiting: isWaiting, mayContinue: mayContinue))
            .start()
        await isWaiting.value()
        token.switchUser()
        mayContinue.fulfill(())

        let error = await failure { try await connection.response() }
        #expect(error?.isSignedOut == true && connector.requests.isEmpty)
    }

    @Test func policyOfTheConnectionHasASessionToo() async throws {
        let connector = ScriptedConnector.always("pending")
        let connection = HTTP("/status")
            .asString(config: ConnectionConfig(baseURL: "https://a.example", connector: connector))
            .addPolicy(token)
        var polls = connection.polling(PollingInterval(.zero)).makeAsyncIterator()
        _ = try await polls.next()
        token.switchUser()

        let error = await failure { try await polls.next() }
        #expect(error?.isSignedOut == true && connector.credentials == ["Bearer A"])
    }

    // MARK: - Commands of the app

    @Test func commandBeginsAnewInTheCurrentSession() async throws {
        let connector = ScriptedConnector.always("done")
        let connection = HTTP("/notes").asString(config: config(connector))
        _ = try await connection.response()
        token.switchUser()

        _ = try await connection.response()
        connection.repeatRequest()
        await until { !connection.isRunning }

        #expect(connector.credentials == ["Bearer A", "Bearer B", "Bearer B"])
    }

    @Test func restartOfARunningConnectionBeginsAnew() async throws {
        let isAsked = Promise<Void>()
        let connector = ScriptedConnector { number, _ in
            if number == 1 { isAsked.fulfill(()) }
            return number == 1 ? .silence : .response(.text("done"))
        }
        let connection = HTTP("/notes").asString(config: config(connector)).start()
        await isAsked.value()
        token.switchUser()
        connection.restart()

        #expect(try await connection.response() == "done")
        #expect(connector.credentials == ["Bearer A", "Bearer B"])
    }

    @Test(arguments: [200, 500])
    func callerGetsNoModelOfAnEarlierSession(statusCode: Int) async throws {
        let (isAsked, mayAnswer) = (Promise<Void>(), Promise<Void>())
        let connector = MockConnector { request in
            isAsked.fulfill(())
            await mayAnswer.value()
            return .text(request.headers[.authorization] ?? "none", statusCode: statusCode)
        }
        let connection = HTTP("/notes").asString(config: config(connector)).start()
        await isAsked.value()
        token.switchUser()
        let later = Task { await failure { try await connection.response() } }
        await until { connection.waiterCount == 1 }
        mayAnswer.fulfill(())

        // A failure is shown as it is.
        let error = await later.value
        #expect(statusCode == 200 ? error?.isSignedOut == true : error?.response?.statusCode == 500)
    }

    @Test(arguments: [false, true])
    func callerGetsNoModelOfALaterSession(isStarted: Bool) async throws {
        let isAsked = Promise<Void>()
        let connector = ScriptedConnector { number, _ in
            if number == 1 { isAsked.fulfill(()) }
            return number == 1 ? .silence : .response(.text("of the later user"))
        }
        let connection = HTTP("/notes").asString(config: config(connector))
        let models = LockedValue<[String]>([])
        connection.addOnEnd { _, model, _ in models.withLock { $0 += model.map { [$0] } ?? [] } }
        if isStarted {
            connection.start()
            await isAsked.value()
        }
        let earlier = Task { await failure { try await connection.response() } }
        await isAsked.value()
        if isStarted { await until { connection.waiterCount == 1 } }
        token.switchUser()
        connection.restart()

        #expect(await earlier.value?.isSignedOut == true)
        await until { !connection.isRunning }
        #expect(models.withLock { $0 } == ["of the later user"])
    }

    @Test func scheduledRestartBelongsToTheSessionInWhichItWasScheduled() async throws {
        let (clock, ended) = (ManualClock(), Promise<ConnectionError?>())
        var config = config(ScriptedConnector.always("done"))
        config.clock = clock
        let connection = HTTP("/notes").asString(config: config)
        _ = try await connection.response()
        connection.addOnEnd { _, _, error in ended.fulfill(error) }
        connection.restart(after: .seconds(1))
        await clock.waitForSleepers()
        token.switchUser()
        clock.advance(by: .seconds(1))

        #expect(await ended.value()?.isSignedOut == true)
    }

    // MARK: - Users

    @Test func signInWithoutAnotherUserContinuesTheSession() async throws {
        let connector = ScriptedConnector { [token] number, _ in
            if number == 1 { token.signIn(with: "A2") }
            return .response(number == 1 ? Response(statusCode: 401) : .text("done"))
        }
        #expect(try await HTTP("/notes").asString(config: config(connector)).response() == "done")
        #expect(connector.credentials == ["Bearer A", "Bearer A2"])
    }

    @Test func signInOfAnotherUserBeginsASession() async throws {
        let token = TokenRefresh(current: "A", user: "ada") { "never" }
        let connector = ScriptedConnector { number, _ in
            token.signIn(with: "B", user: "bob")
            return .response(Response(statusCode: 401))
        }
        let request = HTTP("/notes").asString(config: config(connector, token: token))
        let error = await failure { try await request.response() }

        #expect(error?.isSignedOut == true && connector.credentials == ["Bearer A"])
    }

    @Test func requestsThatWaitForATokenDoNotGetThatOfAnotherUser() async throws {
        let (isAsked, mayAnswer) = (Promise<Void>(), Promise<Void>())
        defer { mayAnswer.fulfill(()) }
        let token = TokenRefresh(current: .expired, user: "ada") {
            isAsked.fulfill(())
            await mayAnswer.value()
            return "A"
        }
        let connector = ScriptedConnector.always("done")
        let request = HTTP("/notes").asString(config: config(connector, token: token)).start()
        await isAsked.value()
        token.signIn(with: "B", user: "bob")

        let error = await failure { try await request.response() }
        #expect(error?.isSignedOut == true && connector.requests.isEmpty)
    }

    @Test func ownAuthorizationNeedsNoSession() async throws {
        let connector = ScriptedConnector { [token] number, _ in
            token.switchUser()
            return number == 1 ? .failure(TransportError(.refused)) : .response(.text("done"))
        }
        let request = HTTP("/notes").header("Authorization", "Bearer own")
        let config = config(connector, Retry(backoff: .none))

        #expect(try await request.asString(config: config).response() == "done")
        #expect(connector.credentials == ["Bearer own", "Bearer own"])
    }

    // MARK: - The cookie jar

    @Test(arguments: ["retry", "redirect", "poll"]) func cookiesOfALaterSessionAreNotSent(kind: String) async throws {
        let jar = CookieJar(publicSuffixes: nil)
        @Sendable func signIn(as user: String) {
            jar.removeAll()
            jar.insert([Cookie(name: "session", value: user, domain: "a.example", isSecure: true)])
        }
        signIn(as: "A")
        let connector = ScriptedConnector { number, _ in
            guard number == 1 else {
                return .response(Response(statusCode: 200, headers: ["Set-Cookie": "session=A2; Secure"]))
            }
            if kind != "poll" { signIn(as: "B") }
            switch kind {
            case "retry": return .failure(TransportError(.refused))
            case "redirect": return .response(Response(statusCode: 302, headers: ["Location": "/done"]))
            default: return .response(.text(""))
            }
        }
        var config = ConnectionConfig(
            baseURL: "https://a.example", connector: connector, policies: [Retry(backoff: .none)])
        config.cookieJar = jar
        let connection = HTTP("/notes").asString(config: config)
        var polls = connection.polling(PollingInterval(.zero)).makeAsyncIterator()
        _ = try await polls.next()
        if kind == "poll" {
            signIn(as: "B")
            _ = try await polls.next()
        }

        #expect(connector.requests.map { $0.headers[.cookie] } == ["session=A", nil])
        #expect(jar.cookies.map(\.value) == ["B"])
        // A new start belongs to the new session.
        _ = try await connection.response()
        #expect(connector.requests.last?.headers[.cookie] == "session=B")
    }

    // MARK: - The authenticator

    @Test func laterPollIsNotAnsweredWithTheCredentialsOfTheNextUser() async throws {
        let user = LockedValue("A")
        let authenticator = Authenticator(schemes: ["Basic"]) { _ in .init(user: user.withLock { $0 }, password: "p") }
        let connector = ScriptedConnector { _, request in
            .response(
                request.headers[.authorization] == nil
                    ? Response(statusCode: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""]) : .text("done"))
        }
        var config = ConnectionConfig(baseURL: "https://a.example", connector: connector)
        config.authenticator = authenticator
        let connection = HTTP("/notes").asString(config: config)
        var polls = connection.polling(PollingInterval(.zero)).makeAsyncIterator()
        _ = try await polls.next()
        authenticator.signOut()
        user.change { $0 = "B" }

        // Whether the next user is known already or not.
        let error = await failure { try await polls.next() }
        #expect(error?.isSignedOut == true)
        _ = try await connection.response()
        var others = connection.polling(PollingInterval(.zero)).makeAsyncIterator()
        _ = try await others.next()
        authenticator.signOut()
        _ = try await HTTP("/").asString(config: config).response()
        let other = await failure { try await others.next() }
        #expect(other?.isSignedOut == true)
    }

    @Test func eventSourceDoesNotReconnectInALaterSession() async throws {
        let event = Response(
            statusCode: 200, headers: ["Content-Type": "text/event-stream"], data: Data("id: 1\ndata: x\n\n".utf8))
        let connector = ScriptedConnector { _, _ in .response(event) }
        let source = EventSource(
            HTTP("/events"), config: config(connector), reconnection: .init(time: .zero, backoff: .none))
        var events = source.makeAsyncIterator()
        _ = try await events.next()
        token.switchUser()
        let error = await failure { try await events.next() }
        #expect(error?.isSignedOut == true)

        // Another reader belongs to the new session.
        var others = source.makeAsyncIterator()
        _ = try await others.next()
        #expect(connector.credentials == ["Bearer A", "Bearer B"])
    }

    private func config(
        _ connector: any HTTPConnector, _ others: any RecoveryPolicy..., token: TokenRefresh? = nil
    ) -> ConnectionConfig {
        ConnectionConfig(
            baseURL: "https://a.example", connector: connector, policies: [token ?? self.token] + others)
    }
}

/// Waits before each request.
private struct Waiting: RequestAdapter {
    let isWaiting: Promise<Void>
    let mayContinue: Promise<Void>

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async -> Request {
        isWaiting.fulfill(())
        await mayContinue.value()
        return request
    }
}

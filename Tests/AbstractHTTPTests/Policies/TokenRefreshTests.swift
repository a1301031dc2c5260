import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct TokenRefreshTests {
    @Test func theTokenIsSentWithEveryRequest() async throws {
        let server = ScriptedConnector.bearer(valid: "good")
        let refresh = TokenRefresh(current: "good") { "new" }

        _ = try await connection(server, refresh).response()

        #expect(server.tokens == ["Bearer good"])
        #expect(refresh.count == 0)
    }

    @Test func rejectedTokenIsRefreshedAndRequestRebuilt() async throws {
        let server = ScriptedConnector.bearer(valid: "new")
        let refresh = TokenRefresh(current: "old") { "new" }
        let connection = Connection(CountingSpec(), config: config(server, refresh))

        _ = try await connection.response()

        #expect(server.tokens == ["Bearer old", "Bearer new"])
        #expect(server.requests.map(\.url.path) == ["/1", "/2"])
        #expect(refresh.current == "new")
    }

    @Test func aThousandConcurrent401sRefreshTheTokenOnce() async {
        let server = ScriptedConnector.bearer(valid: "new")
        let refresh = TokenRefresh(current: "old") { "new" }

        let failures = await failuresOfAll((0..<1_000).map { _ in connection(server, refresh) })

        #expect(failures.isEmpty)
        #expect(refresh.count == 1)
        #expect(server.tokens.count { $0 == "Bearer old" } <= 1_000)
        #expect(server.tokens.count { $0 == "Bearer new" } == 1_000)
    }

    @Test func requestsDuringARefreshWaitForIt() async throws {
        let (server, script) = (ScriptedConnector.bearer(valid: "new"), ScriptedRefresh())
        let refresh = TokenRefresh(current: "old", refresh: script.run)
        async let first = connection(server, refresh).response()
        await script.hasBegun()
        let later = (0..<5).map { _ in connection(server, refresh).start() }
        await until { refresh.waiterCount == 6 }

        script.succeed("new")

        _ = try await first
        for connection in later { _ = try await connection.response() }
        #expect(server.tokens.count { $0 == "Bearer old" } == 1)
    }

    @Test func alreadyRefreshedTokenIsNotRefreshedAgain() async throws {
        let refresh = TokenRefresh(current: "old") { "another" }
        let server = ScriptedConnector { _, request in
            guard request.headers[.authorization] == "Bearer old" else { return .response(.text("ok")) }
            refresh.signIn(with: "new")
            return .response(.text("", statusCode: 401))
        }

        _ = try await connection(server, refresh).response()

        #expect(server.tokens == ["Bearer old", "Bearer new"])
        #expect(refresh.count == 0)
    }

    @Test func expiringTokenIsRefreshedFirst() async throws {
        let server = ScriptedConnector.bearer(valid: "new")
        let now = Date(timeIntervalSince1970: 1_000)
        let refresh = TokenRefresh(current: AccessToken("old", expiry: now), date: { now }, refresh: { "new" })

        _ = try await connection(server, refresh).response()

        #expect(server.tokens == ["Bearer new"])
    }

    @Test func tokenIsRefreshedAMarginBeforeExpiry() async throws {
        let server = ScriptedConnector { _, _ in .response(.text("ok")) }
        let time = LockedValue(Date(timeIntervalSince1970: 0))
        let token = AccessToken("old", expiry: Date(timeIntervalSince1970: 3_600))
        let refresh = TokenRefresh(
            current: token, margin: .seconds(30), date: { time.withLock { $0 } }, refresh: { "new" })

        for seconds in [3_569.9, 3_570] {
            time.withLock { $0 = Date(timeIntervalSince1970: seconds) }
            _ = try await connection(server, refresh).response()
        }

        #expect(server.tokens == ["Bearer old", "Bearer new"])
    }

    @Test func shortLivedTokenIsUsedForHalfItsLifetime() async throws {
        let server = ScriptedConnector { _, _ in .response(.text("ok")) }
        let time = LockedValue(Date(timeIntervalSince1970: 0))
        let now: @Sendable () -> Date = { time.withLock { $0 } }
        let refresh = TokenRefresh(current: AccessToken("1", expiry: now()), margin: .seconds(30), date: now) {
            AccessToken("2", expiry: now().addingTimeInterval(10))
        }

        for seconds in [0, 4.9, 5.1] {
            time.withLock { $0 = Date(timeIntervalSince1970: seconds) }
            _ = try await connection(server, refresh).response()
        }

        #expect(refresh.count == 2)
    }

    @Test func newTokenIsTrustedEvenIfExpired() async throws {
        let server = ScriptedConnector { _, _ in .response(.text("ok")) }
        let ended = Date(timeIntervalSince1970: 0)
        let refresh = TokenRefresh(current: AccessToken("1", expiry: ended)) { AccessToken("2", expiry: ended) }

        for _ in 0..<9 { _ = try await connection(server, refresh).response() }

        #expect(refresh.count == 1)
    }

    @Test func expiringAndRejectedTokenShareOneRefresh() async throws {
        let (server, script) = (ScriptedConnector.bearer(valid: "new"), ScriptedRefresh())
        let time = LockedValue(Date(timeIntervalSince1970: 0))
        let token = AccessToken("old", expiry: Date(timeIntervalSince1970: 100))
        let refresh = TokenRefresh(current: token, date: { time.withLock { $0 } }, refresh: script.run)
        async let refused = connection(server, refresh).response()
        await script.hasBegun()
        time.withLock { $0 = Date(timeIntervalSince1970: 99) }
        async let ending = connection(server, refresh).response()
        await until { refresh.waiterCount == 2 }

        script.succeed("new")

        #expect(try await [refused, ending] == ["ok", "ok"])
        #expect(refresh.count == 1)
    }

    @Test func requestsOfTheRefreshBypassIt() async throws {
        let server = ScriptedConnector { _, request in
            if request.url.path == "/token" { return .response(.text("new")) }
            return .response(.text("", statusCode: request.headers[.authorization] == "Bearer new" ? 200 : 401))
        }
        let configs = Promise<ConnectionConfig>()
        let refresh = TokenRefresh(current: "old") {
            let config = await configs.value()
            return AccessToken(try await HTTP("https://api.example.com/token").asString(config: config).response())
        }
        configs.fulfill(config(server, refresh))

        _ = try await connection(server, refresh).response()

        #expect(server.tokens == ["Bearer old", "none", "Bearer new"])
    }

    @Test func requestsAfterTheRefreshGetTheToken() async throws {
        let server = ScriptedConnector.bearer(valid: "new")
        let (configs, isOver, later) = (Promise<ConnectionConfig>(), Promise<Void>(), Promise<String?>())
        let refresh = TokenRefresh(current: "old") {
            Task {
                await isOver.value()
                later.fulfill(try? await Connection(TextSpec(), config: await configs.value()).response())
            }
            return "new"
        }
        configs.fulfill(config(server, refresh))
        _ = try await connection(server, refresh).response()

        isOver.fulfill(())

        #expect(await later.value() == "ok")
        #expect(server.tokens == ["Bearer old", "Bearer new", "Bearer new"])
    }

    @Test func requestsOfAnAbandonedRefreshHaveNoToken() async {
        let server = ScriptedConnector.bearer(valid: "mine")
        let (configs, begun, gate, over) = (
            Promise<ConnectionConfig>(), Promise<Void>(), Promise<Void>(), Promise<Void>()
        )
        let refresh = TokenRefresh(current: "old") {
            defer { over.fulfill(()) }
            begun.fulfill(())
            await gate.value()
            // Not canceled with the refresh, as in many kits.
            let (config, spec) = (await configs.value(), TextSpec())
            let task = Task { try await Connection(spec, config: config).response() }
            return AccessToken(try await task.value)
        }
        configs.fulfill(config(server, refresh))
        async let first = failure(of: connection(server, refresh))
        await begun.value()

        refresh.signIn(with: "mine")
        _ = await first
        gate.fulfill(())
        await over.value()

        #expect(server.tokens == ["Bearer old", "Bearer mine", "none"])
        #expect(refresh.count == 1)
        #expect(refresh.current == "mine")
    }

    @Test(arguments: [true, false])
    func sharedRequestDoesNotWaitForTheNextRefresh(isFirstOver: Bool) async throws {
        let server = ScriptedConnector { _, request in
            let isGood = request.headers[.authorization] == "Bearer new" || request.url.path() == "/token"
            return .response(.text("new", statusCode: isGood ? 200 : 401))
        }
        let (configs, begun, gate) = (Promise<ConnectionConfig>(), Promise<Void>(), Promise<Void>())
        let (shared, isLeft) = (LockedValue<Task<String, any Error>?>(nil), Promise<Void>())
        let refresh = TokenRefresh(current: "old") {
            let running = shared.withLock { shared in
                let task =
                    shared
                    ?? Task {
                        begun.fulfill(())
                        await gate.value()
                        let config = await configs.value()
                        return try await HTTP("https://api.example.com/token").asString(config: config).response()
                    }
                shared = task
                return task
            }
            return try await withTaskCancellationHandler {
                while isFirstOver, gate.current == nil {
                    try Task.checkCancellation()
                    await Task.yield()
                }
                return AccessToken(try await running.value)
            } onCancel: {
                isLeft.fulfill(())
            }
        }
        configs.fulfill(config(server, refresh))
        let first = connection(server, refresh).start()
        await begun.value()
        first.cancel()
        // An earlier request would join the first refresh.
        await isLeft.value()
        let second = connection(server, refresh)
        async let text = second.response()
        await until { refresh.count >= 2 }

        gate.fulfill(())

        #expect(try await text == "new")
    }

    @Test func abandonedRefreshesDoNotCount() async throws {
        let (script, ended) = (ScriptedRefresh(), Date(timeIntervalSinceReferenceDate: 0))
        let clock = ManualClock()
        let refresh = TokenRefresh(
            current: AccessToken("old", expiry: ended), limit: .init(2, within: .seconds(30)), clock: clock,
            refresh: script.run)
        let server = ScriptedConnector.bearer(valid: "new")
        for number in 1...3 {
            let connection = connection(server, refresh).start()
            await script.hasBegun(number)
            connection.cancel()
            await script.hasBeenCanceled(number)
        }
        async let text = connection(server, refresh).response()
        await script.hasBegun(4)

        script.succeed("new")

        #expect(try await text == "ok")
    }

    /// Otherwise the limit would never apply to it.
    @Test func refreshThatSignsInByItselfCounts() async {
        let policy = LockedValue<TokenRefresh?>(nil)
        let refresh = TokenRefresh(
            current: "0", limit: .init(2, within: .seconds(30)), clock: ManualClock(),
            refresh: {
                let token = AccessToken("new")
                policy.withLock { $0 }?.signIn(with: token)
                return token
            })
        policy.withLock { $0 = refresh }
        let server = ScriptedConnector { _, _ in .response(.text("", statusCode: 401)) }

        for _ in 0..<5 { _ = await failure(of: connection(server, refresh)) }

        #expect(refresh.count == 2)
        policy.withLock { $0 = nil }
    }

    @Test func refreshesThatASignInEndsDoNotCount() async throws {
        let (script, valid) = (ScriptedRefresh(), LockedValue("0"))
        let refresh = TokenRefresh(
            current: "0", limit: .init(2, within: .seconds(30)), clock: ManualClock(), refresh: script.run)
        let server = ScriptedConnector { _, request in
            let isValid = request.headers[.authorization] == "Bearer \(valid.withLock { $0 })"
            return .response(.text("", statusCode: isValid ? 200 : 401))
        }

        for number in 1...3 {
            valid.withLock { $0 = "\(number)" }
            async let text = connection(server, refresh).response()
            await script.hasBegun(number)
            refresh.signIn(with: AccessToken("\(number)"))
            _ = try await text
        }

        #expect(refresh.count == 3)
    }

    /// After 303, the server has processed the request. After 307, it has not.
    @Test(arguments: [(303, ["POST", "GET"]), (307, ["POST", "POST", "POST", "POST"])])
    func processedRequestIsNotSentAgain(statusCode: Int, methods: [String]) async {
        let server = ScriptedConnector { _, request in
            guard request.url.path() == "/b" else { return .response(.redirect(to: "/b", statusCode: statusCode)) }
            return .response(.text("", statusCode: request.headers[.authorization] == "Bearer new" ? 200 : 401))
        }
        let refresh = TokenRefresh(current: "old") { "new" }
        let reason = statusCode == 303 ? NotRetriedReason.notIdempotent(.post) : nil

        let error = await failure(of: Connection(TextSpec(httpMethod: .post), config: config(server, refresh)))

        #expect(server.requests.map(\.method.rawValue) == methods)
        #expect(error?.notRetriedReason as? NotRetriedReason == reason)
        #expect(refresh.current == "new")
    }

    @Test func credentialsOfAnotherPolicyAreNotRefreshed() async {
        let server = ScriptedConnector { _, _ in .response(.text("", statusCode: 401)) }
        let refresh = TokenRefresh(current: "token") { "new" }
        let config = ConnectionConfig(
            baseURL: "https://api.example.com", connector: server, policies: [BasicAdapter(), refresh])

        _ = await failure(of: Connection(TextSpec(httpMethod: .post), config: config))

        #expect(server.tokens == ["Basic abc"])
        #expect(refresh.count == 0)
    }

    @Test func crossOriginRedirect401RefreshesNothing() async {
        let server = ScriptedConnector { number, _ in
            number == 1
                ? .response(Response(statusCode: 307, headers: ["Location": "https://other.example/"]))
                : .response(.text("", statusCode: 401))
        }
        let refresh = TokenRefresh(current: "token") { "new" }
        let connection = connection(server, refresh).redirects(
            .deciding { redirect in
                var next = redirect.next
                next.headers[.authorization] = "Bearer token"
                return next
            })

        _ = await failure(of: connection)

        #expect(server.tokens == ["Bearer token", "Bearer token"])
        #expect(refresh.count == 0)
    }

    @Test func rejectedRefreshRequestDoesNotRefresh() async {
        let server = ScriptedConnector { _, _ in .response(.text("", statusCode: 401)) }
        let configs = Promise<ConnectionConfig>()
        let refresh = TokenRefresh(current: "old") {
            let config = await configs.value()
            return AccessToken(try await HTTP("https://api.example.com/token").asString(config: config).response())
        }
        configs.fulfill(config(server, refresh))

        let error = await failure(of: connection(server, refresh))

        #expect(error?.type == .authorization)
        #expect(error?.response?.statusCode == 401)
        #expect(server.requests.count == 2)
    }

    @Test func failedRefreshFailsAllWaitingRequests() async {
        let server = ScriptedConnector.bearer(valid: "new")
        let script = ScriptedRefresh()
        let refresh = TokenRefresh(current: "old", refresh: script.run)
        async let first = failure(of: connection(server, refresh))
        await script.hasBegun()
        async let others = failuresOfAll((0..<100).map { _ in connection(server, refresh) })
        await until { refresh.waiterCount == 101 }

        script.fail(Broken(reason: "no network"))

        let errors = await others + [first].compactMap(\.self)
        #expect(errors.map(\.type) == Array(repeating: .authorization, count: 101))
        for error in errors { #expect(error.failedRefresh as? Broken == Broken(reason: "no network")) }
        #expect(refresh.count == 1)
        #expect(server.tokens == ["Bearer old"])
    }

    @Test func cancelOfOneWaitingRequestKeepsTheRefresh() async throws {
        let (server, script) = (ScriptedConnector.bearer(valid: "new"), ScriptedRefresh())
        let refresh = TokenRefresh(current: "old", refresh: script.run)
        async let stays = connection(server, refresh).response()
        await script.hasBegun()
        let leaving = connection(server, refresh)
        let left = Task { await failure(of: leaving) }
        await until { refresh.waiterCount == 2 }

        leaving.cancel()
        #expect(await left.value?.type == .canceled)
        script.succeed("new")

        #expect(try await stays == "ok")
        #expect(!script.wasCanceled)
    }

    @Test func cancelOfTheLastWaitingRequestEndsTheRefresh() async throws {
        let (server, script) = (ScriptedConnector.bearer(valid: "new"), ScriptedRefresh())
        let refresh = TokenRefresh(current: "old", refresh: script.run)
        let waiting = connection(server, refresh).start()
        await script.hasBegun()

        waiting.cancel()
        await script.hasBeenCanceled()
        async let model = connection(server, refresh).response()
        await script.hasBegun(2)
        script.succeed("new")

        #expect(try await model == "ok")
        #expect(refresh.count == 2)
    }

    @Test func signingOutDuringARefreshDropsItsResult() async {
        let (server, script) = (ScriptedConnector.bearer(valid: "new"), ScriptedRefresh())
        let refresh = TokenRefresh(current: "old", refresh: script.run)
        async let error = failure(of: connection(server, refresh))
        await script.hasBegun()

        refresh.signOut()
        script.succeed("new")

        guard case .signedOut? = await error?.underlying as? TokenRefreshError else {
            Issue.record("not signed out")
            return
        }
        #expect(refresh.current == nil)
        #expect(server.tokens == ["Bearer old"])
    }

    @Test func signInDuringARefreshServesWaitingRequests() async throws {
        let (server, script) = (ScriptedConnector.bearer(valid: "mine"), ScriptedRefresh())
        let refresh = TokenRefresh(current: "old", refresh: script.run)
        async let model = connection(server, refresh).response()
        await script.hasBegun()

        refresh.signIn(with: "mine")
        script.succeed("new")

        #expect(try await model == "ok")
        #expect(refresh.current == "mine")
    }

    @Test func signedOutRequestHasNoTokenOrRefresh() async {
        let server = ScriptedConnector.bearer(valid: "new")
        let refresh = TokenRefresh(current: nil) { "new" }

        let error = await failure(of: connection(server, refresh))

        #expect(error?.type == .invalidResponse)
        #expect(server.tokens == ["none"])
        #expect(refresh.count == 0)
    }

    @Test func expiredTokenIsRefreshedOnFirstUse() async throws {
        let server = ScriptedConnector.bearer(valid: "new")
        let refresh = TokenRefresh(current: .expired) { "new" }

        _ = try await connection(server, refresh).response()

        #expect(server.tokens == ["Bearer new"])
        #expect(refresh.count == 1)
    }

    @Test func rejectedTokenIsRefreshedAtMostTwice() async {
        let server = ScriptedConnector { _, _ in .response(.text("no", statusCode: 401)) }
        let number = LockedValue(0)
        let refresh = TokenRefresh(current: "0") {
            AccessToken(
                String(
                    number.withLock { number in
                        number += 1
                        return number
                    }))
        }

        let error = await failure(of: connection(server, refresh))

        #expect(server.tokens == ["Bearer 0", "Bearer 1", "Bearer 2"])
        #expect(error?.response?.text == "no")
        guard case .rejected? = error?.notRetriedReason as? TokenRefreshError else {
            Issue.record("not rejected")
            return
        }
    }

    @Test func refreshesAreLimitedPerWindow() async throws {
        let server = ScriptedConnector.bearer(valid: "never")
        let clock = ManualClock()
        let refresh = TokenRefresh(current: "old", limit: .init(3, within: .seconds(10)), clock: clock) { "bad" }

        var types: [ConnectionErrorType?] = []
        for _ in 0..<2 { types.append(await failure(of: connection(server, refresh))?.type) }
        #expect(types == [.invalidResponse, .authorization])
        #expect(refresh.count == 3)
        clock.advance(by: .seconds(10))
        _ = await failure(of: connection(server, refresh))

        #expect(refresh.count > 3)
    }

    @Test func requestWithItsOwnCredentialsIsUnchanged() async {
        let server = ScriptedConnector.bearer(valid: "new")
        let refresh = TokenRefresh(current: "old") { "new" }
        let spec = TextSpec(headers: ["authorization": "Basic abc"])

        let error = await failure(of: Connection(spec, config: config(server, refresh)))

        #expect(error?.response?.statusCode == 401)
        #expect(server.tokens == ["Basic abc"])
        #expect(refresh.count == 0)
    }

    @Test func onlyApplicableRequestsGetTheToken() async {
        let server = ScriptedConnector.bearer(valid: "new")
        let refresh = TokenRefresh(current: "old", appliesTo: { $0.url.host() == "mine.example" }) { "new" }

        _ = await failure(of: connection(server, refresh))

        #expect(server.tokens == ["none"])
        #expect(refresh.count == 0)
    }

    @Test func redirectToAnotherOriginDropsTheToken() async {
        let server = ScriptedConnector { number, _ in
            number == 1
                ? .response(Response(statusCode: 302, headers: ["Location": "https://other.example/"]))
                : .response(.text("", statusCode: 401))
        }
        let refresh = TokenRefresh(current: "old") { "new" }

        _ = await failure(of: connection(server, refresh))

        #expect(server.tokens == ["Bearer old", "none"])
        #expect(refresh.count == 0)
    }

    @Test func aRedirectWithinTheOriginKeepsTheToken() async throws {
        let server = ScriptedConnector { number, _ in
            .response(number == 1 ? Response(statusCode: 302, headers: ["Location": "/b"]) : .text("ok"))
        }

        _ = try await connection(server, TokenRefresh(current: "good") { "new" }).response()

        #expect(server.tokens == ["Bearer good", "Bearer good"])
    }

    private func config(_ server: any HTTPConnector, _ refresh: TokenRefresh) -> ConnectionConfig {
        ConnectionConfig(baseURL: "https://api.example.com", connector: server, policies: [refresh])
    }

    private func connection(_ server: any HTTPConnector, _ refresh: TokenRefresh) -> Connection<String> {
        Connection(TextSpec(), config: config(server, refresh))
    }
}

extension ConnectionError {
    /// The error that the closure of a token refresh threw.
    var failedRefresh: (any Error)? {
        guard case .failed(let error)? = underlying as? TokenRefreshError else { return nil }
        return error
    }
}

/// Attaches its own credentials.
private struct BasicAdapter: RequestAdapter {

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        var request = request
        request.headers[.authorization] = "Basic abc"
        return request
    }
}

/// A refresh that lasts until the test says how it ends, for each of its calls.
final class ScriptedRefresh: Sendable {
    private struct State {
        var calls: [AsyncThrowingStream<AccessToken, any Error>.Continuation] = []
        var cancelCount = 0
    }

    private let state = LockedValue(State())

    var wasCanceled: Bool { state.withLock(\.cancelCount) > 0 }

    @Sendable func run() async throws -> AccessToken {
        let (results, continuation) = AsyncThrowingStream.makeStream(of: AccessToken.self)
        state.withLock { $0.calls.append(continuation) }
        for try await token in results { return token }
        state.withLock { $0.cancelCount += 1 }
        throw CancellationError()
    }

    func hasBegun(_ count: Int = 1) async {
        await until { state.withLock { $0.calls.count } >= count }
    }

    func hasBeenCanceled(_ count: Int = 1) async {
        await until { state.withLock(\.cancelCount) >= count }
    }

    func succeed(_ token: AccessToken) { state.withLock(\.calls).last?.yield(token) }

    func fail(_ error: any Error) { state.withLock(\.calls).last?.finish(throwing: error) }
}

extension ScriptedConnector {
    /// Answers 200 to one token, and 401 to everything else.
    static func bearer(valid: String) -> ScriptedConnector {
        ScriptedConnector { _, request in
            request.headers[.authorization] == "Bearer \(valid)"
                ? .response(.text("ok")) : .response(.text("", statusCode: 401))
        }
    }

    /// The credentials of the requests so far.
    var tokens: [String] { requests.map { $0.headers[.authorization] ?? "none" } }
}

/// Runs all connections at the same time. Returns the errors of those that failed.
func failuresOfAll<Model: Sendable>(_ connections: [Connection<Model>]) async -> [ConnectionError] {
    await withTaskGroup(of: ConnectionError?.self) { group in
        for connection in connections { group.addTask { await failure(of: connection) } }
        return await group.reduce(into: []) { errors, error in
            if let error { errors.append(error) }
        }
    }
}

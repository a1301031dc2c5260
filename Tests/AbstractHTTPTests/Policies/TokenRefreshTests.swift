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

    private func config(_ server: any HTTPConnector, _ refresh: TokenRefresh) -> ConnectionConfig {
        ConnectionConfig(baseURL: "https://api.example.com", connector: server, policies: [refresh])
    }

    private func connection(_ server: any HTTPConnector, _ refresh: TokenRefresh) -> Connection<String> {
        Connection(TextSpec(), config: config(server, refresh))
    }
}

import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The requests that a refresh sends.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct RequestsOfARefreshTests {
    private func config(_ server: any HTTPConnector, _ refresh: TokenRefresh) -> ConnectionConfig {
        ConnectionConfig(baseURL: "https://api.example.com", connector: server, policies: [refresh])
    }

    private func connection(_ server: any HTTPConnector, _ refresh: TokenRefresh) -> Connection<String> {
        Connection(TextSpec(), config: config(server, refresh))
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
}

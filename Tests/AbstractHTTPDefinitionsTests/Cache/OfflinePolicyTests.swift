import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What happens if the server cannot be reached.
@Suite(.tags(.threadSanitizer)) struct OfflinePolicyTests {
    private static let rules = """
        {
          "Load": {"Path": "a", "Offline Policy": 1, "Response Type": 2, "Response Class": "Anything"},
          "Fail": {"Path": "a", "Cache Policy": 3, "Expire": 0},
          "Fresh": {"Path": "a", "Offline Policy": 1, "Cache Policy": 1},
          "Debug": {"Path": "a", "Offline Policy": 1}
        }
        """
    private static let offline = ScriptedConnector.Reply.failure(URLError(.notConnectedToInternet))
    private static let seven = ScriptedConnector.Reply.response(.json(#"{"id": 7}"#))

    @Test func loadPolicyUsesTheLastResponseOffline() async throws {
        let connector = ScriptedConnector(Self.seven, Self.offline, .response(.json(#"{"id": 8}"#)))
        let api = try DefinitionAPI.over(connector, Self.rules)

        let tasks = [await api.finished("Load"), await api.finished("Load"), await api.finished("Load")]

        #expect(tasks.map { ($0.responseObject as? Anything)?.id } == [7, 7, 8])
        #expect(tasks.map(\.isFromCache) == [false, true, false])
        #expect(tasks.allSatisfy { $0.isSuccess })
    }

    @Test func requestFailsWithoutAStoredResponse() async throws {
        let connector = ScriptedConnector(Self.seven, Self.offline, Self.offline)
        let api = try DefinitionAPI.over(connector, Self.rules)

        await api.finished("Fail")
        #expect(await api.finished("Fail").error?.type == .network)
        try await api.cache.removeAll()
        #expect(await api.finished("Load").error?.type == .network)
    }

    @Test func serverErrorDoesNotCountAsOffline() async throws {
        let connector = ScriptedConnector(Self.seven, .response(.json("{}", statusCode: 500)))
        let api = try DefinitionAPI.over(connector, Self.rules)

        await api.finished("Load")

        #expect(await api.finished("Load").error?.response?.statusCode == 500)
    }

    @Test func otherRecoveriesRunBeforeOfflineFallback() async throws {
        let connector = ScriptedConnector(Self.seven, Self.offline, Self.offline, Self.offline)
        let api = try DefinitionAPI.over(connector, Self.rules) { $0.policies = [RetryOnce()] }

        await api.finished("Load")
        let task = await api.finished("Load")

        #expect(task.isFromCache)
        #expect(connector.requests.count == 3)
    }

    @Test func timeoutCountsAsOffline() async throws {
        let clock = ManualClock()
        let connector = ScriptedConnector(Self.seven, .silence)
        let api = try DefinitionAPI.over(connector, Self.rules, clock: clock)
        await api.finished("Load")

        async let task = api.finished("Load") { $0.timeoutInterval = 5 }
        await connector.waitForRequests(2)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))

        #expect(await task.isFromCache)
    }

    @Test func staleResponseIsUsedOffline() async throws {
        let connector = ScriptedConnector(
            .response(.json("1", headers: ["Cache-Control": "max-age=0", "ETag": "\"a\""])), Self.offline)
        let api = try DefinitionAPI.over(connector, Self.rules)

        await api.finished("Fresh")

        #expect(await api.finished("Fresh").responseObject as? HTTPContent == 1)
    }

    @Test func unusableCachedResponseIsNotUsedOffline() async throws {
        let connector = ScriptedConnector(Self.seven, Self.offline, Self.offline, Self.offline)
        let api = try DefinitionAPI.over(connector, Self.rules)
        await api.finished("Load")

        let error = await failure { try await api.request("Load", as: [Int].self) }

        #expect(error?.type == .network)
        #expect(connector.requests.count == 3)
    }

    @Test func restartAfterOfflineCancelAsksTheServer() async throws {
        let clock = ManualClock()
        let connector = ScriptedConnector(Self.seven, Self.offline, .response(.json(#"{"id": 8}"#)))
        let api = try DefinitionAPI.over(connector, Self.rules, clock: clock)
        await api.finished("Load")

        let connection = api.connection("Load", as: Anything.self) { $0.debugDelayRequestSend = .seconds(1) }
        connection.start()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await connector.waitForRequests(2)
        await clock.waitForSleepers()
        connection.cancel()
        await until { !connection.isRunning }
        async let model = connection.response()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))

        #expect(try await model == Anything(id: 8))
    }

    @Test func restartAfterOfflineResponseAsksTheServer() async throws {
        let connector = ScriptedConnector(Self.seven, Self.offline, .response(.json(#"{"id": 8}"#)))
        let api = try DefinitionAPI.over(connector, Self.rules)
        await api.finished("Load")

        let restarting = Restarting()
        let connection = api.connection("Load", as: Anything.self).addListener(restarting)

        #expect(try await connection.response() == Anything(id: 8))
    }

    @Test func offlineResponseRespectsMiddlewareFields() async throws {
        let name = LockedValue("a")
        let connector = ScriptedConnector { number, _ in
            number == 1 ? .response(.json("1", headers: ["Vary": "X-Device"])) : Self.offline
        }
        let api = try DefinitionAPI.over(connector, Self.rules) {
            $0.middleware.append(FieldMiddleware(name: "X-Device") { name.withLock { $0 } })
        }
        await api.finished("Debug")

        #expect(await api.finished("Debug").isFromCache)
        name.withLock { $0 = "b" }
        let task = await api.finished("Debug")

        #expect(task.error?.type == .network)
        #expect(connector.requests.count == 3)
    }

    @Test func debugFailureCountsAsOffline() async throws {
        let api = try DefinitionAPI.over(ScriptedConnector(Self.seven), Self.rules)
        await api.finished("Debug")

        let task = await api.finished("Debug") { $0.debugRequestFailWithCode = 1 }

        #expect(task.isFromCache && task.responseObject as? HTTPContent == ["id": 7])
    }
}

/// Begins a new attempt when the first response arrives.
private final class Restarting: ConnectionResponseListener {
    private let isDone = LockedValue(false)

    func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
        let isFirst = isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
        if isFirst { connection.restart() }
        return true
    }
}

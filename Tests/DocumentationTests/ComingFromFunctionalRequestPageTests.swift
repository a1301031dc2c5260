import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Each row and each difference that the page lists compiles, and does what it says.
@Suite(.timeLimit(.minutes(5))) struct ComingFromFunctionalRequestPageTests {
    private struct Account: Codable, Equatable, Sendable { var email = "ada@example.com" }
    private struct Refusal: Error, Equatable { var text: String }

    private enum Bases {
        static let base0 = "https://zero.example.com/"
    }

    private let connector = ScriptedConnector.always(#"{"email": "ada@example.com"}"#)
    private var config: ConnectionConfig { ConnectionConfig(connector: connector) }

    private func scope(_ operation: () async throws -> Void) async throws {
        try await Configuration.scope {
            Configuration.connectionConfig = config
            Configuration.DataRequest.base = "https://api.example.com"
            try await operation()
        }
    }

    private func failure(_ call: () async throws(ConnectionError) -> some Any) async -> ConnectionError? {
        do throws(ConnectionError) {
            _ = try await call()
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Names

    @Test func methodsHaveTheirNames() async throws {
        try await scope {
            _ = try await GET<None, Account>("a")()
            _ = try await POST<Account, Account>("a")(Account())
            try await PUT<Account, None>("a")(Account())
            try await PATCH<None, None>("a")()
            try await DELETE<None, None>("a")()
            try await HEAD<None, None>("a")()
            try await OPTIONS<None, None>("a")()
        }

        #expect(
            connector.requests.map(\.method.rawValue) == [
                "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS",
            ])
    }

    @Test func completionReceivesAResult() async throws {
        let email = Promise<String?>()
        try await scope {
            POST<Account, Account>("a").request(Account()) { response in
                #expect(response.error == nil)
                email.fulfill(response.value?.email)
            }
        }

        #expect(await email.value() == "ada@example.com")
    }

    @Test func jsonIsADictionaryOrATree() async throws {
        let parameters: [String: Any] = ["email": "ada@example.com"]
        try await scope {
            let output = try await POST<JSON, JSON>("a")(parameters)
            let other = try await POST<JSON, JSON>("a")(["email": "ada@example.com"])

            #expect(output["email"]?.stringValue == "ada@example.com" && other == output)
        }
        #expect(try await connector.bodies() == Array(repeating: #"{"email":"ada@example.com"}"#, count: 2))
    }

    @Test func outputHasItsResponse() async throws {
        try await scope {
            let output = try await GET<None, DataResponse<Account>>("a")()
            #expect(output.response.statusCode == 200 && output.value == Account())
        }
    }

    @Test func configurationHasItsNames() async throws {
        let (values, isEnded) = (LockedValue<[String]>([]), Promise<Void>())
        let monitor = ClosureEventMonitor(
            onStart: { request in values.change { $0.append(request.method.rawValue) } },
            onResponse: { response in values.change { $0.append("\(response.statusCode)") } },
            onValue: { value in values.change { $0.append("\(type(of: value))") } },
            onError: { _ in }, onEnd: { _, _ in isEnded.fulfill(()) })
        try await scope {
            Configuration.eventMonitors = [monitor]
            Configuration.DataRequest.headers = ["X-A": "1"]
            Configuration.DataRequest.timeoutInterval = 600
            _ = try await GET<None, Account>("a")()
        }
        await isEnded.value()

        #expect(values.withLock { $0 } == ["GET", "200", "Account"])
        #expect(connector.requests.map { $0.headers["X-A"] } == ["1"])
    }

    @Test func modifiersHaveTheirNames() async throws {
        let login = POST<Account, Account>("a", base: Bases.base0)
        try await scope {
            _ = try await login.setTimeoutInterval(600).setMock("https://mock.example.com/login")(Account())
            _ = try await login.timeoutInterval(600).mock("https://mock.example.com/login")(Account())
            _ = try await login.appendPath("b").headers(["X-A": "1"]).redirect(.follow)
                .encoder(.json).decoder(.json).authenticate(.bearer("t"))(Account())
            let mocked = try await login.mock(Account(email: "mock"))(Account())
            #expect(mocked.email == "mock")
        }

        #expect(
            connector.lines == [
                "POST https://mock.example.com/login", "POST https://mock.example.com/login",
                "POST https://zero.example.com/a/b",
            ])
    }

    @Test func closureRunsOnAQueue() async throws {
        let (queue, isThere) = (DispatchQueue(label: "results"), Promise<Bool>())
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        try await scope {
            GET<None, Account>("a").queue(queue).request { _ in
                isThere.fulfill(DispatchQueue.getSpecific(key: key) ?? false)
            }
        }

        #expect(await isThere.value())
    }

    @Test func emptyResponsesHaveAnOutput() async throws {
        let empty = ScriptedConnector(.response(Response(statusCode: 204)), .response(Response(statusCode: 204)))
        let endpoint = GET<None, Account>("a", base: Bases.base0).config(ConnectionConfig(connector: empty))

        #expect(try await endpoint.accepting(204) { _ in Account(email: "none") }().email == "none")
        let optional = GET<None, Account?>("a", base: Bases.base0).config(ConnectionConfig(connector: empty))
        #expect(try await optional() == nil)
    }

    @Test func cachePolicyIsSetPerRequest() async throws {
        var config = config
        config.middleware = [HTTPCache()]
        _ = try await GET<None, Account>("a", base: Bases.base0).config(config).policy(CachePolicy.reload)()

        #expect(connector.requests.count == 1)
    }

    // MARK: - Differences

    @Test func validateIsCalledForEveryStatus() async {
        let refusing = ScriptedConnector.always("out of stock", statusCode: 409)
        let endpoint = GET<None, Account>("a", base: Bases.base0).config(ConnectionConfig(connector: refusing))

        let thrown = await failure { () throws(ConnectionError) in
            try await endpoint.validate { throw Refusal(text: $0.text) }()
        }
        let accepted = await failure { () throws(ConnectionError) in try await endpoint.validate { _ in true }() }

        #expect(thrown?.underlying as? Refusal == Refusal(text: "out of stock"))
        #expect(accepted?.type == .invalidResponse)
    }

    @Test func statusesCanBeAccepted() async throws {
        let refusing = ScriptedConnector.always(#"{"email": "a"}"#, statusCode: 409)
        let endpoint = GET<None, Account>("a", base: Bases.base0).config(ConnectionConfig(connector: refusing))

        #expect(await failure { () throws(ConnectionError) in try await endpoint() }?.type == .invalidResponse)
        #expect(try await endpoint.accepting(statusCodes: 200..<500)().email == "a")
    }
}

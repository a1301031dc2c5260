import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The settings of a client for all of its calls, and those of single functions.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct ServiceConfigurationTests {
    struct Problem: Codable, Equatable, Sendable {
        var message: String
    }

    private let clock = ManualClock()

    init() { TestConnector.becomeDefault() }

    @Test func configListenersSeeEveryCall() async throws {
        let recorder = EventRecorder()
        var service = client(.always(#""ok""#))
        service.configuration.connectionConfig.addListener(recorder)

        _ = try await service.asTheClientSays()

        #expect(recorder.events == [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
    }

    @Test func aFailureHasAModel() async {
        var service = client(.always(#"{"message":"no such user"}"#, statusCode: 404))
        service.configuration.failureModel = Problem.self

        let error = await failure { try await service.asTheClientSays() }

        #expect(error?.failureModel as? Problem == Problem(message: "no such user"))
        #expect(error?.response?.statusCode == 404)
    }

    @Test func modelsAreReadByTheDecoderOfTheClient() async throws {
        struct Never: ContentDecoder {
            func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
                throw Problem(message: "never").failure
            }
        }
        let connector = ScriptedConnector.always(#"{"login":"ada"}"#)
        let service = ResultsClient(baseURL: "https://api.example.com") { configuration in
            configuration.decoder = Never()
            configuration.connectionConfig = ConnectionConfig(connector: connector)
        }

        let error = await failure { try await service.model() }

        #expect(error?.type == .parse)
        #expect(error?.description.contains("never") == true)
    }

    @Test func timeoutAppliesToTheTotalCall() async {
        let service = client(ScriptedConnector(.silence))
        async let error = failure { try await service.total() }
        await clock.waitForSleepers()

        #expect(clock.remainingSleeps == [.seconds(5)])
        clock.advance(by: .seconds(5))

        #expect(await (error?.underlying as? DeadlineExceeded)?.clock == .total)
    }

    @Test func timeoutCanApplyToAnAttempt() async {
        let service = client(ScriptedConnector(.silence))
        async let error = failure { try await service.attempt() }
        await clock.waitForSleepers()

        #expect(clock.remainingSleeps == [.seconds(3)])
        clock.advance(by: .seconds(3))

        #expect(await (error?.underlying as? DeadlineExceeded)?.clock == .attempt)
    }

    @Test func timeoutEndsACallToASilentServer() async throws {
        let server = try LoopbackServer()
        server.enqueue(.text("").failing(.stall, at: .responseHead))
        let service = BoundedClient(baseURL: server.url) { [clock] in $0.connectionConfig.clock = clock }
        async let error = failure { try await service.total() }
        await server.waitForRequests(1)
        await clock.waitForSleepers()

        clock.advance(by: .seconds(5))

        #expect(await error?.type == .timeout)
        #expect(server.requests.map(\.target) == ["/slow"])
    }

    @Test func postWithAKeyIsRetriedOnABusyServer() async throws {
        let server = try LoopbackServer { _ in .text("done") }
        server.enqueue(.text("busy", statusCode: 503))
        let service = BoundedClient(baseURL: server.url) { $0.connectionConfig.policies = [Retry(backoff: .none)] }

        #expect(try await service.posted() == "done")

        #expect(
            server.requests.map { "\($0.method) \($0.target) \($0.bodyLength)" } == ["POST /flaky 0", "POST /flaky 0"])
        #expect(server.requests[0].headers[.idempotencyKey] == server.requests[1].headers[.idempotencyKey])
    }

    @Test func callLimitsItsAttempts() async {
        let connector = ScriptedConnector.always(statusCode: 503)
        var service = client(connector)
        service.configuration.connectionConfig.policies = [Retry(attempts: 3, backoff: .none)]

        _ = await failure { try await service.often() }
        #expect(connector.requests.count == 4)
        _ = await failure { try await service.once() }
        #expect(connector.requests.count == 5)
        _ = await failure { try await service.asTheClientSays() }
        #expect(connector.requests.count == 8)
    }

    @Test func callRetriesWithoutAClientPolicy() async {
        let connector = ScriptedConnector.always(statusCode: 503)
        let service = client(connector)
        async let error = failure { try await service.posted() }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(60))

        #expect(await error?.attempts.count == 2)
        let keys = connector.requests.map { $0.headers[.idempotencyKey] }
        #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
    }

    @Test(arguments: [#"http://evil.example\@api.example.com"#, "http://a%2Fb/v1", "http://a..b"])
    func aBaseWithAnAmbiguousHostIsAnError(base: String) async {
        let connector = ScriptedConnector()
        let service = BoundedClient(baseURL: base) { $0.connectionConfig = ConnectionConfig(connector: connector) }

        let error = await failure { try await service.often() }

        #expect(error?.type == .invalidURL)
        #expect(connector.requests.isEmpty)
    }

    @Test func theRetriesOfACallShareTheBudgetOfTheClient() async {
        let connector = ScriptedConnector.always(statusCode: 503)
        var service = client(connector)
        let budget = RetryBudget(ratio: 0, minimum: 3)
        service.configuration.connectionConfig.policies = [Retry(attempts: 2, backoff: .none, budget: budget)]

        for _ in 0..<3 { _ = await failure { try await service.often() } }

        #expect(connector.requests.count == 6)
    }

    private func client(_ connector: ScriptedConnector) -> BoundedClient {
        BoundedClient(baseURL: "https://api.example.com") { configuration in
            configuration.connectionConfig = ConnectionConfig(connector: connector, clock: clock)
            configuration.connectionConfig.random = .seeded(1)
        }
    }
}

extension ServiceConfigurationTests.Problem {
    fileprivate var failure: any Error {
        DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: message))
    }
}

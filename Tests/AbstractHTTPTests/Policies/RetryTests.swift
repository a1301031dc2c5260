import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What is retried and when, over a connector in memory and on a clock that stands still.
@Suite(.tags(.threadSanitizer)) struct RetryTests {
    @Test func waitsAreRandomWithADoublingLimit() async {
        let waits = await waits(8, of: Retry(attempts: 9, budget: nil)) { _ in .text("busy", statusCode: 503) }

        // The generator's numbers multiplied by 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10 and 10 seconds.
        #expect(
            waits
                == [
                    113_312_315, 298_312_703, 776_802_203, 710_974_747, 1_421_647_043, 4_882_524_108, 8_773_486_868,
                    5_230_671_799,
                ].map(Duration.nanoseconds))
    }

    @Test func retryAfterIsRespectedWithJitter() async {
        let waits = await waits(2, of: Retry(budget: nil)) { _ in
            Response(statusCode: 429, headers: ["Retry-After": "7"])
        }

        #expect(waits == [.seconds(7) + .nanoseconds(113_312_315), .seconds(7) + .nanoseconds(298_312_703)])
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
    func transientStatusIsRetried(status: Int) async throws {
        let connector = ScriptedConnector(.response(.text("", statusCode: status)), .response(.text("ok")))

        #expect(try await connection(over: connector).response() == "ok")
    }

    @Test(arguments: [(HTTPMethod.get, 3), (.put, 1)])
    func onlyApplicableRequestsAreRetried(method: HTTPMethod, attempts: Int) async throws {
        let connector = ScriptedConnector { _, _ in .response(.text("", statusCode: 503)) }
        var config = ConnectionConfig.over(connector)
        config.policies = [Retry(backoff: .none, appliesTo: { $0.method == .get })]

        let error = await failure(of: HTTP("https://a.example/").method(method).asString(config: config))

        #expect(error?.attempts.count == attempts)
    }

    @Test(arguments: [400, 401, 403, 404, 409, 410, 422, 501, 505])
    func permanentStatusIsNotRetried(status: Int) async {
        let connector = ScriptedConnector { _, _ in .response(.text("", statusCode: status)) }

        let error = await failure(of: connection(over: connector))

        #expect(error?.attempts.count == 1)
        #expect(error?.notRetriedReason == nil)
    }

    @Test(
        arguments: [
            .nameNotFound, .refused, .unreachable, .idle(for: .seconds(60)), .timedOut, .noResponse,
            .cutOff(received: 1, expected: 2), .other,
        ] as [TransportError.Kind])
    func connectionFailureIsRetried(kind: TransportError.Kind) async throws {
        let connector = ScriptedConnector(.failure(TransportError(kind)), .response(.text("ok")))

        #expect(try await connection(over: connector).response() == "ok")
    }

    @Test(arguments: [.tls, .malformedResponse, .unsupported, .invalidated] as [TransportError.Kind])
    func permanentFailureIsNotRetried(kind: TransportError.Kind) async {
        let connector = ScriptedConnector { _, _ in .failure(TransportError(kind)) }

        let error = await failure(of: connection(over: connector))

        #expect(error?.attempts.count == 1)
    }

    @Test func unparsableResponseIsNotRetried() async {
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let config = ConnectionConfig(connector: connector, policies: [Retry(backoff: .none)])

        let error = await failure(of: Connection(UnparsableSpec(), config: config))

        #expect(error?.attempts.map(\.type) == [.parse])
    }

    @Test(arguments: [HTTPMethod.post, .patch, .connect, "LOCK"])
    func aRequestThatMayHaveArrivedIsNotSentTwice(method: HTTPMethod) async {
        let connector = ScriptedConnector { _, _ in .failure(TransportError(.noResponse)) }

        let error = await failure(of: connection(TextSpec(httpMethod: method), over: connector))

        #expect(connector.requests.count == 1)
        #expect(error?.notRetriedReason as? NotRetriedReason == .notIdempotent(method))
        #expect(
            error?.description.hasSuffix(
                "not tried again: a \(method) that may have arrived is not sent twice; give it an idempotency key")
                == true)
    }

    @Test func aPOSTThatWasAnsweredIsNotSentTwice() async {
        let connector = ScriptedConnector { _, _ in .response(.text("", statusCode: 503)) }

        _ = await failure(of: connection(TextSpec(httpMethod: .post), over: connector))

        #expect(connector.requests.count == 1)
    }

    @Test(arguments: [.nameNotFound, .refused] as [TransportError.Kind])
    func aPOSTThatNeverReachedTheServerIsSentAgain(kind: TransportError.Kind) async throws {
        let connector = ScriptedConnector(.failure(TransportError(kind)), .response(.text("ok")))

        #expect(try await connection(TextSpec(httpMethod: .post), over: connector).response() == "ok")
    }

    @Test func redirectedPOSTIsNotRetried() async {
        let redirect = Response(statusCode: 307, headers: ["Location": "https://down.example/"])
        let connector = ScriptedConnector(.response(redirect), .failure(TransportError(.refused)))

        let error = await failure(of: connection(TextSpec(httpMethod: .post), over: connector))

        #expect(connector.requests.count == 2)
        #expect(error?.notRetriedReason as? NotRetriedReason == .notIdempotent(.post))
    }

    @Test func postMethodSetByAPolicyIsNotRetried() async {
        struct MakingPOST: RequestAdapter {
            func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) -> Request {
                var request = request
                request.method = .post
                return request
            }
        }
        let connector = ScriptedConnector { _, _ in .failure(TransportError(.noResponse)) }

        let error = await failure(of: connection(over: connector).addPolicy(MakingPOST()))

        #expect(connector.requests.map(\.method) == [.post])
        #expect(error?.notRetriedReason as? NotRetriedReason == .notIdempotent(.post))
    }

    @Test func postRedirectedAsGETIsNotRetried() async {
        let redirect = Response(statusCode: 303, headers: ["Location": "/created"])
        let connector = ScriptedConnector(.response(redirect), .response(.text("", statusCode: 503)))

        let error = await failure(of: connection(TextSpec(httpMethod: .post), over: connector))

        #expect(error?.request.method == .get)
        #expect(error?.notRetriedReason as? NotRetriedReason == .notIdempotent(.post))
    }

    @Test func otherFailedAttemptsDoNotCount() async throws {
        let busy = ScriptedConnector.Reply.response(.text("", statusCode: 503))
        let connector = ScriptedConnector(
            .response(.text("", statusCode: 401)), busy, .response(.text("", statusCode: 401)), busy,
            .response(.text("ok")))
        let config = ConnectionConfig(
            connector: connector, policies: [Retry(attempts: 3, backoff: .none), Again(on: 401)])

        #expect(try await Connection(TextSpec(), config: config).response() == "ok")
    }

    @Test func tooLongWaitIsReportedAtOnce() async {
        let connector = ScriptedConnector { _, _ in
            .response(Response(statusCode: 503, headers: ["Retry-After": "61"], data: Data("closed".utf8)))
        }

        let error = await failure(of: connection(over: connector))

        #expect(
            error?.notRetriedReason as? NotRetriedReason == .waitTooLong(asked: .seconds(61), longest: .seconds(60)))
        #expect(error?.response?.text == "closed")
        #expect(
            error?.description
                == "GET https://api.example.com/text: invalidResponse (503, 6 bytes); not tried again: "
                + "the server asks to wait for 61.0 seconds, longer than 60.0 seconds")
    }

    @Test func otherPoliciesDecideAfterRetryGivesUp() async throws {
        let connector = ScriptedConnector(.response(.text("", statusCode: 503)), .response(.text("ok")))
        let policy = Retry(backoff: .none)
        let post = connection(TextSpec(httpMethod: .post), over: connector, policy)

        #expect(try await post.addPolicy(Recovering()).addPolicy(Recovering(.restart())).response() == "ok")
    }

    @Test func aHostGetsNoMoreRetriesThanItsBudget() async {
        let connector = ScriptedConnector { _, _ in .failure(TransportError(.noResponse)) }
        let budget = RetryBudget(ratio: 0, minimum: 2, clock: ManualClock())
        let policy = Retry(attempts: 9, backoff: .none, budget: budget)

        let error = await failure(of: connection(over: connector, policy))

        #expect(error?.attempts.count == 3)
        #expect(error?.notRetriedReason as? NotRetriedReason == .budgetSpent(host: "api.example.com"))
    }

    @Test func onlyFirstAttemptsAddToTheBudget() async {
        let connector = ScriptedConnector { _, _ in .failure(TransportError(.noResponse)) }
        let budget = RetryBudget(ratio: 0.5, minimum: 0, clock: ManualClock())
        let policy = Retry(attempts: 9, backoff: .none, budget: budget)

        var attempts: [Int] = []
        for _ in 1...5 { attempts.append(await failure(of: connection(over: connector, policy))?.attempts.count ?? 0) }

        #expect(attempts == [1, 2, 1, 2, 1])
    }

    /// A connection with the policy in its config.
    private func connection(
        _ spec: TextSpec = TextSpec(), over connector: any HTTPConnector, _ policy: Retry = Retry(backoff: .none)
    ) -> Connection<String> {
        Connection(spec, config: ConnectionConfig(connector: connector, policies: [policy]))
    }

    /// The first waits between the attempts of a connection that gets these answers, with the generator of seed 1.
    private func waits(_ count: Int, of policy: Retry, _ answer: @escaping @Sendable (Int) -> Response) async
        -> [Duration]
    {
        let clock = ManualClock()
        var config = ConnectionConfig(
            connector: ScriptedConnector { number, _ in .response(answer(number)) }, clock: clock, policies: [policy])
        config.random = .seeded(1)
        return await Connection(TextSpec(), config: config).waits(count, on: clock)
    }
}

/// Restarts after one status, and gives up otherwise.
private struct Again: RecoveryPolicy {
    let status: Int

    init(on status: Int) {
        self.status = status
    }

    func recovery(from failure: RecoveryContext) async -> Recovery {
        failure.error.response?.statusCode == status ? .restart() : .giveUp
    }
}

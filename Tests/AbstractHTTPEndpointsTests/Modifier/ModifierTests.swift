import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Modifiers return changed copies. The inner one wins.
@Suite struct ModifierTests {
    private let connector = ScriptedConnector.always("[]")

    @Test func modifiersLeaveTheOriginalUnchanged() async throws {
        let endpoint = GET<None, None>("a").over(connector)
        _ = endpoint.header(name: "X", value: "1").path("b").mock("https://mock.example.com").encoder(.form)

        try await endpoint()

        #expect(connector.lines == ["GET https://api.example.com/a"])
        #expect(connector.requests.first?.headers.isEmpty == true)
    }

    @Test func headersReplaceByNameInAnyCase() async throws {
        try await Configuration.scope {
            Configuration.DataRequest.headers = ["X-One": "global", "X-Two": "global", "X-Three": "global"]

            try await GET<None, None>("a").over(connector).headers(["x-one": "own", "X-Four": "own", "X-Three": nil])
                .header(name: "X-TWO", value: nil).header(name: "X-Four", value: "last")()
        }

        let headers = try #require(connector.requests.first?.headers)
        #expect(
            headers.map { "\($0.name.rawValue.lowercased()): \($0.value)" }.sorted() == [
                "x-four: last", "x-one: own",
            ])
    }

    @Test func credentialsAreEvaluatedForEachAttempt() async throws {
        let count = LockedValue(0)
        let endpoint = GET<None, None>("a").over(connector).authenticate(
            .bearer("t\(count.withLock { $0 += 1; return $0 })"))

        try await endpoint()
        try await endpoint()
        try await endpoint.authenticate(try .basic(user: "ada", password: "secret"))()

        #expect(
            connector.requests.map { $0.headers[.authorization] } == [
                "Bearer t1", "Bearer t2", "Basic YWRhOnNlY3JldA==",
            ])
    }

    @Test func credentialsThatCannotBeSentAreAnError() async {
        let endpoint = GET<None, None>("a").over(connector)
            .authenticate(try .basic(user: "a:b", password: "secret"))

        let error = await failure { try await endpoint() }

        #expect(error?.type == .invalidRequest)
        #expect(error?.underlying as? InvalidCredentials == .colonInUser)
        #expect(connector.requests.isEmpty)
    }

    @Test func lastModifierWins() async throws {
        let connector = ScriptedConnector.always("[1]", statusCode: 404)
        let endpoint = GET<None, [Int]>("a").over(connector).accepting(404) { _ in [] }
        let (one, two) = (TokenRefresh(current: "one") { "new" }, TokenRefresh(current: "two") { "new" })

        _ = try await endpoint.authenticate(.bearer("one")).header(name: "authorization", value: "Bearer last")()
        _ = try await endpoint.authenticate(.bearer("one")).header(name: "Authorization", value: nil)()
        _ = try await endpoint.header(name: "Authorization", value: "first").authenticate(.bearer("last"))()
        _ = try await endpoint.authenticate(one).authenticate(two)()
        _ = try await endpoint.authenticate(one).authenticate(.bearer("last"))()
        _ = try await endpoint.authenticate(one).header(name: "Authorization", value: nil)()
        _ = try await endpoint.mock([1]).mock("https://mock.example.com/")()
        #expect(try await endpoint.mock("https://mock.example.com/").mock([2])() == [2])
        let error = await failure { try await endpoint.accepting(statusCodes: 200...299)() }

        #expect(error?.response?.statusCode == 404)
        #expect(
            connector.requests.map { $0.headers[.authorization] } == [
                "Bearer last", nil, "Bearer last", "Bearer two", "Bearer last", nil, nil, nil,
            ])
        #expect(connector.requests[6].url.host() == "mock.example.com")
    }

    @Test func configuredContentTypeFollowsItsEncoder() async throws {
        let page = Page(index: 1, total: 2)
        try await Configuration.scope {
            Configuration.DataRequest.headers = ["content-type": "application/vnd.api+json"]
            let endpoint = POST<Page, None>("a").over(connector)

            try await endpoint(page)
            try await endpoint.encoder(.form)(page)
            try await POST<Data, None>("a").over(connector)(Data([1]))
            try await endpoint.encoder(.form).header(name: "Content-Type", value: "x/y")(page)
            try await POST<None, None>("a").over(connector)()
            try await GET<Page, None>("a").over(connector)(page)
        }

        #expect(
            connector.requests.map { $0.headers[.contentType] } == [
                "application/vnd.api+json", "application/x-www-form-urlencoded", "application/octet-stream", "x/y", nil,
                nil,
            ])
    }

    @Test func endpointConfigOverridesTheConfiguration() async throws {
        let clock = ManualClock()
        var config = ConnectionConfig(connector: ScriptedConnector(.silence), clock: clock)
        config.deadlines.attempt = .seconds(1)
        let endpoint = GET<None, None>("a", base: "https://api.example.com").config(config)

        let limits = await Configuration.scope {
            Configuration.DataRequest.timeoutInterval = 50
            let connector = ScriptedConnector(.silence, .silence)
            Configuration.connectionConfig = ConnectionConfig(connector: connector, clock: clock)
            var limits: [Duration?] = []
            for endpoint in [
                endpoint, GET<None, None>("https://api.example.com/a").config { $0.deadlines.attempt = .seconds(2) },
                endpoint.config { $0.deadlines.attempt = .seconds(3) }.config(Configuration.connectionConfig),
            ] {
                limits.append(await limit(of: endpoint, on: clock))
            }
            return limits
        }

        #expect(limits == [.seconds(1), .seconds(2), .seconds(50)])
    }

    @Test func noSecretsAreShown() {
        let endpoint = POST<None, None>("https://user:SECRET@h/{id}?key=SECRET")
            .header(name: "Authorization", value: "SECRET").authenticate(.bearer("SECRET")).base("SECRET")

        #expect("\(endpoint)" == "POST<None, None>(definition: POST https://h/{id})")
        var text = ""
        dump(endpoint, to: &text)
        #expect(!text.contains("SECRET"))
    }

    @Test func aTokenIsRenewed() async throws {
        let connector = ScriptedConnector { _, request in
            .response(.json("[]", statusCode: request.headers[.authorization] == "Bearer new" ? 200 : 401))
        }
        let refresh = TokenRefresh(current: AccessToken("old")) { AccessToken("new") }

        try await GET<None, None>("a").over(connector).authenticate(refresh)()

        #expect(connector.requests.map { $0.headers[.authorization] } == ["Bearer old", "Bearer new"])
    }

    @Test func timeoutAppliesToAnAttempt() async throws {
        let clock = ManualClock()
        let config = ConnectionConfig(connector: ScriptedConnector(.silence, .silence, .silence), clock: clock)
        let endpoint = GET<None, None>("a", base: "https://api.example.com").config(config)

        let limits = await Configuration.scope {
            Configuration.DataRequest.timeoutInterval = 7
            var limits: [Duration?] = []
            for endpoint in [endpoint, endpoint.setTimeoutInterval(2), endpoint.timeoutInterval(.milliseconds(5))] {
                limits.append(await limit(of: endpoint, on: clock))
            }
            return limits
        }

        #expect(limits == [.seconds(7), .seconds(2), .milliseconds(5)])
    }

    @Test(arguments: [-1, 0, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e300, .leastNonzeroMagnitude])
    func timeoutIntervalNeverTraps(seconds: TimeInterval) async throws {
        let endpoint = GET<None, None>("a").over(connector).timeoutInterval(seconds)

        let error = await failure { try await endpoint() }

        #expect(error == nil || error?.type == .timeout)
        if seconds > 1 { #expect(error == nil) }
    }

    @Test func redirectsAreFollowedOrNot() async throws {
        let moved = Response(statusCode: 302, headers: ["Location": "https://api.example.com/b"])
        let connector = ScriptedConnector { number, _ in .response(number % 2 == 1 ? moved : .json("[]")) }

        try await GET<None, None>("a").over(connector)()
        let error = await failure {
            try await GET<None, None>("a").over(connector).redirect(.off)()
        }

        #expect(error?.response?.statusCode == 302)
        #expect(connector.lines.count == 3)
    }

    @Test func endpointCodersOverrideConfiguredCoders() async throws {
        let connector = ScriptedConnector.always(#"{"first_name": "Ada"}"#)
        struct Named: Codable, Equatable { var firstName = "Ada" }
        let snake = JSONContentDecoder(keys: .fromSnakeCase)

        try await Configuration.scope {
            Configuration.DataRequest.encoder = JSONContentEncoder(keys: .snakeCase)
            Configuration.DataRequest.queryEncoder = QueryContentEncoder(options: FieldOptions(keys: .kebabCase))
            Configuration.DataRequest.decoder = snake
            #expect(try await POST<Named, Named>("a").over(connector)(Named()) == Named())
            try await GET<Named, None>("a").over(connector)(Named())
            try await POST<Named, None>("a").over(connector).encoder(.form)(Named())
        }
        #expect(try await GET<None, Named>("a").over(connector).decoder(snake)() == Named())

        #expect(try await connector.bodies() == [#"{"first_name":"Ada"}"#, nil, "firstName=Ada", nil])
        #expect(connector.requests[1].url.query() == "first-name=Ada")
    }

    @Test func theConfigIsChangedForOneEndpoint() async throws {
        var config = ConnectionConfig(connector: ScriptedConnector.always("[]", statusCode: 503))
        config.policies = [Retry(backoff: .none)]
        let endpoint = GET<None, None>("a", base: "https://api.example.com").config(config)

        let retried = await failure { try await endpoint() }
        let failed = await failure { try await endpoint.config { $0.policies = [] }() }

        #expect(retried?.attempts.count == 3 && failed?.attempts.count == 1)
    }

    @Test func configHolderTracksAndCancelsConnections() async {
        let (silent, holder) = (ScriptedConnector(.silence), ConnectionHolder())
        let config = ConnectionConfig(connector: silent, holder: holder)
        let endpoint = GET<None, None>("a", base: "https://api.example.com").config(config)
            .adding { $0.identified(as: "list") }
        async let error = failure { try await endpoint() }

        await silent.waitForRequests(1)
        let held = holder.connections(identifier: "list").count
        holder.cancelAll()

        #expect(await error?.cancelReason == .holder)
        #expect(held == 1)
    }

    @Test func listenersReceiveFailuresAndProgress() async throws {
        let (recorder, failing) = (EventRecorder(), ScriptedConnector.always("no", statusCode: 500))
        let error = await failure { try await GET<None, None>("a").over(failing).listener(recorder)() }
        let bytes = LockedValue<Int>(0)

        try await GET<None, None>("a").over(connector).listener(ByteCounter(bytes))()

        #expect(error != nil && recorder.events == [.onStart, .onReceived, .onResponseError, .afterError, .onEnd])
        #expect(bytes.withLock { $0 } == 2)
    }

    @Test func addingCustomizesTheConnection() async throws {
        let (recorder, steps) = (EventRecorder(), LockedValue<[String]>([]))
        let endpoint = POST<None, None>("a").over(
            ScriptedConnector(.failure(TransportError(.noResponse)), .response(.json("{}")))
        )
        .listener(recorder)
        .listener(SendObserver(steps)).middleware(NotingMiddleware(steps)).idempotencyKey()
        .policy(Retry(backoff: .none))
        .adding { connection in connection.identified(as: "post") }

        let connection = endpoint.connection()
        _ = try await connection.response()

        #expect(connection.identifier == "post")
        #expect(recorder.events == [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
        #expect(steps.withLock { $0 } == ["will send", "through", "will send", "through"])
    }
}

/// Lets an unanswered call time out, and returns the length of the deadline.
private func limit(of endpoint: some ConfigurableEndpoint<None, None>, on clock: ManualClock) async -> Duration? {
    async let error = failure { try await endpoint() }
    await clock.waitForSleepers()
    clock.advance(by: clock.remainingSleeps.first ?? .zero)
    return (await error?.underlying as? DeadlineExceeded)?.limit
}

private final class SendObserver: ConnectionObserver {
    private let steps: LockedValue<[String]>

    init(_ steps: LockedValue<[String]>) {
        self.steps = steps
    }

    func willSend(connection: any ConnectionTask, request: Request) { steps.withLock { $0.append("will send") } }
}

private final class ByteCounter: ConnectionProgressListener {
    private let bytes: LockedValue<Int>

    init(_ bytes: LockedValue<Int>) {
        self.bytes = bytes
    }

    func onProgress(connection: any ConnectionTask, progress: TransferProgress) {
        if progress.direction == .download { bytes.withLock { $0 = progress.bytes } }
    }
}

private struct NotingMiddleware: HTTPMiddleware {
    private let steps: LockedValue<[String]>

    init(_ steps: LockedValue<[String]>) {
        self.steps = steps
    }

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        steps.withLock { $0.append("through") }
        return try await next.execute(request)
    }
}

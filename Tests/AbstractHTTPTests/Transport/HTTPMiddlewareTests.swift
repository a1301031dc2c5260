import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct HTTPMiddlewareTests {
    @Test func theFirstOneIsOutermost() async throws {
        let connector = ScriptedConnector(.response(.text("ok")))

        let response = try await response(over: connector, Marking("a"), Marking("b"))

        #expect(connector.requests.first?.headers["X-Mark"] == "a, b")
        #expect(response.headers["X-Mark"] == "b, a")
    }

    @Test func itSeesEveryAttemptAndEveryRedirect() async throws {
        let connector = ScriptedConnector(
            .failure(Broken()), .response(Response(statusCode: 302, headers: ["Location": "/b"])),
            .response(.text("ok")))
        var config = ConnectionConfig(connector: connector, policies: [Recovering(.restart())])
        config.middleware = [Marking("a")]

        _ = try await Connection(TextSpec(), config: config).response()

        // The next request of a redirect has the fields that the previous one had before the middleware.
        #expect(connector.requests.map { $0.headers["X-Mark"] } == ["a", "a", "a"])
    }

    @Test func itMayAnswerAndNothingIsSent() async throws {
        let connector = ScriptedConnector()

        let response = try await response(over: connector, Middleware { _, _ in ResponseStream(.text("mine")) })

        #expect(response.text == "mine")
        #expect(connector.requests.isEmpty)
    }

    @Test(
        arguments: [
            (Broken(), .network), (InvalidRequest.method("A B"), .invalidRequest),
            (InvalidRequest.malformedHost("http://.a/"), .invalidURL),
            (ConnectionErrorType.authorization, .authorization), (ConnectionErrorType.canceled, .network),
            (BodyTooLarge(limit: 1), .bodyTooLarge),
        ] as [(any Error, ConnectionErrorType)])
    func middlewareErrorEndsTheAttempt(error: any Error, type: ConnectionErrorType) async {
        var config = ConnectionConfig(connector: ScriptedConnector())
        config.middleware = [Middleware { _, _ in throw error }]

        let ended = await failure(of: Connection(TextSpec(), config: config))

        #expect(ended?.type == type)
        #expect(ended?.underlying.map { "\($0)" } == "\(error)")
    }

    @Test func middlewareRequestIsValidated() async {
        let connector = ScriptedConnector()
        var config = ConnectionConfig(connector: connector)
        config.middleware = [
            Middleware { request, next in
                var request = request
                request.headers["X"] = "a\r\nb"
                return try await next.execute(request)
            }
        ]

        let ended = await failure(of: Connection(TextSpec(), config: config))

        #expect(ended?.underlying as? InvalidRequest == .headerValue(name: "X"))
        #expect(connector.requests.isEmpty)
    }

    @Test(arguments: ["http://h%41/", "http://a..b/", "http://.a/"])
    func ambiguousHostFromMiddlewareIsRejected(url: String) async {
        let connector = ScriptedConnector()
        var config = ConnectionConfig(connector: connector)
        config.middleware = [
            Middleware { request, next in
                var request = request
                request.url = try #require(URL(string: url))
                return try await next.execute(request)
            }
        ]

        let ended = await failure(of: Connection(TextSpec(), config: config))

        #expect(ended?.type == .invalidURL)
        #expect(ended?.underlying as? InvalidRequest == .malformedHost(url))
        #expect(connector.requests.isEmpty)
    }

    @Test func middlewareCannotResendAOneShotBody() async {
        let connector = MockConnector { request in
            for try await _ in try #require(request.body) {}
            return .text("again", statusCode: 503)
        }
        var config = ConnectionConfig(connector: connector)
        config.middleware = [
            Middleware { request, next in
                _ = try await next.execute(request)
                return try await next.execute(request)
            }
        ]
        let http = HTTP("https://api.example.com/").method(.post).body(.stream { chunks("a") })

        let ended = await failure(of: http.asString(config: config))

        #expect(ended?.underlying as? InvalidRequest == .bodyAlreadySent)
    }

    @Test func aWrappedConnectorIsAConnector() async throws {
        let connector = MockConnector { _ in .text("ok") }.wrapped(by: Marking("a"))

        let response = try await HTTP("https://api.example.com/").asResponse(config: .over(connector)).response()

        #expect(response.headers["X-Mark"] == "a")
    }

    /// Otherwise its connect deadline would expire.
    @Test func waitingMiddlewareReportsAConnection() async throws {
        let clock = ManualClock()
        var config = ConnectionConfig(connector: MockConnector { _ in .text("ok") }, clock: clock)
        config.deadlines = Deadlines(connect: .seconds(1))
        config.middleware = [Waiting(clock: clock), Marking("a")]

        let response = try await HTTP("https://api.example.com/").asResponse(config: config).response()

        #expect(response.headers["X-Mark"] == "a")
    }

    @Test func wrappedConnectorRequestIsValidated() async {
        let connector = ScriptedConnector()
        let wrapped = connector.wrapped(by: Marking("a\r\nb"))

        let ended = await failure(of: Connection(TextSpec(), config: .over(wrapped)))

        #expect(ended?.underlying as? InvalidRequest == .headerValue(name: "X-Mark"))
        #expect(connector.requests.isEmpty)
    }

    @Test func cancelEndsTheMiddleware() async {
        let hasBegun = Promise<Void>()
        var config = ConnectionConfig(connector: ScriptedConnector())
        config.middleware = [
            Middleware { _, _ in
                hasBegun.fulfill(())
                try await ManualClock().sleep(for: .seconds(1))
                return ResponseStream(.text("late"))
            }
        ]
        let connection = Connection(TextSpec(), config: config)
        async let error = failure(of: connection)
        await hasBegun.value()

        connection.cancel()

        #expect(await error?.type == .canceled)
    }

    private func response(over connector: any HTTPConnector, _ middleware: any HTTPMiddleware...) async throws
        -> Response
    {
        var config = ConnectionConfig(connector: connector)
        config.middleware = middleware
        return try await HTTP("https://api.example.com/").asResponse(config: config).response()
    }
}

/// A middleware that is a closure.
struct Middleware: HTTPMiddleware {
    let body: @Sendable (Request, any HTTPConnector) async throws -> ResponseStream

    init(_ body: @escaping @Sendable (Request, any HTTPConnector) async throws -> ResponseStream) {
        self.body = body
    }

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        try await body(request, next)
    }
}

/// Lets time pass before it sends the request.
private struct Waiting: HTTPMiddleware {
    let clock: ManualClock

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        try await intercept(request, next: next, in: ExchangeContext())
    }

    func intercept(
        _ request: Request, next: any HTTPConnector, in context: ExchangeContext
    ) async throws -> ResponseStream {
        context.didConnect()
        clock.advance(by: .seconds(90))
        return try await next.execute(request, in: context)
    }
}

/// Leaves its mark on requests and responses.
private struct Marking: HTTPMiddleware {
    let mark: String

    init(_ mark: String) {
        self.mark = mark
    }

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        var request = request
        request.headers.add("X-Mark", mark)
        var stream = try await next.execute(request)
        stream.headers.add("X-Mark", mark)
        return stream
    }
}

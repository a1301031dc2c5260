import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// When the connection reads the request of a spec, and what it does with it.
@Suite(.timeLimit(.minutes(5))) struct SpecRequestTests {
    @Test func eachAttemptReadsTheRequestOnce() async throws {
        let connector = ScriptedConnector(.failure(Broken()), .failure(Broken()), .response(.text("ok")))
        let connection = Connection(Numbered(), config: .over(connector)).addPolicy(
            Recovering(.restart(), .repeat()))

        _ = try await connection.response()

        #expect(connector.requests.map(\.url.path) == ["/1", "/2", "/2"])
        #expect(connector.requests.map { $0.headers["X-Number"] } == ["1", "2", "2"])
    }

    @Test(arguments: [
        (InvalidRequest.missingBase("friends") as any Error, ConnectionErrorType.invalidURL),
        (URITemplateError.missingVariable("id", template: "{id}"), .invalidURL),
        (InvalidRequest.twoBodies, .invalidRequest), (Broken(), .invalidRequest),
    ])
    func thrownErrorFollowsInOnEnd(error: any Error, type: ConnectionErrorType) async {
        let (connector, recorder) = (ScriptedConnector(), EventRecorder())
        let connection = Connection(Throwing(error: error), config: .over(connector)).addListener(recorder)

        let failure = await failure(of: connection)

        #expect(failure?.type == type)
        #expect(failure?.underlying.map { "\($0)" } == "\(error)")
        #expect(recorder.events == [.onStart, .onNetworkError, .afterError, .onEnd])
        #expect(connector.requests.isEmpty)
    }

    @Test func requestOfAThrowingSpecShowsItsType() async throws {
        let (starts, lines) = (LockedValue<[String]>([]), LockedValue<[String]>([]))
        var config = ConnectionConfig.over(ScriptedConnector())
        config.log = { line in lines.change { $0.append(line) } }
        config.addListener(StartListener { request in starts.change { $0.append(request.description) } })

        let failure = await failure(of: Connection(Throwing(error: Broken()), config: config))

        #expect(starts.withLock { $0 } == ["GET Throwing"])
        #expect(failure?.request.description == "GET Throwing")
        #expect(lines.withLock { $0 }.first?.contains("GET Throwing") == true)
    }

    @Test func acceptingSpecHasTheSameRequest() async throws {
        let connector = ScriptedConnector(.response(.text("gone", statusCode: 404)))

        _ = try await Connection(Numbered().accepting(404) { _ in "" }, config: .over(connector)).response()

        #expect(connector.requests.map(\.url.path) == ["/1"])
    }

    @Test func firstRequestDecidesTheDeadlines() async throws {
        let (clock, connector) = (ManualClock(), ScriptedConnector(.failure(Broken()), .silence))
        let config = ConnectionConfig(connector: connector, clock: clock)
        let connection = Connection(Limited(limits: [.seconds(10), .seconds(1)]), config: config)
            .addPolicy(Recovering(.restart()))
        async let error = failure(of: connection)
        await connector.waitForRequests(2)

        #expect(clock.remainingSleeps == [.seconds(10)])
        clock.advance(by: .seconds(10))

        #expect((await error?.underlying as? DeadlineExceeded)?.limit == .seconds(10))
    }

    @Test func totalDeadlineRunsFromTheStart() async throws {
        let (clock, connector) = (ManualClock(), ScriptedConnector(.silence))
        let config = ConnectionConfig(connector: connector, clock: clock)
        let spec = Limited(limits: [.seconds(10)]) { clock.advance(by: .seconds(4)) }
        async let error = failure(of: Connection(spec, config: config))
        await connector.waitForRequests(1)

        #expect(clock.remainingSleeps == [.seconds(6)])
        clock.advance(by: .seconds(6))

        #expect(await error?.type == .timeout)
    }

    @Test func totalDeadlineCanPassWhileTheRequestIsRead() async throws {
        let (clock, connector) = (ManualClock(), ScriptedConnector(.response(.text("ok"))))
        let config = ConnectionConfig(connector: connector, clock: clock)
        let spec = Limited(limits: [.seconds(10)]) { clock.advance(by: .seconds(10)) }

        let error = await failure(of: Connection(spec, config: config))

        #expect(error?.type == .timeout)
        #expect(connector.requests.isEmpty)
    }

    @Test func eachAttemptHasItsOwnRedirectPolicy() async throws {
        let redirect = Response(statusCode: 302, headers: ["Location": "/b"])
        let connector = ScriptedConnector(.response(redirect), .response(redirect), .response(.text("b")))
        let connection = Connection(Redirected(), config: .over(connector)).addPolicy(Recovering(.restart()))

        let text = try await connection.response()

        #expect(text == "b")
        #expect(connector.requests.map(\.url.path) == ["/a", "/a", "/b"])
    }

    @Test func validationErrorIsTheReason() async {
        let connector = MockConnector { _ in .text("ok") }

        let failure = await failure(of: Connection(Choosy(), config: .over(connector)))

        #expect(failure?.type == .invalidResponse)
        #expect(failure?.underlying as? Broken == Broken(reason: "ok is not enough"))
        #expect(failure?.response?.text == "ok")
    }

    @Test func acceptedStatusIsNotValidated() async throws {
        let gone = MockConnector { _ in .text("gone", statusCode: 404) }

        let text = try await Connection(Choosy().accepting(404) { _ in "none" }, config: .over(gone)).response()
        let failure = await failure(of: Connection(Choosy().accepting(404) { _ in "none" }, config: .ok))

        #expect(text == "none")
        #expect(failure?.underlying as? Broken == Broken(reason: "ok is not enough"))
    }
}

/// Says a different request each time.
private final class Numbered: ConnectionSpec {
    typealias ResponseModel = String
    private var count = 0

    var request: HTTP {
        count += 1
        return HTTP("https://api.example.com/\(count)").method(.put).header("X-Number", "\(count)")
    }
}

private struct Throwing: ConnectionSpec {
    typealias ResponseModel = String
    let error: any Error
    var request: HTTP { get throws { throw error } }
}

/// Has another total deadline in each attempt.
private final class Limited: ConnectionSpec {
    typealias ResponseModel = String
    private var limits: [Duration]
    private let onRead: @Sendable () -> Void

    init(limits: [Duration], onRead: @escaping @Sendable () -> Void = {}) {
        (self.limits, self.onRead) = (limits, onRead)
    }

    var request: HTTP {
        onRead()
        return HTTP("https://api.example.com/a").timeout(limits.removeFirst())
    }
}

/// Follows redirects only in the second attempt.
private final class Redirected: ConnectionSpec {
    typealias ResponseModel = String
    private var count = 0

    var request: HTTP {
        count += 1
        return HTTP("https://api.example.com/a").redirects(count == 1 ? .off : .follow)
    }
}

private struct Choosy: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP("https://api.example.com/") }

    func validate(response: Response) throws { throw Broken(reason: "\(response.text) is not enough") }
}

private final class StartListener: ConnectionListener {
    private let onStart: @Sendable (Request) -> Void

    init(_ onStart: @escaping @Sendable (Request) -> Void) { self.onStart = onStart }

    func onStart(connection: any ConnectionTask, request: Request) { onStart(request) }
}

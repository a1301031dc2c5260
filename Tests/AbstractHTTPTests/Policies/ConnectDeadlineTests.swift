import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The time until there is a connection, on a clock that stands still.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct ConnectDeadlineTests {
    let clock = ManualClock()
    let recorder = EventRecorder()

    private func makeConnection(_ connector: any HTTPConnector) -> Connection<String> {
        Connection(TextSpec(), config: .over(connector, clock: clock)).recorded(by: recorder)
    }

    @Test func theConnectClockStopsWhenThereIsAConnection() async throws {
        let connector = TellingConnector()
        let connection = makeConnection(connector).deadlines(Deadlines(connect: .seconds(1)))
        async let model = connection.response()
        await connector.begun.value()
        await clock.waitForSleepers()

        connector.tell()
        clock.advance(by: .seconds(60))
        connector.answer.fulfill(.text("ok"))

        #expect(try await model == "ok")
    }

    @Test func responseHeadStopsTheConnectClock() async throws {
        let body = ScriptedBody()
        let connector = ScriptedConnector(.stream(ResponseStream(statusCode: 200, body: ResponseBody(body))))
        async let model = makeConnection(connector).deadlines(Deadlines(connect: .seconds(1))).response()
        await body.waitForReaders(1)
        await until { clock.remainingSleeps.isEmpty }

        clock.advance(by: .seconds(60))
        body.finish()

        #expect(try await model == "")
    }

    @Test func everyRequestOfARedirectHasItsOwnConnectClock() async {
        let redirect = Response(statusCode: 302, headers: ["Location": "https://other.example/"])
        let connector = ScriptedConnector(.response(redirect), .silence)
        let connection = makeConnection(connector).deadlines(Deadlines(connect: .seconds(1)))
        async let error = failure(of: connection)
        await connector.waitForRequests(2)
        await clock.waitForSleepers()
        #expect(clock.remainingSleeps == [.seconds(1)])

        clock.advance(by: .seconds(1))

        #expect(await (error?.underlying as? DeadlineExceeded)?.clock == .connect)
    }

    @Test func aConnectDeadlineDoesNotApplyOverURLSession() async throws {
        let server = try LoopbackServer(clock: clock) { _ in .text("ok").delayed(by: .seconds(90)) }
        let config = ConnectionConfig.over(DefaultHTTPConnector { $0.idleTimeout = nil }, clock: clock)
        let http = HTTP(server.url).asString(config: config)
        async let model = http.deadlines(Deadlines(connect: .seconds(1))).response()
        await until { clock.remainingSleeps == [.seconds(90)] }

        clock.advance(by: .seconds(90))

        #expect(try await model == "ok")
    }

    @Test func connectDeadlineNeedsAReportingConnector() async throws {
        let (isAsked, answer) = (Promise<Void>(), Promise<Void>())
        let connector = MockConnector { _ in
            isAsked.fulfill(())
            await answer.value()
            return .text("ok")
        }
        async let model = makeConnection(connector).deadlines(Deadlines(connect: .seconds(1))).response()
        await isAsked.value()

        clock.advance(by: .seconds(90))
        answer.fulfill(())

        #expect(try await model == "ok")
    }
}

/// Reports a connection, and answers, when the test says so.
private final class TellingConnector: HTTPConnector {
    let begun = Promise<Void>()
    let answer = Promise<Response>()
    private let context = LockedValue<ExchangeContext?>(nil)

    func tell() { context.withLock { $0 }?.didConnect() }

    func execute(_ request: Request) async throws -> ResponseStream { ResponseStream(await answer.value()) }

    func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        self.context.withLock { $0 = context }
        begun.fulfill(())
        return try await execute(request)
    }
}

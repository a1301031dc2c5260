import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Connectors that end their exchanges themselves.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct AbortableConnectorTests {
    private let waiting = WaitingConnector()

    @Test func aConnectorThatNeverWaitsHasOneFunction() async throws {
        struct Teapot: AbortableConnector {
            func execute(
                _ request: Request, in context: ExchangeContext, tracking track: (any Abortable) -> Bool
            ) async throws -> ResponseStream { ResponseStream(.text("short and stout")) }
        }

        let text = try await Connection(TextSpec(), config: .over(Teapot())).response()
        let alone = try await Teapot().execute(Request(url: #require(URL(string: "https://a.example/"))))

        #expect(text == "short and stout")
        #expect(alone.statusCode == 200)
    }

    @Test func aCancelAbortsTheExchange() async {
        let connection = Connection(TextSpec(), config: .over(waiting))
        let result = Task { await failure(of: connection) }
        await until { waiting.exchange != nil }

        connection.cancel()
        let error = await result.value

        #expect(error?.type == .canceled)
        #expect(waiting.exchange?.isAborted == true)
    }

    @Test func aRestartAbortsTheExchangeOfTheAttemptBefore() async {
        let connection = Connection(TextSpec(), config: .over(waiting)).start()
        await until { waiting.exchange != nil }
        let first = waiting.exchange

        connection.restart()
        await until { waiting.exchange !== first }

        #expect(first?.isAborted == true)
        #expect(waiting.exchange?.isAborted == false)
        connection.cancel()
    }

    @Test func taskCancelAbortsADirectExchange() async throws {
        let request = Request(url: try #require(URL(string: "https://a.example/")))
        let task = Task { [waiting] in try await waiting.execute(request) }
        await until { waiting.exchange != nil }

        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(waiting.exchange?.isAborted == true)
    }

    @Test func taskCancelAbortsTheReadingOfADirectBody() async throws {
        let connector = RedirectingConnector()
        let stream = try await connector.execute(Request(url: #require(URL(string: "https://a.example/"))))
        let exchange = try #require(connector.exchanges.first)
        let task = Task { for try await _ in stream.body {} }
        await exchange.body.waitForReaders(1)

        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(exchange.isAborted)
    }

    @Test(arguments: [1, 300 << 10])
    func followedRedirectIsAbortedIfItsBodyIsLeft(byteCount: Int) async throws {
        let (connector, clock) = (RedirectingConnector(byteCount: byteCount), ManualClock())
        async let text = Connection(TextSpec(), config: .over(connector, clock: clock)).response()
        if byteCount == 1 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(5))
        }

        #expect(try await text == "ok")
        #expect(connector.exchanges.map(\.isAborted) == [true, false])
    }
}

/// Answers the first request with a redirect whose body never ends, and later ones with `ok`.
private final class RedirectingConnector: AbortableConnector {
    private let byteCount: Int
    private let begun = LockedValue<[Exchange]>([])

    init(byteCount: Int = 0) { self.byteCount = byteCount }

    var exchanges: [Exchange] { begun.withLock { $0 } }

    func execute(
        _ request: Request, in context: ExchangeContext, tracking track: (any Abortable) -> Bool
    ) async throws -> ResponseStream {
        let exchange = Exchange()
        guard track(exchange) else { throw CancellationError() }
        let isFirst = begun.withLock { begun in
            begun.append(exchange)
            return begun.count == 1
        }
        if byteCount > 0 { exchange.body.send(String(repeating: "x", count: byteCount)) }
        return isFirst ? .redirect(exchange.body) : ResponseStream(.text("ok"))
    }

    final class Exchange: Abortable {
        let body = ScriptedBody()
        private let aborted = Promise<Void>()

        var isAborted: Bool { aborted.current != nil }

        func abort() {
            aborted.fulfill(())
            body.finish(throwing: CancellationError())
        }
    }
}

/// Does not answer until its exchange is aborted.
private final class WaitingConnector: AbortableConnector {
    private let current = LockedValue<Exchange?>(nil)

    var exchange: Exchange? { current.withLock { $0 } }

    func execute(
        _ request: Request, in context: ExchangeContext, tracking track: (any Abortable) -> Bool
    ) async throws -> ResponseStream {
        let exchange = Exchange()
        guard track(exchange) else { throw CancellationError() }
        current.withLock { $0 = exchange }
        await exchange.end.value()
        throw CancellationError()
    }

    final class Exchange: Abortable {
        let end = Promise<Void>()

        var isAborted: Bool { end.current != nil }

        func abort() { end.fulfill(()) }
    }
}

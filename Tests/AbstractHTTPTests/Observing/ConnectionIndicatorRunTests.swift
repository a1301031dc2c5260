import AbstractHTTP
import AbstractHTTPTesting
import TestSupport
import Testing

/// An indicator of connections that run on the clock of their config.
@MainActor
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct ConnectionIndicatorRunTests {
    let clock = ManualClock()
    let indicator = ConnectionIndicator()
    let control = RecordingControl()

    init() {
        indicator.bind(control)
    }

    /// Whether the control showed the indicator, change by change.
    private var shown: [Bool] {
        control.seen.map(\.isActive).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    @Test func connectionsInAChainAreShownOnce() async {
        let server = GatedServer(count: 3)
        start(0, of: server)
        await advance(by: .milliseconds(300), until: true)

        for number in 0..<3 {
            await server.waitForRequest(number)
            clock.advance(by: .seconds(1))
            server.answer(number)
        }
        await until { indicator.count == 0 }
        await advance(by: .milliseconds(100), until: false)

        #expect(shown == [false, true, false])
    }

    /// Starts a connection, and the next one when it ends.
    private func start(_ number: Int, of server: GatedServer) {
        guard number < server.count else { return }
        server.connection(number, counted(by: indicator, over: server))
            .addOnEnd { [self] _, _, _ in start(number + 1, of: server) }
            .start()
    }

    @Test func shortRequestsInARowAreShown() async throws {
        let server = GatedServer(count: 10)
        for number in 0..<10 {
            async let text = server.connection(number, counted(by: indicator, over: server)).response()
            await server.waitForRequest(number)
            if number == 1 {
                await advance(by: .milliseconds(250), until: true)
            } else {
                clock.advance(by: .milliseconds(250))
            }
            server.answer(number)
            _ = try await text
        }

        #expect(shown == [false, true])
    }

    @Test func itPausesWhileAPolicyWaitsForTheUser() async {
        let dialog = Dialog()
        let connector = ScriptedConnector(.failure(TransportError(.noResponse)), .silence)
        let eager = ConnectionIndicator(delay: .zero)
        var config = counted(by: eager, over: connector)
        config.policies = [dialog]
        let connection = HTTP("https://example.com/").asString(config: config).start()

        await dialog.asked.value()
        #expect(eager.count == 1 && eager.state.isBusy && !eager.isActive)
        dialog.answered.fulfill(.restart())
        await until { eager.isActive }

        connection.cancel()
        await until { eager.count == 0 }
    }

    @Test func aCancelEndsTheWaitForTheUser() async {
        let (dialog, recorder) = (Dialog(), EventRecorder())
        let connector = ScriptedConnector(.failure(TransportError(.noResponse)))
        let config = ConnectionConfig(connector: connector, policies: [dialog])
        let connection = HTTP("https://example.com/").asString(config: config).recorded(by: recorder).start()
        await dialog.asked.value()

        connection.cancel()
        await recorder.wait(for: .onEnd)

        #expect(recorder.events == [.onStart, .onWaitForUser, .afterWaitForUser, .onCanceled, .afterError, .onEnd])
        dialog.answered.fulfill(.giveUp)
    }

    private func counted(by indicator: ConnectionIndicator, over connector: any HTTPConnector) -> ConnectionConfig {
        var config = ConnectionConfig(connector: connector)
        config.clock = clock
        config.addListener(indicator)
        return config
    }

    private func advance(by duration: Duration, until isActive: Bool) async {
        await until { clock.remainingSleeps.contains { $0 <= duration } }
        clock.advance(by: duration)
        await until { indicator.isActive == isActive }
    }
}

/// Answers each request when the test says so.
private final class GatedServer: HTTPConnector {
    private let arrivals: [Promise<Void>]
    private let answers: [Promise<Void>]

    init(count: Int) {
        arrivals = (0..<count).map { _ in Promise() }
        answers = (0..<count).map { _ in Promise() }
    }

    var count: Int { answers.count }

    func connection(_ number: Int, _ config: ConnectionConfig) -> Connection<String> {
        HTTP("https://example.com/\(number)").asString(config: config)
    }

    func waitForRequest(_ number: Int) async { await arrivals[number].value() }

    func answer(_ number: Int) { answers[number].fulfill(()) }

    func execute(_ request: Request) async throws -> ResponseStream {
        let number = Int(request.url.lastPathComponent) ?? 0
        arrivals[number].fulfill(())
        await answers[number].value()
        return ResponseStream(.text("ok"))
    }
}

/// Asks the user, who answers when `answered` is fulfilled.
private struct Dialog: RecoveryPolicy {
    let asked = Promise<Void>()
    let answered = Promise<Recovery>()
    let waitsForUser = true

    func recovery(from failure: RecoveryContext) async -> Recovery {
        asked.fulfill(())
        return await answered.value()
    }
}

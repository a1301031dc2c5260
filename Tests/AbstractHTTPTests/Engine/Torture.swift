import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// One run with a fault somewhere: a 401, a refresh, a 503, a redirect, and a success.
@MainActor
struct Torture {
    struct Run {
        let events: [EventRecorder.Event]
        let outcomes: [ConnectionErrorType?]
        let overlaps: Int
    }

    /// The kind of the last response.
    enum Ending: CaseIterable, Sendable {
        case success, refused, unparsable, unreachable
    }

    static let deadline = Duration.seconds(3_600)

    let probe: Probe
    let ending: Ending
    let clock = ManualClock()
    let holder = ConnectionHolder()
    let recorder: EventRecorder
    let connector: TortureConnector

    init(_ probe: Probe, _ ending: Ending) {
        self.probe = probe
        self.ending = ending
        recorder = EventRecorder()
        connector = TortureConnector(probe, ending, clock)
    }

    /// Runs to the end, and checks that nothing is left. Otherwise, the test fails at its time limit.
    func run() async throws -> Run {
        let indicator = ConnectionIndicator(delay: .zero, minimumTime: .zero, graceTime: .zero, clock: clock)
        let connection = WeakConnection(start(indicator))
        await until {
            guard !recorder.events.contains(.onEnd) else { return true }
            clock.advance(by: probe.isStalled ? Self.deadline : .milliseconds(1))
            return false
        }
        // Polling would continue.
        holder.cancelAll()
        probe.aim(at: nil)
        await until {
            if connection.value == nil, clock.remainingSleeps.isEmpty, connector.activeCount == 0 { return true }
            if probe.isStalled { clock.advance(by: Self.deadline) }
            return false
        }
        #expect(indicator.state == IndicatorState())
        #expect(holder.connections.isEmpty)
        return Run(events: recorder.events, outcomes: recorder.outcomes, overlaps: recorder.overlaps)
    }

    private func start(_ indicator: ConnectionIndicator) -> Connection<String> {
        let watcher = Watcher(probe, clock)
        let connection = Connection(TortureSpec(probe: probe, ending: ending), config: config(indicator)) { [probe] _ in
            probe.pass("onSuccess")
        }
        connection.recorded(by: recorder).addListener(Polling(every: .seconds(9)))
        connection.addListener(watcher)
        connection.addOnError { [probe] _ in probe.pass("closure onError") }
        connection.addOnEnd { [probe] _, _, _ in probe.pass("closure onEnd") }
        probe.aim(at: connection)
        return connection.start()
    }

    private func config(_ indicator: ConnectionIndicator) -> ConnectionConfig {
        let refresh = TokenRefresh(current: "old", clock: clock) { [probe, clock] in
            try await probe.waitAndCheck("refresh", clock)
            return "new"
        }
        let retry = Retry(backoff: Backoff(base: .milliseconds(1)), budget: nil)
        var config = ConnectionConfig(
            connector: connector, clock: clock, policies: [AskedPolicy(probe: probe, clock: clock), refresh, retry],
            holder: holder)
        config.baseURL = "https://api.example.com"
        config.deadlines = Deadlines(total: Self.deadline)
        config.redirects = .deciding { [probe, clock] redirect in
            await probe.wait("redirect", clock) ? redirect.next : nil
        }
        config.middleware = [
            Middleware { [probe, clock] request, next in
                try await probe.waitAndCheck("middleware in", clock)
                let response = try await next.execute(request)
                try await probe.waitAndCheck("middleware out", clock)
                return response
            }
        ]
        config.addListener(indicator)
        return config
    }
}

private struct TortureSpec: ConnectionSpec {
    typealias ResponseModel = String
    let probe: Probe
    let ending: Torture.Ending
    var request: HTTP { get throws { HTTP("https://api.example.com/a").method(.put).body(try makeBody()) } }

    func makeBody() throws -> RequestBody {
        try probe.check("makeBody")
        return .stream { chunks("body") }
    }

    func isValidResponse(response: Response) -> Bool {
        probe.decide("isValidResponse") && response.statusCode == 200
    }

    func parseResponse(response: Response) throws -> String {
        try probe.check("parse")
        guard ending != .unparsable else { throw ConnectionErrorType.parse }
        return response.text
    }
}

/// Rejects the old token, is busy once, redirects once, and answers in two pieces.
final class TortureConnector: HTTPConnector {
    private let probe: Probe
    private let ending: Torture.Ending
    private let clock: ManualClock
    private let state = LockedValue((active: 0, isBusy: true))

    init(_ probe: Probe, _ ending: Torture.Ending, _ clock: ManualClock) {
        self.probe = probe
        self.ending = ending
        self.clock = clock
    }

    var activeCount: Int { state.withLock(\.active) }

    func execute(_ request: Request) async throws -> ResponseStream {
        state.withLock { $0.active += 1 }
        defer { state.withLock { $0.active -= 1 } }
        try await probe.waitAndCheck("connector", clock)
        let isBusy = state.withLock { state in
            defer { if request.headers[.authorization] == "Bearer new" { state.isBusy = false } }
            return state.isBusy
        }
        guard request.headers[.authorization] == "Bearer new" else { return ResponseStream(.text("", statusCode: 401)) }
        guard !isBusy else { return ResponseStream(.text("", statusCode: 503)) }
        guard request.url.path == "/b" else {
            return ResponseStream(Response(statusCode: 307, headers: ["Location": "/b"]))
        }
        guard ending != .unreachable else { throw TransportError(.tls) }
        let statusCode = ending == .refused ? 404 : 200
        return ResponseStream(statusCode: statusCode, body: ResponseBody(TortureBody(probe, clock)))
    }
}

private final class TortureBody: ChunkSource {
    private let probe: Probe
    private let clock: ManualClock
    private let pieces = LockedValue(["a", "b"])

    init(_ probe: Probe, _ clock: ManualClock) {
        self.probe = probe
        self.clock = clock
    }

    func next() async throws -> Data? {
        try await probe.waitAndCheck("body", clock)
        return pieces.withLock { $0.isEmpty ? nil : Data($0.removeFirst().utf8) }
    }
}

private final class WeakConnection {
    weak var value: Connection<String>?

    init(_ value: Connection<String>) {
        self.value = value
    }
}

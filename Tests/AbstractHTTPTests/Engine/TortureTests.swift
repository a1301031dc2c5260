import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A fault at every stage of the pipeline, with retry, token refresh, polling, deadlines and indicator attached.
///
/// The stages are not chosen by hand. A run without a fault counts every call that leaves the pipeline. Then each fault
/// happens at each of them.
@MainActor
@Suite(.tags(.threadSanitizer)) struct TortureTests {
    @Test func withoutAFaultEveryStageOfASuccessIsReached() async throws {
        let probe = Probe(nil)
        let run = try await Torture(probe, .success).run()

        #expect(run.outcomes == [nil])
        #expect(
            Set(probe.stages) == [
                "makeBody", "willEncode", "didEncode", "onStart", "prepare", "willSend", "middleware in", "connector",
                "body", "middleware out", "didSend", "recovery", "refresh", "redirect", "onRedirect", "onReceived",
                "isValidResponse", "willDecode", "parse", "didDecode", "onReceivedModel", "onSuccess", "afterSuccess",
                "onEnd", "onProgress", "closure onEnd",
            ])
    }

    @Test func withoutAFaultEveryStageOfAFailureIsReached() async throws {
        var stages: Set<String> = []
        for ending in [Torture.Ending.refused, .unparsable, .unreachable] {
            let probe = Probe(nil)
            let run = try await Torture(probe, ending).run()
            #expect(run.outcomes.count == 1 && run.outcomes != [nil])
            stages.formUnion(probe.stages)
        }

        #expect(
            stages.isSuperset(of: [
                "onNetworkError", "onResponseError", "onParseError", "closure onError", "afterError",
            ]))
    }

    @Test(.timeLimit(.minutes(5)), arguments: Probe.Fault.allCases, Torture.Ending.allCases)
    private func faultAtAnyStageEndsTheGenerationOnce(
        fault: Probe.Fault, ending: Torture.Ending
    ) async throws {
        var outcomes: Set<ConnectionErrorType?> = []
        var (stage, isReached) = (0, true)
        while isReached {
            let probe = Probe(.init(fault: fault, stage: stage))
            let run = try await Torture(probe, ending).run()
            isReached = probe.stages.count > stage
            let name = "\(fault) at \(stage), \(isReached ? probe.stages[stage] : "nothing")"

            #expect(run.events.count { $0 == .onStart } == 1, "\(name)")
            #expect(run.events.count { $0 == .onEnd } == 1, "\(name)")
            #expect(run.events.last == .onEnd, "\(name)")
            #expect(Grammar.violations(in: run.events) == [], "\(name)")
            #expect(run.overlaps == 0, "\(name)")
            outcomes.formUnion(run.outcomes)
            stage += 1
        }
        #expect(stage > 40)
        if ending == .success { #expect(outcomes.isSuperset(of: fault.outcomes)) }
    }
}

/// Counts the stages, and causes its fault at one of them.
final class Probe: Sendable {
    enum Fault: CaseIterable, Sendable {
        case error, cancel, stall, veto

        /// The outcomes that it has at one stage at least.
        var outcomes: Set<ConnectionErrorType?> {
            switch self {
            case .error: [nil, .invalidRequest, .authorization, .parse]
            case .cancel: [nil, .canceled]
            case .stall: [nil, .timeout]
            case .veto: [nil, .invalidResponse, .validation]
            }
        }
    }

    struct Target: Sendable {
        let fault: Fault
        let stage: Int
    }

    private struct State: Sendable {
        var stages: [String] = []
        var isStalled = false
        var connection: (any ConnectionTask)?
    }

    private let target: Target?
    private let state = LockedValue(State())

    init(_ target: Target?) {
        self.target = target
    }

    var stages: [String] { state.withLock(\.stages) }

    var isStalled: Bool { state.withLock(\.isStalled) }

    /// Sets the connection that faults cancel. At the end, nil releases it.
    func aim(at connection: (any ConnectionTask)?) { state.withLock { $0.connection = connection } }

    /// A stage that can neither wait nor fail.
    func pass(_ name: String) {
        if reach(name) == .cancel { cancel() }
    }

    /// A stage that may fail, and cannot wait.
    func check(_ name: String) throws {
        let fault = reach(name)
        if fault == .cancel { cancel() }
        if fault == .error { throw Broken() }
    }

    /// A stage that decides, and cannot wait.
    func decide(_ name: String) -> Bool {
        let fault = reach(name)
        if fault == .cancel { cancel() }
        return fault != .veto
    }

    /// A stage that may wait, and decides.
    @discardableResult
    func wait(_ name: String, _ clock: ManualClock) async -> Bool {
        let fault = reach(name)
        if fault == .cancel { cancel() }
        if fault == .stall { await stall(clock) }
        return fault != .veto
    }

    /// A stage that may wait, and may fail.
    func waitAndCheck(_ name: String, _ clock: ManualClock) async throws {
        let fault = reach(name)
        if fault == .cancel { cancel() }
        if fault == .stall { await stall(clock) }
        if fault == .error { throw Broken() }
    }

    private func reach(_ name: String) -> Fault? {
        let stage = state.withLock { state in
            state.stages.append(name)
            return state.stages.count - 1
        }
        return stage == target?.stage ? target?.fault : nil
    }

    private func cancel() { state.withLock(\.connection)?.cancel() }

    /// Waits until the deadline is over, and a little longer.
    private func stall(_ clock: ManualClock) async {
        state.withLock { $0.isStalled = true }
        try? await clock.sleep(for: Torture.deadline + .seconds(1))
        state.withLock { $0.isStalled = false }
    }
}

/// One run with a fault somewhere: a 401, a refresh, a 503, a redirect, and a success.
@MainActor
private struct Torture {
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
private final class TortureConnector: HTTPConnector {
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

/// A policy that is asked before all others, and gives up.
private struct AskedPolicy: RequestAdapter {
    let probe: Probe
    let clock: ManualClock

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        try await probe.waitAndCheck("prepare", clock)
        return request
    }

    func recovery(from failure: RecoveryContext) async -> Recovery {
        await probe.wait("recovery", clock)
        return .giveUp
    }
}

/// Every call of every listener.
private final class Watcher: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener,
    ConnectionProgressListener, ConnectionObserver
{
    private let probe: Probe
    private let clock: ManualClock

    init(_ probe: Probe, _ clock: ManualClock) {
        self.probe = probe
        self.clock = clock
    }

    func onStart(connection: any ConnectionTask, request: Request) async { await probe.wait("onStart", clock) }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) async { await probe.wait("onEnd", clock) }

    func onRedirect(connection: any ConnectionTask, redirect: Redirect) async {
        await probe.wait("onRedirect", clock)
    }

    func onReceived(connection: any ConnectionTask, response: Response) async -> Bool {
        await probe.wait("onReceived", clock)
    }

    func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) async -> Bool {
        await probe.wait("onReceivedModel", clock)
    }

    func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) async {
        await probe.wait("afterSuccess", clock)
    }

    func onNetworkError(connection: any ConnectionTask, error: (any Error)?) async {
        await probe.wait("onNetworkError", clock)
    }

    func onResponseError(connection: any ConnectionTask, response: Response) async {
        await probe.wait("onResponseError", clock)
    }

    func onParseError(connection: any ConnectionTask, response: Response, error: any Error) async {
        await probe.wait("onParseError", clock)
    }

    func onValidationError(
        connection: any ConnectionTask, response: Response, responseModel: any Sendable
    ) async { await probe.wait("onValidationError", clock) }

    func onCanceled(connection: any ConnectionTask) async { await probe.wait("onCanceled", clock) }

    func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) async { await probe.wait("afterError", clock) }

    func onProgress(connection: any ConnectionTask, progress: TransferProgress) async {
        await probe.wait("onProgress", clock)
    }

    func willEncode(connection: any ConnectionTask) async { await probe.wait("willEncode", clock) }

    func didEncode(connection: any ConnectionTask, request: Request) async { await probe.wait("didEncode", clock) }

    func willSend(connection: any ConnectionTask, request: Request) async { await probe.wait("willSend", clock) }

    func didSend(connection: any ConnectionTask, request: Request, response: Response?) async {
        await probe.wait("didSend", clock)
    }

    func willDecode(connection: any ConnectionTask, response: Response) async {
        await probe.wait("willDecode", clock)
    }

    func didDecode(connection: any ConnectionTask, response: Response, responseModel: any Sendable) async {
        await probe.wait("didDecode", clock)
    }
}

private final class WeakConnection {
    weak var value: Connection<String>?

    init(_ value: Connection<String>) {
        self.value = value
    }
}

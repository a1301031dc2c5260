import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Observation
import TestSupport
import Testing

@MainActor
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct ConnectionIndicatorTests {
    let clock = ManualClock()
    let indicator: ConnectionIndicator
    let control = RecordingControl()

    init() {
        indicator = ConnectionIndicator(
            delay: .milliseconds(300), minimumTime: .milliseconds(500), graceTime: .zero, clock: clock)
        indicator.bind(control)
    }

    @Test func shortConnectionIsNotShown() async {
        begin("a")
        await advance(by: .milliseconds(299))
        end("a")

        #expect(control.seen == [.idle, .running(1), .idle])
        await until { clock.remainingSleeps.isEmpty }
    }

    @Test func indicatorShowsAfterDelayUntilTheLastEnds() async {
        begin("a")
        await advance(by: .milliseconds(300), until: true)
        begin("b")
        await advance(by: .milliseconds(600))
        end("a")
        end("b")

        #expect(control.seen == [.idle, .running(1), .shown(1), .shown(2), .shown(1), .idle])
    }

    @Test func indicatorStaysForTheMinimumTime() async {
        begin("a")
        await advance(by: .milliseconds(300), until: true)
        await advance(by: .milliseconds(200))
        end("a")
        #expect(control.seen.last == .shown(0))

        await advance(by: .milliseconds(299))
        #expect(indicator.isActive)
        await advance(by: .milliseconds(1), until: false)

        #expect(control.seen == [.idle, .running(1), .shown(1), .shown(0), .idle])
    }

    @Test func newConnectionShowsWithoutFlicker() async {
        begin("a")
        await advance(by: .milliseconds(300), until: true)
        end("a")
        begin("b")
        await advance(by: .seconds(9))
        end("b")

        #expect(control.seen == [.idle, .running(1), .shown(1), .shown(0), .shown(1), .idle])
    }

    /// A waits for the user, who signs in with B.
    @Test func aConnectionThatWaitsForTheUserIsNotForgotten() {
        begin("a")
        waitForUser("a")
        begin("b")
        end("b")
        #expect(indicator.count == 1)

        endWaitForUser("a")

        #expect(indicator.state.isBusy && indicator.count == 1)
        end("a")
        #expect(indicator.count == 0)
    }

    @Test func connectionIsCountedOnce() {
        let twice = makeConnection()
        begin(twice)
        begin(twice)
        #expect(indicator.count == 1)

        end(twice)
        #expect(indicator.count == 0)
        end(twice)

        #expect(indicator.count == 0)
    }

    @Test func zeroTimesShowExactlyWhileRunning() {
        let plain = ConnectionIndicator(delay: .zero, minimumTime: .zero, graceTime: .zero, clock: clock)
        let connection = makeConnection()

        begin(connection, in: plain)
        #expect(plain.isActive)
        end(connection, in: plain)

        #expect(!plain.isActive)
        #expect(clock.remainingSleeps.isEmpty)
    }

    @Test func progressCoversTheBusyPeriod() {
        let (first, second) = (makeConnection(), makeConnection())
        begin(first)
        #expect(indicator.progress == nil)
        begin(second)
        progress(of: first, .download, 50, of: 100)
        #expect(indicator.progress == 0.25)
        progress(of: second, .upload, 7, of: nil)
        #expect(indicator.progress == 0.25)

        end(first)
        #expect(indicator.progress == 0.5)
        end(second)

        #expect(indicator.progress == nil)
    }

    @Test func progressStaysForTheMinimumTime() async {
        let connection = makeConnection()
        begin(connection)
        await advance(by: .milliseconds(300), until: true)
        progress(of: connection, .download, 100, of: 100)

        end(connection)

        #expect(indicator.count == 0 && indicator.progress == 1)
        await advance(by: .milliseconds(500), until: false)
        #expect(indicator.progress == nil)
    }

    @Test func theProgressContinuesWithinTheGraceTime() async {
        let graceful = ConnectionIndicator(clock: clock)
        let (first, second) = (makeConnection(), makeConnection())
        begin(first, in: graceful)
        graceful.onProgress(
            connection: first, progress: TransferProgress(direction: .download, bytes: 100, total: 100))
        end(first, in: graceful)
        clock.advance(by: .milliseconds(99))

        begin(second, in: graceful)
        #expect(graceful.progress == 0.5)
        end(second, in: graceful)
        clock.advance(by: .milliseconds(100))

        await until { graceful.progress == nil }
    }

    @Test func theProgressOfARetryDoesNotGoBack() {
        let connection = makeConnection()
        begin(connection)
        progress(of: connection, .upload, 80, of: 100)

        progress(of: connection, .upload, 0, of: 100)

        #expect(indicator.progress == 0.8)
    }

    @Test func releasedAndUnboundControlsGetNoUpdates() {
        weak var gone: RecordingControl?
        do {
            let control = RecordingControl()
            indicator.bind(control)
            gone = control
        }
        indicator.unbind(control)

        begin("a")

        #expect(gone == nil)
        #expect(control.seen == [.idle])
    }

    @Test func aControlThatIsUnboundWhileSomethingRunsIsLeftIdle() {
        begin("a")
        indicator.bind(control)

        indicator.unbind(control)
        indicator.unbind(control)

        #expect(control.seen == [.idle, .running(1), .running(1), .idle])
    }

    @Test func releasedIndicatorLeavesNoControlRunning() async throws {
        let control = RecordingControl()
        var local: ConnectionIndicator? = ConnectionIndicator(delay: .zero, minimumTime: .seconds(1), clock: clock)
        local?.bind(control)
        if let local { runAConnection(countedBy: local) }
        #expect(control.seen.last == .shown(0, isBusy: true))

        local = nil
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))

        await until { control.seen.last == .idle }
    }

    @Test func itIsObserved() async {
        let changed = Promise<Void>()
        withObservationTracking {
            _ = indicator.count
        } onChange: {
            changed.fulfill(())
        }

        begin("a")

        await changed.value()
    }

    @Test func itCountsWhatAConfigAndAHolderRun() async throws {
        let holder = ConnectionHolder().addListener(indicator)
        var config = ConnectionConfig(connector: ScriptedConnector { _, _ in .silence }, holder: holder)
        config.addListener(indicator)
        let connections = (0..<3).map { _ in Connection(TextSpec(), config: config).addListener(indicator).start() }
        await until { indicator.count >= 3 }

        holder.cancelAll()

        await until { indicator.count == 0 }
        await until { !connections.contains(where: \.isRunning) }
    }

    private static let request = Request(url: URL(filePath: "/"))
    private let names = Names()

    private func runAConnection(countedBy indicator: ConnectionIndicator) {
        let connection = makeConnection()
        indicator.onStart(connection: connection, request: Self.request)
        indicator.onEnd(connection: connection, response: nil, responseModel: nil, error: nil)
    }

    private func makeConnection() -> Connection<String> { Connection(TextSpec(), config: .ok) }

    private func begin(_ name: String) { begin(names[name]) }

    private func end(_ name: String) { end(names[name]) }

    private func waitForUser(_ name: String) { indicator.onWaitForUser(connection: names[name]) }

    private func endWaitForUser(_ name: String) { indicator.afterWaitForUser(connection: names[name]) }

    // These are not async, because an async function would call the protocol's default.
    private func begin(_ connection: Connection<String>, in other: ConnectionIndicator? = nil) {
        (other ?? indicator).onStart(connection: connection, request: Self.request)
    }

    private func end(_ connection: Connection<String>, in other: ConnectionIndicator? = nil) {
        (other ?? indicator).onEnd(connection: connection, response: nil, responseModel: nil, error: nil)
    }

    private func progress(
        of connection: Connection<String>, _ direction: TransferProgress.Direction, _ bytes: Int, of total: Int?
    ) {
        let progress = TransferProgress(direction: direction, bytes: bytes, total: total)
        indicator.onProgress(connection: connection, progress: progress)
    }

    /// Moves the clock. If that must show or hide the indicator, waits for its timer before and for the change
    /// afterward.
    private func advance(by duration: Duration, until isActive: Bool? = nil) async {
        guard let isActive else { return clock.advance(by: duration) }
        await until { clock.remainingSleeps.contains { $0 <= duration } }
        clock.advance(by: duration)
        await until { indicator.isActive == isActive }
    }
}

/// Connections by name.
@MainActor private final class Names {
    private var connections: [String: Connection<String>] = [:]

    subscript(name: String) -> Connection<String> {
        let connection = connections[name] ?? Connection(TextSpec(), config: .ok)
        connections[name] = connection
        return connection
    }
}

/// Records the states that it receives.
@MainActor final class RecordingControl: ConnectionControl {
    private(set) var seen: [IndicatorState] = []

    func update(_ state: IndicatorState) { seen.append(state) }
}

extension IndicatorState {
    fileprivate static let idle = IndicatorState()

    /// Connections run, but the indicator is not shown yet.
    fileprivate static func running(_ count: Int) -> Self {
        var state = IndicatorState()
        (state.count, state.isBusy) = (count, count > 0)
        return state
    }

    fileprivate static func shown(_ count: Int, isBusy: Bool? = nil) -> Self {
        var state = running(count)
        state.isBusy = isBusy ?? state.isBusy
        state.isActive = true
        return state
    }
}

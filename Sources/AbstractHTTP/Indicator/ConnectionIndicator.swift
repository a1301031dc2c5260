import Observation

/// Whether anything is running, for a spinner and its like: counts connections by identity, so that it is back at nothing when the
/// last one has ended, however it ended.
///
/// Add it to a config, to a holder or to connections; one connection counts once. SwiftUI observes it; other controls are bound. It is
/// shown only when something runs for longer than `delay`, and then for `minimumTime` at least, so that it does not flicker.
///
/// ```swift
/// let indicator = ConnectionIndicator()
/// indicator.bind(button)
/// config.addIndicator(indicator)
/// ```
@MainActor
@Observable
public final class ConnectionIndicator {
    /// What is shown.
    public private(set) var state = IndicatorState()

    @ObservationIgnored private var batch = IndicatorBatch()
    @ObservationIgnored private var timing: IndicatorTiming
    @ObservationIgnored private var timer: Task<Void, Never>?
    @ObservationIgnored private var controls: [BoundControl] = []
    @ObservationIgnored private let watch: Stopwatch

    /// Makes an indicator that shows nothing.
    ///
    /// - Parameters:
    ///   - delay: How long something has to run before it is shown.
    ///   - minimumTime: How long it is shown at least.
    ///   - clock: Measures both.
    public init(
        delay: Duration = .milliseconds(300), minimumTime: Duration = .milliseconds(500),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        timing = IndicatorTiming(delay: delay, minimumTime: minimumTime)
        watch = Stopwatch(clock)
    }

    /// How many connections run.
    public var count: Int { state.count }
    /// Whether it is shown.
    public var isActive: Bool { state.isActive }
    /// How far all has come, from 0 to 1; nil while no total is known.
    public var progress: Double? { state.progress }

    /// Has `control` follow this indicator for as long as it lives; it is not kept alive. Any number may be bound.
    public func bind(_ control: any ConnectionControl) {
        controls.removeAll { $0.control === control }
        controls.append(BoundControl(control: control))
        control.update(state)
    }

    /// Lets go of `control`, which is left as it is when nothing runs.
    public func unbind(_ control: any ConnectionControl) {
        let count = controls.count
        controls.removeAll { $0.control === control }
        if controls.count < count, state != IndicatorState() { control.update(IndicatorState()) }
    }
}

extension ConnectionIndicator: ConnectionListener {
    /// Counts the connection.
    public func onStart(connection: any ConnectionTask, request: Request) {
        change { $0.begin(ObjectIdentifier(connection)) }
    }

    /// Counts the connection no more.
    public func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        change { $0.end(ObjectIdentifier(connection)) }
    }
}

extension ConnectionIndicator: ConnectionProgressListener {
    /// Notes how far the connection has come.
    public func onProgress(connection: any ConnectionTask, progress: TransferProgress) {
        change { $0.note(progress, of: ObjectIdentifier(connection)) }
    }
}

extension ConnectionIndicator {
    private func change(_ change: (inout IndicatorBatch) -> Void) {
        change(&batch)
        update()
    }

    /// Brings what is seen in line with what runs, and waits for the moment at which time alone changes it.
    private func update() {
        timing.update(isRunning: batch.count > 0, at: watch.now)
        timer?.cancel()
        timer = timing.nextChange.map { moment in
            // Kept alive until then: who lets go of the indicator does not leave its controls running.
            Task { [watch] in
                guard (try? await watch.sleep(until: moment)) != nil else { return }
                update()
            }
        }
        publish()
    }

    private func publish() {
        var next = IndicatorState()
        (next.count, next.isActive) = (batch.count, timing.isShown)
        // What is only shown a little longer stays as it is.
        let isLingering = next.isActive && !next.isRunning
        next.progress = isLingering ? state.progress : batch.progress
        guard next != state else { return }
        state = next
        controls.removeAll { $0.control == nil }
        for bound in controls { bound.control?.update(next) }
    }
}

private struct BoundControl {
    weak var control: (any ConnectionControl)?
}

extension ConnectionConfig {
    /// Has `indicator` count every connection of this config.
    public mutating func addIndicator(_ indicator: ConnectionIndicator) {
        addListener(indicator)
        addProgressListener(indicator)
    }
}

extension ConnectionHolder {
    /// Has `indicator` count every connection of this holder.
    @discardableResult
    public func addIndicator(_ indicator: ConnectionIndicator) -> Self {
        addListener(indicator).addProgressListener(indicator)
    }
}

extension Connection {
    /// Has `indicator` count this connection.
    @discardableResult
    public func addIndicator(_ indicator: ConnectionIndicator) -> Self {
        addListener(indicator).addProgressListener(indicator)
    }
}

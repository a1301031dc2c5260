import Observation

/// Shows whether connections are running. It drives spinners, progress bars, and disabled buttons.
///
/// Add it to a config, a holder, or single connections. It counts each connection once, from `onStart` to `onEnd`.
/// SwiftUI observes it. Bind other controls to it.
///
/// To avoid flicker, the indicator appears after connections have run for `delay`, and stays for at least
/// `minimumTime`. If the next connection starts within `graceTime`, the delay does not start again. Connections that
/// an `HTTPCache` answers do not count. A connection does not show the indicator while its ``RecoveryPolicy`` waits
/// for the user (``RecoveryPolicy/waitsForUser``).
///
/// ```swift
/// let indicator = ConnectionIndicator()
/// indicator.bind(button)
/// config.addListener(indicator)
/// ```
@MainActor
@Observable
public final class ConnectionIndicator {
    /// The state that the controls show.
    public private(set) var state = IndicatorState()

    @ObservationIgnored private var batch = IndicatorBatch()
    @ObservationIgnored private var timing: IndicatorTiming
    @ObservationIgnored private var timer: Task<Void, Never>?
    @ObservationIgnored private var controls: [BoundControl] = []
    /// Measures the time since the first connection began, unless a clock was given.
    @ObservationIgnored private var watch: Stopwatch?

    /// Creates an indicator that is not shown.
    ///
    /// - Parameters:
    ///   - delay: How long a connection runs before the indicator appears.
    ///   - minimumTime: The shortest time for which the indicator is shown.
    ///   - graceTime: How long the busy period lasts after the last connection has ended.
    ///   - clock: The clock that measures these times. If it is nil, the clock of the first connection's config is
    ///     used.
    public init(
        delay: Duration = .milliseconds(300), minimumTime: Duration = .milliseconds(500),
        graceTime: Duration = .milliseconds(100), clock: (any Clock<Duration>)? = nil
    ) {
        timing = IndicatorTiming(delay: delay, minimumTime: minimumTime, graceTime: graceTime)
        watch = clock.map { Stopwatch($0) }
    }

    /// The number of running connections.
    public var count: Int { state.count }
    /// Whether the indicator is shown.
    public var isActive: Bool { state.isActive }
    /// The completed fraction of all transfers in this busy period, from 0 to 1, or nil while no total is known.
    public var progress: Double? { state.progress }

    /// Updates `control` whenever the state changes. The indicator does not keep the control alive.
    public func bind(_ control: any ConnectionControl) {
        controls.removeAll { $0.control === control }
        controls.append(BoundControl(control: control))
        control.update(state)
    }

    /// Stops updating `control`, after resetting it to the state in which nothing runs.
    public func unbind(_ control: any ConnectionControl) {
        let count = controls.count
        controls.removeAll { $0.control === control }
        if controls.count < count, state != IndicatorState() { control.update(IndicatorState()) }
    }
}

extension ConnectionIndicator: ConnectionListener {
    /// Counts the connection.
    public func onStart(connection: any ConnectionTask, request: Request) {
        let watch = watch ?? Stopwatch(connection.config.clock)
        self.watch = watch
        // Paused connections are outside a busy period, but must not be forgotten.
        if batch.count == 0, timing.isOver(at: watch.now) { batch = IndicatorBatch() }
        let now = watch.now
        change { $0.begin(ObjectIdentifier(connection), at: now) }
    }

    /// Pauses the connection.
    public func onWaitForUser(connection: any ConnectionTask) {
        change { $0.pause(ObjectIdentifier(connection)) }
    }

    /// Resumes the connection.
    public func afterWaitForUser(connection: any ConnectionTask) {
        change { $0.resume(ObjectIdentifier(connection)) }
    }

    /// Stops counting the connection.
    public func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        let isHit = response?.isCacheHit == true
        batch.end(ObjectIdentifier(connection), isHit: isHit)
        if isHit { timing.restart(at: batch.start) }
        update()
    }
}

extension ConnectionIndicator: ConnectionProgressListener {
    /// Records the progress of the connection.
    public func onProgress(connection: any ConnectionTask, progress: TransferProgress) {
        change { $0.note(progress, of: ObjectIdentifier(connection)) }
    }
}

extension ConnectionIndicator {
    private func change(_ change: (inout IndicatorBatch) -> Void) {
        change(&batch)
        update()
    }

    /// Updates the state, and schedules the next update if time alone will change it.
    private func update() {
        guard let watch else { return }
        let now = watch.now
        if batch.isPaused { timing.hide() } else { timing.update(isRunning: batch.count > 0, at: now) }
        if batch.count == 0, timing.isOver(at: now) { batch = IndicatorBatch() }
        timer?.cancel()
        timer = timing.nextChange(after: now).map { time in
            // The task keeps the indicator alive until then, so that no control stays active.
            Task {
                guard (try? await watch.sleep(until: time)) != nil else { return }
                update()
            }
        }
        publish(isBusy: batch.count > 0 || !timing.isOver(at: now))
    }

    private func publish(isBusy: Bool) {
        var next = IndicatorState()
        (next.count, next.isBusy, next.isActive) = (batch.count, isBusy, timing.isShown)
        // During the minimum time after the last connection, the progress stays as it was.
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

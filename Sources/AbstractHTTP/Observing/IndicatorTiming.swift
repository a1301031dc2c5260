/// Decides when an indicator is shown and hidden. It is a pure value. The caller passes the time.
///
/// A busy period begins when something runs. It ends when nothing has run for the grace time, so that a gap between two
/// connections does not end it.
struct IndicatorTiming: Sendable {
    let delay: Duration
    let minimumTime: Duration
    let graceTime: Duration
    /// When the busy period began, or nil outside of one.
    private var busySince: Duration?
    /// When the last connection of the busy period ended, or nil while something runs.
    private var idleSince: Duration?
    private var shownSince: Duration?

    init(delay: Duration, minimumTime: Duration, graceTime: Duration) {
        // A longer time could overflow a clock.
        self.delay = min(max(delay, .zero), .longestWait)
        self.minimumTime = min(max(minimumTime, .zero), .longestWait)
        self.graceTime = min(max(graceTime, .zero), .longestWait)
    }

    /// Whether the indicator is shown.
    var isShown: Bool { shownSince != nil }

    /// The next time after `now` at which time alone changes the state.
    func nextChange(after now: Duration) -> Duration? {
        guard let graceEnd else { return isShown ? nil : busySince.map { $0 + delay } }
        return graceEnd > now ? graceEnd : hidingTime
    }

    /// Whether the busy period is over, though the indicator may still be shown for its minimum time.
    func isOver(at now: Duration) -> Bool {
        busySince == nil || graceEnd.map { $0 <= now } ?? false
    }

    /// Brings the state up to date.
    mutating func update(isRunning: Bool, at now: Duration) {
        if let hidingTime, hidingTime <= now { hide() }
        isRunning ? run(at: now) : rest(at: now)
    }

    /// Moves the start of the busy period forward to `start`. Nil ends the period. Does nothing while the indicator is
    /// shown.
    mutating func restart(at start: Duration?) {
        guard !isShown else { return }
        guard let start else { return hide() }
        busySince = max(busySince ?? start, start)
    }

    /// Ends the busy period immediately.
    mutating func hide() { (busySince, idleSince, shownSince) = (nil, nil, nil) }

    private var graceEnd: Duration? { idleSince.map { $0 + graceTime } }

    private var hidingTime: Duration? {
        graceEnd.map { end in shownSince.map { max(end, $0 + minimumTime) } ?? end }
    }

    private mutating func run(at now: Duration) {
        let start = busySince ?? now
        (busySince, idleSince) = (start, nil)
        if shownSince == nil, start + delay <= now { shownSince = now }
    }

    private mutating func rest(at now: Duration) {
        guard busySince != nil else { return }
        idleSince = idleSince ?? now
        if let hidingTime, hidingTime <= now { hide() }
    }
}

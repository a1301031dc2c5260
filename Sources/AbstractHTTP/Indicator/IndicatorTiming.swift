/// Decides when an indicator is shown and hidden: a pure value, with moments in place of a clock.
struct IndicatorTiming: Sendable {
    private enum Phase: Equatable {
        case hidden
        /// Something runs, and is shown from a moment on.
        case waiting(until: Duration)
        case shown(since: Duration)
        /// Nothing runs any more, and is shown until a moment.
        case lingering(since: Duration, until: Duration)
    }

    let delay: Duration
    let minimumTime: Duration
    private var phase = Phase.hidden

    init(delay: Duration, minimumTime: Duration) {
        self.delay = delay
        self.minimumTime = minimumTime
    }

    /// Whether it is shown.
    var isShown: Bool {
        switch phase {
        case .hidden, .waiting: false
        case .shown, .lingering: true
        }
    }

    /// When time changes something, if nothing else does.
    var nextChange: Duration? {
        switch phase {
        case .waiting(let moment), .lingering(_, let moment): moment
        case .hidden, .shown: nil
        }
    }

    /// What is at `now`, when something runs or does not.
    mutating func update(isRunning: Bool, at now: Duration) {
        switch phase {
        case .hidden where isRunning:
            phase = delay > .zero ? .waiting(until: now + delay) : .shown(since: now)
        case .waiting where !isRunning:
            phase = .hidden
        case .waiting(let moment) where moment <= now:
            phase = .shown(since: now)
        case .shown(let since) where !isRunning:
            phase = since + minimumTime > now ? .lingering(since: since, until: since + minimumTime) : .hidden
        case .lingering(let since, _) where isRunning:
            phase = .shown(since: since)
        case .lingering(_, let moment) where moment <= now:
            phase = .hidden
        default:
            break
        }
    }
}

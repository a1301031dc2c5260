/// The timers of a generation and of its attempts.
extension Pipeline {
    /// Handles an expired deadline by aborting what the attempt or the whole generation awaits.
    func expire(_ expiry: Lifecycle.Expiry, _ token: Lifecycle.Token) {
        let (work, timer) = state.withLock { state -> ((any Abortable)?, DeadlineTimer?) in
            // A deadline of an attempt may expire while the attempt fails. The failure came first.
            let isTooLate = expiry.clock != .total && state.generation.attempt.hasFailed
            guard !isTooLate, state.lifecycle.expire(expiry, token) else { return (nil, nil) }
            return (state.takeWork(), state.takeTimer(of: expiry.clock))
        }
        work?.abort()
        withExtendedLifetime(timer) {}
    }

    /// Stops all clocks of the generation.
    func stopTimers() {
        let timers = state.withLock { state in
            Deadlines.Clock.allCases.map { state.takeTimer(of: $0) }
        }
        for timer in timers { timer?.stop() }
    }

    /// Stops the timer for the first element of a stream, unless another attempt has begun.
    func stopFirstEventTimer(of token: Lifecycle.Token) {
        let timer = state.withLock { $0.lifecycle.allows(token) ? $0.takeTimer(of: .firstEvent) : nil }
        timer?.stop()
    }

    func replaceTimer(_ path: WritableKeyPath<GenerationState, DeadlineTimer?>, by timer: DeadlineTimer?) {
        let other = state.withLock { state in
            let other = state.generation[keyPath: path]
            state.generation[keyPath: path] = timer
            return other
        }
        other?.stop()
    }
}

extension Pipeline.State {
    mutating func takeTimer(of clock: Deadlines.Clock) -> DeadlineTimer? {
        var timer: DeadlineTimer?
        switch clock {
        case .connect: swap(&generation.attempt.connectTimer, &timer)
        case .attempt: swap(&generation.attempt.attemptTimer, &timer)
        case .total: swap(&generation.totalTimer, &timer)
        case .firstEvent: swap(&generation.attempt.firstEventTimer, &timer)
        case .nextEvent, .polling: break
        }
        return timer
    }
}

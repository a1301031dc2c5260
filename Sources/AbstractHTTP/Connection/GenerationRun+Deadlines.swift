/// The deadlines of a generation: which there are, and what follows when one is over.
extension GenerationRun {
    /// Lets the clock of the generation run, unless it does already.
    func startTotalClock(_ token: Token) {
        guard let limit = deadlines.total, pipeline.state.withLock({ $0.timers[.total] == nil }) else { return }
        let new = Stopwatch(pipeline.config.clock)
        let watch = pipeline.state.withLock { state in
            let watch = state.totalWatch ?? new
            state.totalWatch = watch
            return watch
        }
        start(.total, limit, token, elapsed: watch.now)
    }

    /// Lets the clock of an attempt run.
    func startAttemptClock(_ token: Token) {
        if let limit = deadlines.attempt { start(.attempt, limit, token) }
    }

    /// The response is there, or the attempt has failed.
    func stopAttemptClock() {
        let timers = pipeline.state.withLock { state -> [DeadlineTimer?] in
            guard !state.timers.isEmpty else { return [] }
            return [state.timers.removeValue(forKey: .attempt), state.timers.removeValue(forKey: .connect)]
        }
        for timer in timers { timer?.stop() }
    }

    /// Lets the clock of a connection run until the connector says that there is one, or has a response.
    func startConnecting(_ token: Token, _ request: inout Request) {
        guard let limit = deadlines.connect, let timer = start(.connect, limit, token) else { return }
        request.onConnected = { timer.stop() }
    }

    @discardableResult
    private func start(
        _ clock: Deadlines.Clock, _ limit: Duration, _ token: Token, elapsed: Duration = .zero
    ) -> DeadlineTimer? {
        let expiry = Lifecycle.Expiry(clock: clock, limit: limit)
        guard limit < Deadlines.never else { return nil }
        guard limit > elapsed else {
            pipeline.expire(expiry, token)
            return nil
        }
        let timer = DeadlineTimer(limit - elapsed, on: pipeline.config.clock) { [pipeline] in
            pipeline.expire(expiry, token)
        }
        pipeline.state.withLock { $0.timers.updateValue(timer, forKey: clock) }?.stop()
        return timer
    }

    /// Fails the attempt, or the generation, whose deadline is over.
    func expire(_ token: Token, _ expiry: Lifecycle.Expiry) async -> GenerationEnd? {
        let (request, last, isRecorded) = pipeline.state.withLock { state in
            let failures = state.failures
            return (
                state.lastDraft?.request, failures.last?.error, failures.attempts.last?.number == state.attemptCount
            )
        }
        let cause = last.map { $0.underlying ?? $0.type }
        // Attempts that end by deadlines one after the other do not tell of each other.
        let known = expiry.clock == .total ? cause : (cause as? DeadlineExceeded)?.lastError ?? cause
        let reason = DeadlineExceeded(expiry.clock, limit: expiry.limit, lastError: known)
        let failure = Failure(type: .timeout, underlying: reason)
        let shown = request ?? Request(url: .invalid(""))
        guard expiry.clock == .total else { return await recoverOrFail(token, shown, failure) }
        // Who restarts now wants all of it again.
        pipeline.state.withLock { $0.totalWatch = nil }
        var error = isRecorded ? last ?? record(failure, shown) : record(failure, shown)
        (error.type, error.underlying, error.cancelReason) = (.timeout, reason, .deadline(.total))
        error.response = last?.response
        return await fail(token, error, failure)
    }
}

extension Pipeline {
    /// The time of `expiry` is over: what attempt `token` does is left, or what the whole generation does.
    func expire(_ expiry: Lifecycle.Expiry, _ token: Lifecycle.Token) {
        let work: (any Abandonable)? = state.withLock { state in
            guard state.lifecycle.expire(expiry, token) else { return nil }
            state.timers[expiry.clock] = nil
            return state.takeWork()
        }
        work?.abandon()
    }

    /// Stops every clock.
    func stopClocks() {
        let timers = state.withLock { state in
            defer { state.timers = [:] }
            return state.timers
        }
        for timer in timers.values { timer.stop() }
    }
}

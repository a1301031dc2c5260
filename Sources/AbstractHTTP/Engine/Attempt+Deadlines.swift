/// Starts and stops the clocks of a generation and of its attempts.
extension Attempt {
    /// Starts the clock of the generation, unless it is running.
    ///
    /// - Parameter measured: Measures the time since the generation began, for a clock that is set again. Nil for the
    ///   time that has been measured so far.
    @inline(never)
    func startTotalClock(at measured: @autoclosure () -> Stopwatch? = nil) {
        guard let limit = deadlines.total else { return }
        let start = measured()
        let new = start ?? pipeline.config.stopwatch
        let stopwatch = pipeline.state.withLock { state -> Stopwatch? in
            guard start != nil || state.generation.totalTimer == nil else { return nil }
            let stopwatch = start ?? state.generation.stopwatch ?? new
            state.generation.stopwatch = stopwatch
            return stopwatch
        }
        guard let stopwatch else { return }
        pipeline.replaceTimer(\.totalTimer, by: makeTimer(.total, limit, elapsed: stopwatch.now))
    }

    /// Starts the clocks of the attempt.
    @inline(never)
    func startAttemptClock() {
        if pipeline.isStreamed, let limit = deadlines.firstEvent {
            pipeline.replaceTimer(\.attempt.firstEventTimer, by: makeTimer(.firstEvent, limit))
        }
        guard let limit = deadlines.attempt, let timer = makeTimer(.attempt, limit) else { return }
        pipeline.replaceTimer(\.attempt.attemptTimer, by: timer)
    }

    /// Stops the clock of the attempt, because the response has arrived or the attempt has failed.
    func stopAttemptClock() {
        guard deadlines.attempt != nil || deadlines.connect != nil else { return }
        pipeline.replaceTimer(\.attempt.attemptTimer, by: nil)
        pipeline.replaceTimer(\.attempt.connectTimer, by: nil)
    }

    /// Marks the attempt as failed, so that its deadlines no longer have an effect.
    func beginFailing() throws(Interruption) {
        try update { $0.generation.attempt.hasFailed = true }
        stopAttemptClock()
        stopFirstEventClock()
    }

    /// Stops the clock that runs until the first element of a stream arrives.
    func stopFirstEventClock() {
        guard deadlines.firstEvent != nil else { return }
        pipeline.replaceTimer(\.attempt.firstEventTimer, by: nil)
    }

    /// The clock that runs between the elements of a stream, or nil without deadlines.
    func makeStreamClock() -> StreamClock? {
        guard deadlines.firstEvent != nil || deadlines.nextEvent != nil else { return nil }
        return StreamClock { [pipeline, token] in
            pipeline.stopFirstEventTimer(of: token)
        } makeTimer: { [self] in
            deadlines.nextEvent.flatMap { makeTimer(.nextEvent, $0) }
        }
    }

    /// Makes the context to which the connector reports while it sends `request`, and starts the connect clock.
    func makeContext(of request: Request) -> ExchangeContext {
        let meter = listeners.progress.isEmpty ? nil : ProgressMeter(uploadTotal: request.body?.length)
        guard let limit = deadlines.connect, let timer = makeTimer(.connect, limit) else {
            return ExchangeContext(meter: meter, connectTimer: nil)
        }
        pipeline.replaceTimer(\.attempt.connectTimer, by: timer)
        return ExchangeContext(meter: meter, connectTimer: timer)
    }

    private func makeTimer(
        _ clock: Deadlines.Clock, _ limit: Duration, elapsed: Duration = .zero
    ) -> DeadlineTimer? {
        let expiry = Lifecycle.Expiry(clock: clock, limit: limit)
        guard limit < Deadlines.never else { return nil }
        guard limit > elapsed else {
            pipeline.expire(expiry, token)
            return nil
        }
        return DeadlineTimer(limit - elapsed, on: pipeline.config.clock) { [pipeline, token] in
            pipeline.expire(expiry, token)
        }
    }
}

extension Generation {
    /// Fails the attempt or the generation whose deadline has expired.
    func failExpired(_ expiry: Lifecycle.Expiry, _ attempt: Attempt) async throws(Interruption) -> GenerationEnd {
        let (request, last, isRecorded) = pipeline.state.withLock { state in
            let failures = state.generation.failures
            return (
                state.request, failures.last?.failure.error,
                failures.records.last?.number == state.generation.attemptCount
            )
        }
        let cause = last.map { $0.underlying ?? $0.type }
        // Keep the causes from nesting deeper with each attempt that times out.
        let known = expiry.clock == .total ? cause : (cause as? DeadlineExceeded)?.lastError ?? cause
        let reason = DeadlineExceeded(expiry.clock, limit: expiry.limit, lastError: known)
        var error = ConnectionError(type: .timeout, request: request, underlying: reason)
        guard expiry.clock == .total else {
            // A stream that already has a reader cannot be restarted.
            let hasReader = pipeline.state.withLock { state in
                state.generation.attempt.isHandedOver || state.generation.attempt.hasReader
            }
            let isFinal = hasReader || expiry.clock == .nextEvent
            return try await recoverOrFail(AttemptFailure(error: error, isFinal: isFinal), attempt)
        }
        // A restart after this point gets the full time again.
        pipeline.state.withLock { $0.generation.stopwatch = nil }
        if isRecorded, let last {
            error = last
        } else {
            error = record(AttemptFailure(error: error)).error
        }
        (error.type, error.underlying, error.cancelReason) = (.timeout, reason, .deadline(.total))
        error.response = last?.response
        return try await fail(AttemptFailure(error: error), attempt)
    }
}

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
    fileprivate func stopFirstEventTimer(of token: Lifecycle.Token) {
        let timer = state.withLock { $0.lifecycle.allows(token) ? $0.takeTimer(of: .firstEvent) : nil }
        timer?.stop()
    }

    fileprivate func replaceTimer(_ path: WritableKeyPath<GenerationState, DeadlineTimer?>, by timer: DeadlineTimer?) {
        let other = state.withLock { state in
            let other = state.generation[keyPath: path]
            state.generation[keyPath: path] = timer
            return other
        }
        other?.stop()
    }
}

extension Pipeline.State {
    fileprivate mutating func takeTimer(of clock: Deadlines.Clock) -> DeadlineTimer? {
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

extension Pipeline.GenerationState {
    func stopTimers() {
        totalTimer?.stop()
        attempt.stopTimers()
    }
}

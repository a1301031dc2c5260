/// Starts and stops the clocks of a generation and of its attempts.
extension Attempt {
    /// Starts the clock of the generation, unless it is running.
    ///
    /// - Parameter measured: Measures the time since the generation began, for a clock that is set again. Nil for the
    ///   time that has been measured so far.
    @inline(never)
    func startTotalClock(at measured: @autoclosure () -> Stopwatch? = nil) {
        guard let limit = deadlines?.total else { return }
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
        if pipeline.isStreamed, let limit = deadlines?.firstEvent {
            pipeline.replaceTimer(\.attempt.firstEventTimer, by: makeTimer(.firstEvent, limit))
        }
        guard let limit = deadlines?.attempt, let timer = makeTimer(.attempt, limit) else { return }
        pipeline.replaceTimer(\.attempt.attemptTimer, by: timer)
    }

    /// Stops the clock of the attempt, because the response has arrived or the attempt has failed.
    func stopAttemptClock() {
        guard deadlines?.attempt != nil || deadlines?.connect != nil else { return }
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
        guard deadlines?.firstEvent != nil else { return }
        pipeline.replaceTimer(\.attempt.firstEventTimer, by: nil)
    }

    /// The clock that runs between the elements of a stream, or nil without deadlines.
    func makeStreamClock() -> StreamClock? {
        guard deadlines?.firstEvent != nil || deadlines?.nextEvent != nil else { return nil }
        return StreamClock { [pipeline, token] in
            pipeline.stopFirstEventTimer(of: token)
        } makeTimer: { [self] in
            deadlines?.nextEvent.flatMap { makeTimer(.nextEvent, $0) }
        }
    }

    /// Makes the context to which the connector reports while it sends `request`, and starts the connect clock.
    func makeContext(of request: Request) -> ExchangeContext {
        let meter = listeners.progress.isEmpty ? nil : ProgressMeter(uploadTotal: request.body?.length)
        guard let limit = deadlines?.connect, let timer = makeTimer(.connect, limit) else {
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

/// The timers of a generation and of its attempts.
extension Pipeline {
    /// Handles an expired deadline by aborting what the attempt or the whole generation awaits.
    func expire(_ expiry: Lifecycle.Expiry, _ token: Lifecycle.Token) {
        let (work, timer, waits) = state.withLock { state -> ((any Abortable)?, DeadlineTimer?, OverdueWaits?) in
            // A deadline of an attempt may expire while the attempt fails. The failure came first.
            let isTooLate =
                expiry.clock == .total ? state.generation.attempt.isFailing : state.generation.attempt.hasFailed
            let isExpired = !isTooLate && state.lifecycle.expire(expiry, token)
            let work = isExpired ? state.takeWork() : nil
            let timer = isExpired ? state.takeTimer(of: expiry.clock) : nil
            return (work, timer, state.takeOverdueWaits(expiry, token, isAborted: work != nil))
        }
        waits?.end()
        work?.abort()
        withExtendedLifetime(timer) {}
    }

    /// The waits of other callers, which end when the total deadline is over. The generation may be calling a listener
    /// that waits for one of them, and nothing can end a listener.
    struct OverdueWaits {
        fileprivate let outcome: Outcome
        fileprivate let waiters: [OutcomeWaiter]
        fileprivate let sessions: Sessions?

        fileprivate func end() {
            for waiter in waiters {
                waiter.promise.fulfill(Pipeline.outcome(outcome, of: sessions, for: waiter.caller))
            }
        }
    }

    /// Stops the clocks of the attempt, whose failure stands. The total deadline still ends the waits of other callers.
    func beginFailing() {
        let timers = state.withLock { state in
            state.generation.attempt.isFailing = true
            return Deadlines.Clock.allCases.map { $0 == .total ? nil : state.takeTimer(of: $0) }
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
    /// Notes that the total deadline is over, and takes the waits that end because of that.
    ///
    /// - Parameter isAborted: Whether the generation ends soon, so that its waiters get its outcome.
    fileprivate mutating func takeOverdueWaits(
        _ expiry: Lifecycle.Expiry, _ token: Lifecycle.Token, isAborted: Bool
    ) -> Pipeline.OverdueWaits? {
        guard expiry.clock == .total, lifecycle.isOfGeneration(token) else { return nil }
        generation.overdue = CopyOnWrite(expiry)
        guard !isAborted, let outcome = overdueOutcome else { return nil }
        defer { waiters = [] }
        return Pipeline.OverdueWaits(outcome: outcome, waiters: waiters, sessions: generation.sessions)
    }

    /// The outcome for a caller that would wait longer than the total deadline. Nil while there is time, and if the
    /// caller waits for the stream of the next generation.
    var overdueOutcome: Outcome? {
        guard let expiry = generation.overdue?.value, !generation.attempt.isHandedOver else { return nil }
        if let settled = generation.settled { return settled }
        guard generation.cancelReason == nil else { return .failure(canceledError()) }
        let last = generation.failures.last?.failure.error
        let reason = DeadlineExceeded(
            expiry.clock, limit: expiry.limit, lastError: last.map { $0.underlying ?? $0.type })
        var error = ConnectionError(
            type: .timeout, request: request, response: last?.response, underlying: reason,
            attempts: generation.failures.records)
        error.cancelReason = .deadline(expiry.clock)
        return .failure(error)
    }

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

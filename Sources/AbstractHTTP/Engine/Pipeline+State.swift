extension Pipeline {
    /// The state of the connection. It contains the state of the generation, which contains the state of the attempt.
    /// Each generation and each attempt begins with a fresh value.
    struct State: Sendable {
        var lifecycle = Lifecycle()
        /// The setup of the next generation, or nil until something is added.
        var setup: CopyOnWrite<ConnectionSetup>?
        /// The sessions of the latest start.
        var sessions: Sessions?
        /// The state of the current generation. It is empty while the connection is idle.
        var generation = GenerationState()
        /// The request of the last attempt, for `repeatRequest()`.
        var lastRequest: BuiltRequest?
        /// The restart that waits for its delay. The lifecycle remembers a start that waits for the end of the
        /// generation. Both can exist at once.
        var scheduledRestart: ScheduledRestart?
        var waiters: [OutcomeWaiter] = []
        var lastWaiterID = 0
        var identifier: String?
        /// Whether a new generation cancels older connections with the same identifier.
        var replacesOlder = false
        var group: String?
        /// Whether `cancel()` was called before the first generation.
        var isCanceledUnstarted = false
    }

    /// The state that lasts from `onStart` to `onEnd`.
    struct GenerationState: Sendable {
        /// A snapshot of what was added to the connection, taken when the generation began.
        var setup: CopyOnWrite<ConnectionSetup>?
        /// The sessions to which the requests belong. A command that replaces the running attempt replaces them.
        var sessions: Sessions?
        var attempt = AttemptState()
        var attemptCount = 0
        var failures = Failures()
        var cancelReason: CancelReason?
        /// Whether `cancel()` was called, even if it was too late for this generation. Such a cancel ends every wait,
        /// and no restart is scheduled after it.
        var isCanceledForAll = false
        /// Measures the total deadline.
        var stopwatch: Stopwatch?
        var totalTimer: DeadlineTimer?
        /// The total deadline, once it is over.
        var overdue: CopyOnWrite<Lifecycle.Expiry>?
        /// The outcome, once it is settled. A stream and a cancel have none.
        var settled: Outcome?
        /// The task that calls the listeners, if there are any.
        var driver = TaskIdentity.none
        /// The holder that holds the generation until it ends.
        var holder: ConnectionHolder?
    }

    /// The state that lasts from the request of an attempt to its outcome.
    struct AttemptState: Sendable {
        var token: Lifecycle.Token = 0
        /// Whether ``Pipeline/State/lastRequest`` is the request of this attempt.
        var isBuilt = false
        /// What the attempt awaits. A command aborts it.
        var work: (any Abortable)?
        /// Whether a policy is adapting the request.
        var isAdapting = false
        /// The request after the policies have adapted it.
        var adaptedRequest: Request?
        /// The redirects that the attempt has followed.
        var redirectCount = 0
        /// Whether a model that is a stream was handed over. Later callers wait for the next generation.
        var isHandedOver = false
        /// Whether a callback has received the stream, possibly before it was handed over to the waiters.
        var hasReader = false
        /// Whether the attempt has failed. Its deadlines then have no effect.
        var hasFailed = false
        /// Whether the failure stands, so that not even the total deadline replaces it.
        var isFailing = false
        /// The other tasks that call the user's code, such as a policy.
        var helpers: [TaskIdentity] = []
        /// The stream that was or will be handed over.
        var relay: StreamRelay?
        /// A stream whose reader waits for the end of the generation, or for the next attempt.
        var waitingStream: StreamRelay?
        var attemptTimer: DeadlineTimer?
        var connectTimer: DeadlineTimer?
        var firstEventTimer: DeadlineTimer?
    }

    /// The attempts of a generation that have failed.
    struct Failures: Sendable {
        var records: [AttemptRecord] = []
        var last: Last?
        /// Whether a policy began the current attempt to recover from the last failure.
        var isRecovering = false

        /// The last failure. It is a class because most generations have none.
        final class Last: Sendable {
            let failure: AttemptFailure

            init(_ failure: AttemptFailure) { self.failure = failure }
        }
    }
}

extension Pipeline.State {
    /// Begins a generation or another attempt, or remembers the start for later.
    mutating func begin(_ source: Lifecycle.Source, in sessions: Sessions?) -> Lifecycle.Start {
        let start = lifecycle.start(source)
        self.sessions = sessions
        if start == .replaced {
            if !lifecycle.isExpiring { generation.overdue = nil }
            generation.failures.isRecovering = false
            generation.sessions = sessions
        }
        if start == .opened { openGeneration() }
        return start
    }

    /// Begins the state of a generation with what was added to the connection so far.
    private mutating func openGeneration() {
        generation = Pipeline.GenerationState(setup: setup, sessions: sessions)
    }

    /// Takes the next step. If another attempt begins with it, its state is fresh. The caller releases the previous
    /// state outside the lock.
    mutating func nextStep(replacing attempt: inout Pipeline.AttemptState?) -> Lifecycle.Step? {
        let step = lifecycle.nextStep()
        switch step {
        case .open(let token, _): generation.attempt.token = token
        case .attempt(let token, _):
            generation.attemptCount += 1
            guard generation.attempt.token != token else { break }
            var fresh = Pipeline.AttemptState(token: token)
            swap(&generation.attempt, &fresh)
            attempt = fresh
        case .expire, .deliverCancel, nil: break
        }
        return step
    }

    /// Ends the generation, and begins the next one if a start was remembered. Returns whether it did. Swaps the state
    /// of the ended generation with `ended`, which must be fresh. The caller releases the old state outside the lock.
    mutating func end(swapping ended: inout Pipeline.GenerationState) -> Bool {
        let isReopened = lifecycle.end()
        swap(&generation, &ended)
        if isReopened {
            openGeneration()
        } else {
            // A reader stopped by a cancel may ask for the reason later.
            generation.cancelReason = ended.cancelReason
        }
        return isReopened
    }

    /// Cancels the generation for all waiters, and forgets a remembered start. Returns whether the generation was still
    /// running.
    mutating func cancelForAll() -> Bool {
        generation.isCanceledForAll = lifecycle.phase != .idle
        isCanceledUnstarted = lifecycle.generation == 0
        lifecycle.forgetStart()
        return lifecycle.cancel()
    }

    /// Whether the running generation was canceled, or `cancel()` was called when its outcome was already settled.
    var isCanceled: Bool {
        generation.isCanceledForAll || lifecycle.phase != .idle && generation.cancelReason != nil
    }

    mutating func takeWork() -> (any Abortable)? {
        defer { generation.attempt.work = nil }
        return generation.attempt.work
    }

    mutating func takeScheduledRestart() -> ScheduledRestart? {
        defer { scheduledRestart = nil }
        return scheduledRestart
    }
}

extension Pipeline.GenerationState {
    func stopTimers() {
        totalTimer?.stop()
        attempt.stopTimers()
    }
}

extension Pipeline.AttemptState {
    func stopTimers() {
        attemptTimer?.stop()
        connectTimer?.stop()
        firstEventTimer?.stop()
    }
}

/// One generation: from `onStart` to `onEnd`, attempt by attempt.
///
/// One task at a time runs a generation.
final class Generation: Sendable {
    let pipeline: Pipeline
    let connection: any ConnectionTask
    /// Holds ``setup`` without copying it.
    private let sharedSetup: CopyOnWrite<ConnectionSetup>
    /// The listeners of the config, of the holder, and of the connection, and then the logger.
    let listeners: Listeners
    /// The policies of the connection, and then those of the config.
    let policies: [any RecoveryPolicy]

    init(_ pipeline: Pipeline, _ connection: any ConnectionTask) {
        self.pipeline = pipeline
        self.connection = connection
        sharedSetup = pipeline.state.withLock(\.generation.setup) ?? .plain
        listeners = pipeline.config.listeners(with: sharedSetup.value.listeners)
        policies = sharedSetup.value.policies.followed(by: pipeline.config.policies)
        if !listeners.isEmpty { pipeline.noteDriver() }
    }

    /// A snapshot of what was added to the connection, taken when the generation began.
    var setup: ConnectionSetup { _read { yield sharedSetup.value } }

    /// Runs the generation to its end.
    func run() async -> GenerationEnd {
        var attempt = Attempt(self, 0, deadlines(of: nil))
        while let step = nextStep() {
            do throws(Interruption) {
                switch step {
                case .open(let token, let source):
                    attempt = Attempt(self, token, attempt.limits)
                    await open(&attempt, source)
                case .attempt(let token, let source):
                    if attempt.token != token { attempt = Attempt(self, token, attempt.limits) }
                    return try await runAttempt(attempt, source)
                case .expire(let token, let expiry):
                    return try await failExpired(expiry, Attempt(self, token, attempt.limits))
                case .deliverCancel:
                    return await withoutCancellation { [self] in await deliverCancel() }
                }
            } catch {
                // The attempt was superseded. The next step says what follows.
                if pipeline.isLive { pipeline.leaveStream() }
            }
        }
        // Not reached, because whatever supersedes an attempt adds a step.
        return GenerationEnd(outcome: nil, sessions: nil, isReopened: false)
    }

    private func nextStep() -> Lifecycle.Step? {
        var replaced: Pipeline.AttemptState?
        let step = pipeline.state.withLock { $0.nextStep(replacing: &replaced) }
        replaced?.stopTimers()
        // The next attempt compares the total deadline with the time that has passed while listeners were called.
        if replaced?.isFailing == true { pipeline.replaceTimer(\.totalTimer, by: nil) }
        replaced?.waitingStream?.setOutcome(pipeline.canceledError())
        return step
    }

    /// For each clock, the deadline of the connection, of its first request, or of the config, in this order of
    /// precedence. Nil if there are none.
    private func deadlines(of first: Deadlines?) -> CopyOnWrite<Deadlines>? {
        var deadlines = first?.within(pipeline.config.deadlines) ?? pipeline.config.deadlines
        if let own = setup.deadlines { deadlines = own.within(deadlines) }
        return deadlines.isEmpty ? nil : CopyOnWrite(deadlines)
    }

    /// Builds the first request, which can add deadlines, and calls onStart*.
    @inline(never)
    private func open(_ attempt: inout Attempt, _ source: Lifecycle.Source) async {
        let start = pipeline.config.stopwatch
        attempt.startTotalClock(at: start)
        let built = await attempt.build(source)
        if let own = built.deadlines {
            attempt.limits = deadlines(of: own)
            attempt.startTotalClock(at: start)
        }
        for listener in listeners.plain {
            await listener.onStart(connection: connection, request: built.request)
        }
    }

    /// Runs an attempt and decides what follows. Failures go to ``recoverOrFail(_:_:)``, like those of deadlines.
    @inline(__always)
    private func runAttempt(
        _ attempt: Attempt, _ source: Lifecycle.Source
    ) async throws(Interruption) -> GenerationEnd {
        attempt.startTotalClock()
        attempt.startAttemptClock()
        let success: Attempt.Success
        do throws(Interruption) {
            success = try await attempt.perform(source)
        } catch {
            guard case .failed(let failure) = error else { throw error }
            return try await recoverOrFail(failure, attempt)
        }
        return try await succeed(success, attempt)
    }
}

extension ConnectionConfig {
    /// The listeners of the config and of its holder, `own`, and then the logger.
    fileprivate func listeners(with own: Listeners) -> Listeners {
        guard holder != nil || logger != nil || !listeners.isEmpty else { return own }
        var all = listeners
        if let holder { all = all.followed(by: holder.listeners) }
        all = all.followed(by: own)
        if let logger { all.add(logger) }
        return all
    }
}

extension Array {
    /// These elements followed by `others`. Creates no new array if either is empty.
    fileprivate func followed(by others: Self) -> Self {
        if isEmpty { return others }
        return others.isEmpty ? self : self + others
    }
}

/// What follows an expired deadline.
extension Generation {
    /// Fails the attempt or the generation whose deadline has expired.
    func failExpired(_ expiry: Lifecycle.Expiry, _ attempt: Attempt) async throws(Interruption) -> GenerationEnd {
        let (request, last, isRecorded, isAdapting) = pipeline.state.withLock { state in
            let failures = state.generation.failures
            return (
                state.request, failures.last?.failure.error,
                failures.records.last?.number == state.generation.attemptCount,
                state.generation.attempt.isAdapting
            )
        }
        let cause = last.map { $0.underlying ?? $0.type }
        // Keep the causes from nesting deeper with each attempt that times out.
        let known = expiry.clock == .total ? cause : (cause as? DeadlineExceeded)?.lastError ?? cause
        var reason = DeadlineExceeded(expiry.clock, limit: expiry.limit, lastError: known)
        reason.isWaitingForAdapter = isAdapting && policies.contains { $0.requestAdapter != nil }
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

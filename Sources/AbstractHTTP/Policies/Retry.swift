import Foundation

/// Retries failures that can be temporary, if sending the request twice is safe. Each retry waits first, and builds its
/// request again from the spec.
///
/// It retries failures of the network, timeouts of an attempt, and the statuses 408, 425, 429, 500, 502, 503, and 504.
/// The request must have an idempotent method or an `Idempotency-Key`, or must not have reached the server. The wait is
/// the time that the server asks for (`Retry-After`, `RateLimit-Reset`) plus a random time that grows with every
/// failure. The config provides the clock and the random numbers.
///
/// ```swift
/// config.policies = [Retry()]
/// ```
public struct Retry: RecoveryPolicy {
    /// The maximum number of attempts, including the first one. Attempts that failed for other reasons, such as a 401,
    /// do not count.
    public var attempts: Int
    /// The random part of the wait.
    public var backoff: Backoff
    /// The longest wait that a server can ask for. If it asks for more, the request is not retried, and the error says
    /// so.
    public var longestWait: Duration
    /// The budget that limits the retries per host, or nil for no limit.
    public var budget: RetryBudget?
    /// The status codes that are retried.
    public var statusCodes: Set<Int>
    /// Returns whether a request is retried. If nil, all requests that are safe to repeat are retried.
    public var appliesTo: (@Sendable (Request) -> Bool)?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts, including the first one.
    ///   - backoff: The random part of the wait.
    ///   - longestWait: The longest wait that a server can ask for.
    ///   - budget: The budget that limits the retries per host, or nil for no limit.
    ///   - statusCodes: The status codes that are retried.
    ///   - appliesTo: Returns whether a request is retried. Default: nil (all requests that are safe to repeat).
    public init(
        attempts: Int = 3, backoff: Backoff = Backoff(), longestWait: Duration = .seconds(60),
        budget: RetryBudget? = RetryBudget(), statusCodes: Set<Int> = [408, 425, 429, 500, 502, 503, 504],
        appliesTo: (@Sendable (Request) -> Bool)? = nil
    ) {
        self.attempts = attempts
        self.backoff = backoff
        self.longestWait = longestWait
        self.budget = budget
        self.statusCodes = statusCodes
        self.appliesTo = appliesTo
    }

    /// Returns a restart after a wait, or the reason for no retry.
    public func recovery(from failure: RecoveryContext) async -> Recovery {
        guard appliesTo?(failure.adapted) ?? true else { return .giveUp }
        let (error, config) = (failure.error, failure.connection.config)
        let failures = error.attempts.count { isTransient($0) }
        guard let latest = error.attempts.last, isTransient(latest), failures < attempts else { return .giveUp }
        guard failure.isRepeatable || (latest.neverArrived && failure.redirects == 0) else {
            return .decline(because: NotRetriedReason.notIdempotent(failure.adapted.method))
        }
        let asked = error.response?.askedDelay(now: config.date())
        if let asked, asked > longestWait {
            return .decline(because: NotRetriedReason.waitTooLong(asked: asked, longest: longestWait))
        }
        let host = failure.request.url.normalizedHost ?? ""
        guard budget?.takeRetry(to: host) ?? true else {
            return .decline(because: NotRetriedReason.budgetSpent(host: host))
        }
        return .restart(after: (asked ?? .zero) + backoff.delay(afterFailure: failures, random: config.random))
    }

    private func isTransient(_ attempt: AttemptRecord) -> Bool {
        switch attempt.type {
        case .network: attempt.transportErrorKind?.isTransient ?? false
        case .timeout: true
        case .invalidResponse: attempt.statusCode.map(statusCodes.contains) ?? false
        default: false
        }
    }
}

extension Retry {
    /// Counts the first attempt of a generation for the budget.
    public func willAttempt(_ request: Request, attempt: Int) {
        if attempt == 1, let budget { budget.countRequest(to: request.url.normalizedHost ?? "") }
    }
}

extension RecoveryContext {
    /// Whether sending the request twice has the same effect as sending it once.
    fileprivate var isRepeatable: Bool {
        adapted.method.isIdempotent || adapted.headers[.idempotencyKey] != nil
    }
}

extension AttemptRecord {
    /// Whether the request certainly did not reach the server.
    package var neverArrived: Bool {
        if let deadline = underlying as? DeadlineExceeded { return deadline.clock == .connect }
        switch transportErrorKind {
        case .nameNotFound, .refused: return true
        default: return false
        }
    }
}

extension AttemptRecord {
    fileprivate var transportErrorKind: TransportError.Kind? { underlying.flatMap { TransportError.Kind(of: $0) } }
}

extension TransportError.Kind {
    /// Whether another attempt may succeed. `Documentation/Retry.md` has the same list.
    package var isTransient: Bool {
        switch self {
        case .nameNotFound, .refused, .unreachable, .proxy, .idle, .timedOut, .noResponse, .cutOff, .outOfResources,
            .other:
            true
        case .tls, .malformedResponse, .unsupported, .invalidated: false
        }
    }
}

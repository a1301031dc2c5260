/// The wait between the end of one poll and the start of the next.
///
/// ```swift
/// PollingInterval(.seconds(30), jitter: .seconds(5))    // 30 to 35 seconds
/// ```
public struct PollingInterval: Hashable, Sendable {
    /// The shortest wait.
    public var interval: Duration
    /// The largest random addition to each wait. It prevents clients from polling at the same time.
    public var jitter: Duration
    /// The wait after failures of the network, if it is longer than the interval.
    public var backoff: Backoff

    /// Creates an interval.
    public init(
        _ interval: Duration, jitter: Duration = .zero,
        backoff: Backoff = Backoff(base: .seconds(1), cap: .seconds(300))
    ) {
        self.interval = interval
        self.jitter = jitter
        self.backoff = backoff
    }

    /// The next wait after a number of failures in a row.
    func delay(failures: Int, random: RandomSource) -> Duration {
        let regular = max(interval, .zero) + random.duration(upTo: jitter)
        guard failures > 0 else { return regular }
        return max(regular, backoff.delay(afterFailure: failures, random: random))
    }
}

extension ConnectionError {
    /// Whether polling continues, because the network may come back or a slow server may become faster.
    var isTransient: Bool {
        switch type {
        case .network, .timeout: true
        case .authorization: underlying.map(\.isRefreshOverALostNetwork) ?? false
        default: false
        }
    }
}

extension Error {
    /// Whether a token could not be refreshed because the network failed.
    fileprivate var isRefreshOverALostNetwork: Bool {
        guard case .failed(let error)? = self as? TokenRefreshError else { return false }
        if let error = error as? ConnectionError { return error.isTransient }
        return ConnectionErrorType.ofTransfer(error) == .network && TransportError.Kind(of: error) != nil
    }
}

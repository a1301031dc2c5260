/// A limit on the retries per host, so that clients do not overload a server that is recovering. The limit is a share
/// of the requests to that host plus a small fixed number.
///
/// Everything that shares a budget counts together. Add one ``Retry`` to the config, or pass one budget to several
/// policies.
///
/// ```swift
/// let budget = RetryBudget(ratio: 0.1)
/// config.policies = [Retry(budget: budget)]
/// ```
public final class RetryBudget: Sendable {
    /// The counts of a tenth of the window.
    private struct Step {
        let number: Int64
        var requests = 0
        var retries = 0
    }

    private struct State {
        var hosts: [String: [Step]] = [:]
        var latest: Int64 = 0

        /// When a step begins, removes the counts of all hosts that are older than a window.
        mutating func begin(_ number: Int64) {
            guard number > latest else { return }
            latest = number
            hosts = hosts.compactMapValues { steps in
                let kept = steps.filter { $0.number > number - stepsPerWindow }
                return kept.isEmpty ? nil : kept
            }
        }
    }

    /// The number of retries per request in the window, from 0 to 1.
    public let ratio: Double
    /// The number of retries in each window beyond that share.
    public let minimum: Int
    /// How long requests and retries count. They expire in steps of a tenth of the window.
    public let window: Duration

    private let watch: Stopwatch
    private let state = LockedValue(State())
    private static let stepsPerWindow: Int64 = 10

    /// Creates a budget.
    public init(
        ratio: Double = 0.2, minimum: Int = 10, window: Duration = .seconds(10),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.ratio = ratio > 0 ? min(ratio, 1) : 0
        self.minimum = max(0, minimum)
        self.window = max(window, .milliseconds(1))
        watch = Stopwatch(clock)
    }

    /// Counts a request that is not a retry.
    public func countRequest(to host: String) {
        count(host) { step, _, _ in step.requests += 1 }
    }

    /// Takes a retry from the budget of `host`. Returns false if none is left.
    public func takeRetry(to host: String) -> Bool {
        count(host) { [ratio, minimum] step, requests, retries in
            guard retries < minimum || retries - minimum < Int(Double(requests) * ratio) else { return false }
            step.retries += 1
            return true
        }
    }

    /// Calls `change` with the current step of `host` and the sums of the window.
    private func count<Result>(_ host: String, _ change: (inout Step, _ requests: Int, _ retries: Int) -> Result)
        -> Result
    {
        let host = host.normalizedHost
        let number = watch.now.wholeNanoseconds / (window.wholeNanoseconds / Self.stepsPerWindow)
        return state.withLock { state in
            state.begin(number)
            var steps = state.hosts[host] ?? []
            if steps.last?.number != state.latest { steps.append(Step(number: state.latest)) }
            let requests = steps.reduce(0) { $0 + $1.requests }
            let retries = steps.reduce(0) { $0 + $1.retries }
            defer { state.hosts[host] = steps }
            return change(&steps[steps.count - 1], requests, retries)
        }
    }
}

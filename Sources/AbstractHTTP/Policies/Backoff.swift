/// How long to wait before another attempt. The wait is random, up to a limit that grows with every failure ("full
/// jitter"), so that clients that failed at the same time do not retry at the same time.
///
/// ```swift
/// Backoff(base: .milliseconds(200), cap: .seconds(10))    // at most 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10, 10 … seconds
/// ```
public struct Backoff: Hashable, Sendable {
    /// The limit of the first wait.
    public var base: Duration
    /// The factor by which the limit grows after each failure.
    public var factor: Int
    /// The longest wait.
    public var cap: Duration
    /// Whether the wait is random. If it is false, the wait is always the limit.
    public var isRandom: Bool

    /// No wait.
    public static let none = Backoff(base: .zero, cap: .zero)

    /// Creates a backoff.
    public init(
        base: Duration = .milliseconds(200), factor: Int = 2, cap: Duration = .seconds(10), isRandom: Bool = true
    ) {
        self.base = base
        self.factor = factor
        self.cap = cap
        self.isRandom = isRandom
    }

    /// Returns the wait after a number of failures in a row, counted from 1.
    public func delay(afterFailure number: Int, random: RandomSource = .system) -> Duration {
        let limit = limit(afterFailure: number)
        return isRandom ? random.duration(upTo: limit) : limit
    }

    /// Returns the longest wait after a number of failures in a row, counted from 1.
    public func limit(afterFailure number: Int) -> Duration {
        let cap = cap.wholeNanoseconds
        var limit = min(base.wholeNanoseconds, cap)
        var failures = 1
        while failures < number, factor > 1, limit > 0, limit < cap {
            let (product, isTooLong) = limit.multipliedReportingOverflow(by: Int64(factor))
            limit = isTooLong ? cap : min(product, cap)
            failures += 1
        }
        return .nanoseconds(limit)
    }
}

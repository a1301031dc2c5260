/// Decides how many bytes can be transferred now, and how long to wait first.
struct RateLimiter {
    private let throttle: LoopbackResponse.Throttle?
    private var left: Int

    init(_ throttle: LoopbackResponse.Throttle?) {
        self.throttle = throttle
        left = throttle?.bytes ?? .max
    }

    /// The next step for `count` bytes: a wait if the period is used up, and then the number of bytes to transfer.
    mutating func step(_ count: Int) -> (wait: Duration, bytes: Int) {
        guard let throttle else { return (.zero, count) }
        let wait = left == 0 ? throttle.period : .zero
        if left == 0 { left = throttle.bytes }
        let bytes = min(count, left)
        left -= bytes
        return (wait, bytes)
    }
}

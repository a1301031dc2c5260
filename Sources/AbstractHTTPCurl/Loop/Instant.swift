import Dispatch

/// A time on the system's monotonic clock, in nanoseconds.
struct Instant: Comparable, Sendable {
    let nanoseconds: UInt64

    /// The instant before all others.
    static let distantPast = Instant(nanoseconds: 0)

    static var now: Instant { Instant(nanoseconds: DispatchTime.now().uptimeNanoseconds) }

    static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    func advanced(byMilliseconds milliseconds: Int) -> Instant {
        let (product, isTooLarge) = UInt64(max(0, milliseconds)).multipliedReportingOverflow(by: 1_000_000)
        let (sum, isTooLate) = nanoseconds.addingReportingOverflow(product)
        return Instant(nanoseconds: isTooLarge || isTooLate ? .max : sum)
    }

    /// The time since `start`, which is not later.
    func duration(since start: Instant) -> Duration {
        .nanoseconds(Int64(clamping: nanoseconds - min(start.nanoseconds, nanoseconds)))
    }

    /// The number of milliseconds since `start`, rounded up, in the form that a wait takes.
    func milliseconds(from start: Instant) -> Int32 {
        guard self > start else { return 0 }
        let (whole, rest) = (nanoseconds - start.nanoseconds).quotientAndRemainder(dividingBy: 1_000_000)
        return Int32(clamping: rest == 0 ? whole : whole + 1)
    }
}

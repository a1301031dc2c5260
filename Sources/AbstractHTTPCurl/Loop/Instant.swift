import Dispatch

/// A point in time of the system's clock that does not jump, in nanoseconds.
struct Instant: Comparable, Sendable {
    let nanoseconds: UInt64

    /// Before every other one.
    static let distantPast = Instant(nanoseconds: 0)

    static var now: Instant { Instant(nanoseconds: DispatchTime.now().uptimeNanoseconds) }

    static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    func advanced(byMilliseconds milliseconds: Int) -> Instant {
        let (product, isTooLarge) = UInt64(max(0, milliseconds)).multipliedReportingOverflow(by: 1_000_000)
        let (sum, isTooLate) = nanoseconds.addingReportingOverflow(product)
        return Instant(nanoseconds: isTooLarge || isTooLate ? .max : sum)
    }

    /// How many milliseconds are left from `start`, rounded up, as a wait takes them.
    func milliseconds(from start: Instant) -> Int32 {
        guard self > start else { return 0 }
        let (whole, rest) = (nanoseconds - start.nanoseconds).quotientAndRemainder(dividingBy: 1_000_000)
        return Int32(clamping: rest == 0 ? whole : whole + 1)
    }
}

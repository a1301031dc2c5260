/// The first 128 bits of the powers of five from -342 to 308, which is what the conversion of decimal numbers to
/// `Double` needs (Lemire, Number Parsing at a Gigabyte per Second, 2021, section 5).
///
/// They are computed when they are first used. A negative power is rounded up, and any other one is cut off.
struct PowersOfFive: Sendable {
    static let shared = Self()
    static let exponents = -342...308

    private let powers: [(high: UInt64, low: UInt64)]

    subscript(_ exponent: Int) -> (high: UInt64, low: UInt64) { powers[exponent - Self.exponents.lowerBound] }

    private init() {
        powers = Self.negativePowers().reversed() + Self.positivePowers()
    }

    private static func positivePowers() -> [(high: UInt64, low: UInt64)] {
        var power: WideInteger = [1]
        return (0...exponents.upperBound).map { exponent in
            if exponent > 0 { power.multiply(by: 5) }
            return power.first128Bits
        }
    }

    /// The reciprocals of the positive powers, starting with 1/5. The fraction has enough bits for 128 exact ones.
    private static func negativePowers() -> [(high: UInt64, low: UInt64)] {
        var fraction: WideInteger = WideInteger(repeating: 0, count: 18) + [1]
        return (1 ... -exponents.lowerBound).map { _ in
            fraction.divide(by: 5)
            let (high, low) = fraction.first128Bits
            let (next, carries) = low.addingReportingOverflow(1)
            return (carries ? high &+ 1 : high, next)
        }
    }
}

/// An integer of any size. The lowest digits come first.
private typealias WideInteger = [UInt64]

extension WideInteger {
    fileprivate mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in indices {
            let (high, low) = self[index].multipliedFullWidth(by: factor)
            let (sum, overflows) = low.addingReportingOverflow(carry)
            (self[index], carry) = (sum, overflows ? high + 1 : high)
        }
        if carry > 0 { append(carry) }
    }

    fileprivate mutating func divide(by divisor: UInt64) {
        var remainder: UInt64 = 0
        for index in indices.reversed() {
            (self[index], remainder) = divisor.dividingFullWidth((remainder, self[index]))
        }
        if last == 0 { removeLast() }
    }

    /// The highest bits, from the first one that is set.
    fileprivate var first128Bits: (high: UInt64, low: UInt64) {
        let shift = UInt64(self[count - 1].leadingZeroBitCount)
        func digit(_ fromTop: Int) -> UInt64 { fromTop < count ? self[count - 1 - fromTop] : 0 }
        func shifted(_ fromTop: Int) -> UInt64 { digit(fromTop) << shift | digit(fromTop + 1) >> (64 - shift) }
        return (shifted(0), shifted(1))
    }
}

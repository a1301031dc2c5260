/// A decimal number of at most 19 digits: `digits` times ten to the power of `exponent`.
struct DecimalNumber {
    var digits: UInt64
    var exponent: Int

    private static let exactPowersOfTen: [Double] = (0...22).map {
        (0..<$0).reduce(into: 1.0) { value, _ in value *= 10 }
    }

    /// The nearest `Double`, which is infinite if the number is too large. Nil if the algorithm cannot decide, which
    /// is rare.
    var double: Double? {
        // Both numbers and the result of one operation are exact (Clinger, How to Read Floating Point Numbers, 1990).
        guard digits < 1 << 53, -22...22 ~= exponent else { return nearestDouble }
        let power = Self.exactPowersOfTen[abs(exponent)]
        return exponent < 0 ? Double(digits) / power : Double(digits) * power
    }

    /// The nearest `Double` by the algorithm of Eisel and Lemire (Number Parsing at a Gigabyte per Second, 2021).
    private var nearestDouble: Double? {
        if digits == 0 || exponent < PowersOfFive.exponents.lowerBound { return 0 }
        if exponent > PowersOfFive.exponents.upperBound { return .infinity }
        let zeros = digits.leadingZeroBitCount
        let product = self.product(digits << UInt64(zeros))
        if product.low == .max, !(-27...55 ~= exponent) { return nil }

        let top = product.high >> 63
        let shift = top + 9
        var significand = product.high >> shift
        var power = (217_706 * exponent) >> 16 + 63 + Int(top) - zeros + 1023
        if power <= 0 { return Self.subnormal(significand, power) }
        // The number is halfway between two values: round to the even one.
        if product.low <= 1, -4...23 ~= exponent, significand & 3 == 1, significand << shift == product.high {
            significand &= ~1
        }
        significand = (significand + significand & 1) >> 1
        if significand == 1 << 53 { (significand, power) = (1 << 52, power + 1) }
        guard power < 0x7FF else { return .infinity }
        return Double(bitPattern: significand & ~(1 << 52) | UInt64(power) << 52)
    }

    private static func subnormal(_ significand: UInt64, _ power: Int) -> Double {
        guard power > -63 else { return 0 }
        var significand = significand >> UInt64(1 - power)
        significand = (significand + significand & 1) >> 1
        // A significand that was rounded up to 53 bits is that of the smallest normal number, with its exponent.
        return Double(bitPattern: significand)
    }

    /// The first 128 bits of the product of the digits, shifted to the top, and the power of five.
    private func product(_ shifted: UInt64) -> (high: UInt64, low: UInt64) {
        let power = PowersOfFive.shared[exponent]
        var product = shifted.multipliedFullWidth(by: power.high)
        // The lower half of the power matters only if its carry can reach the bits that are kept.
        if product.high & 0x1FF == 0x1FF {
            let (sum, carries) = product.low.addingReportingOverflow(shifted.multipliedFullWidth(by: power.low).high)
            product = (carries ? product.high + 1 : product.high, sum)
        }
        return (product.high, product.low)
    }
}

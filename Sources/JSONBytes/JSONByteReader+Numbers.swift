extension JSONByteReader {
    /// Reads a number as the nearest `Double`. One that is too large does not fit. One that is too small is zero.
    package mutating func double() throws(JSONSyntaxError) -> Double {
        _ = peek()
        if let value = bytes.shortDecimal(from: &index) { return value }
        return try double(of: number())
    }

    /// The nearest `Double` of a number.
    package func double(of number: NumberExtent) throws(JSONSyntaxError) -> Double {
        let value = try magnitude(of: number)
        guard value.isFinite else { throw JSONSyntaxError(number.start, .doesNotFit) }
        return number.isNegative ? -value : value
    }

    /// Reads a number as the nearest `Float`. It is not read as a `Double` first, because that would round twice.
    package mutating func float() throws(JSONSyntaxError) -> Float {
        let number = try number()
        guard let value = Float(bytes.text(from: number.start, to: number.end)), value.isFinite else {
            throw JSONSyntaxError(number.start, .doesNotFit)
        }
        return value
    }

    private func magnitude(of number: NumberExtent) throws(JSONSyntaxError) -> Double {
        if number.count <= 19 {
            if let value = DecimalNumber(digits: number.digits, exponent: number.exponent).double { return value }
        } else if let value = roundedMagnitude(of: number) {
            return value
        }
        let first = number.isNegative ? number.start + 1 : number.start
        guard let value = Double(bytes.text(from: first, to: number.end)) else {
            throw JSONSyntaxError(number.start, .invalidNumber)
        }
        return value
    }

    /// The value of a number of more than 19 digits, if those after the 19th make no difference.
    private func roundedMagnitude(of number: NumberExtent) -> Double? {
        let (digits, rest) = firstDigits(of: number)
        let exponent = number.exponent + rest
        let low = DecimalNumber(digits: digits, exponent: exponent).double
        guard rest > 0, low != DecimalNumber(digits: digits + 1, exponent: exponent).double else { return low }
        return nil
    }

    /// The first 19 digits after the zeros, and the number of digits after them.
    private func firstDigits(of number: NumberExtent) -> (digits: UInt64, rest: Int) {
        var (digits, count, rest): (UInt64, Int, Int) = (0, 0, 0)
        var index = number.start
        while index < number.end {
            let byte = bytes.byte(at: index)
            if byte | 0x20 == UInt8(ascii: "e") { break }
            let digit = byte &- 0x30
            if digit < 10 {
                if count == 19 {
                    rest += 1
                } else if digit > 0 || count > 0 {
                    digits = digits * 10 + UInt64(digit)
                    count += 1
                }
            }
            index += 1
        }
        return (digits, rest)
    }

    /// Reads a number as an integer. `1.0` and `1e2` are integers, too.
    package mutating func integer() throws(JSONSyntaxError) -> Int {
        _ = peek()
        if let integer = bytes.shortInteger(from: &index) { return integer }
        let number = try number()
        guard let value = signedInteger(of: number), let integer = Int(exactly: value) else {
            throw JSONSyntaxError(number.start, .doesNotFit)
        }
        return integer
    }

    /// The integer, or nil if the number is not one, or does not fit.
    package func signedInteger(of number: NumberExtent) -> Int64? {
        guard let magnitude = magnitudeOfInteger(number) else { return nil }
        if number.isNegative { return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil }
        return magnitude < 1 << 63 ? Int64(truncatingIfNeeded: magnitude) : nil
    }

    /// The integer, or nil if the number is not one, or does not fit.
    package func unsignedInteger(of number: NumberExtent) -> UInt64? {
        magnitudeOfInteger(number).flatMap { number.isNegative && $0 > 0 ? nil : $0 }
    }

    /// The number without its sign, or nil if it is not an integer of 64 bits.
    private func magnitudeOfInteger(_ number: NumberExtent) -> UInt64? {
        if number.isInteger, number.count <= 19 { return number.digits }
        // The digits after these are the fraction.
        var wholeDigits = number.count + number.exponent
        var value: UInt64 = 0
        var index = number.start
        while index < number.end, bytes.byte(at: index) | 0x20 != UInt8(ascii: "e") {
            let digit = bytes.byte(at: index) &- 0x30
            if digit < 10 {
                if wholeDigits > 0 {
                    guard let next = value.followed(by: digit) else { return nil }
                    value = next
                } else if digit > 0 {
                    return nil
                }
                wholeDigits -= 1
            }
            index += 1
        }
        while wholeDigits > 0, value > 0 {
            guard let next = value.followed(by: 0) else { return nil }
            (value, wholeDigits) = (next, wholeDigits - 1)
        }
        return value
    }
}

extension UInt64 {
    /// The decimal number with one more digit, or nil if that is too large.
    fileprivate func followed(by digit: UInt8) -> UInt64? {
        let (product, isTooLarge) = multipliedReportingOverflow(by: 10)
        let (sum, overflows) = product.addingReportingOverflow(UInt64(digit))
        return isTooLarge || overflows ? nil : sum
    }
}

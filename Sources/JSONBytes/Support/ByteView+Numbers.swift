/// A number of a JSON text (RFC 8259, section 6), as digits and an exponent: 12.50 is 1250 and -2.
package struct NumberExtent {
    package let start: Int
    package internal(set) var end: Int
    package var isNegative = false
    /// The digits as an integer. It has overflowed if there are more than 19 digits.
    package var digits: UInt64 = 0
    /// The number of digits, with zeros before them.
    package var count = 0
    /// The power of ten by which the digits are multiplied.
    package var exponent = 0
    /// Whether there is neither a fraction nor an exponent.
    package var isInteger = true

    init(start: Int) { (self.start, end) = (start, start) }
}

extension ByteView {
    /// Reads an integer of at most 18 digits. Returns nil, and leaves the index, if there is anything else.
    func shortInteger(from index: inout Int) -> Int? {
        var next = index
        guard next < count else { return nil }
        let isNegative = start[next] == UInt8(ascii: "-")
        if isNegative { next += 1 }
        let first = next
        let limit = min(count, first + 18)
        var value = 0
        while next < limit {
            let digit = start[next] &- 0x30
            guard digit < 10 else { break }
            value = value &* 10 &+ Int(digit)
            next += 1
        }
        guard next > first, next < count, start[next].endsNumber, start[first] != 0x30 || next == first + 1 else {
            return nil
        }
        index = next
        return isNegative ? -value : value
    }

    /// Reads a number of at most 19 digits without an exponent. Returns nil, and leaves the index, if there is anything
    /// else.
    func shortDecimal(from index: inout Int) -> Double? {
        var next = index
        guard next < count else { return nil }
        let isNegative = start[next] == UInt8(ascii: "-")
        if isNegative { next += 1 }
        let first = next
        let limit = min(count, first + 20)
        var digits: UInt64 = 0
        var point = -1
        while next < limit {
            let byte = start[next]
            let digit = byte &- 0x30
            if digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
            } else {
                guard byte == UInt8(ascii: "."), point < 0, next > first else { break }
                point = next
            }
            next += 1
        }
        let isWhole = point < 0
        guard next > first, next - first <= (isWhole ? 19 : 20), next < count, start[next].endsNumber,
            next - 1 != point,
            start[first] != 0x30 || (isWhole ? next : point) == first + 1,
            let value = DecimalNumber(digits: digits, exponent: isWhole ? 0 : point + 1 - next).double
        else { return nil }
        index = next
        return isNegative ? -value : value
    }

    /// The number whose first byte is at an index.
    @inline(__always)
    package func numberExtent(from start: Int) throws(JSONSyntaxError) -> NumberExtent {
        var number = NumberExtent(start: start)
        var index = start
        if byte(at: index) == UInt8(ascii: "-") {
            number.isNegative = true
            index += 1
        }
        let first = index
        guard readDigits(into: &number, from: &index) else { throw invalidNumber(at: index) }
        guard self.start[first] != UInt8(ascii: "0") || index == first + 1 else {
            throw JSONSyntaxError(first, .leadingZero)
        }
        if index < count, self.start[index] == UInt8(ascii: ".") {
            index += 1
            let whole = number.count
            guard readDigits(into: &number, from: &index) else { throw invalidNumber(at: index) }
            number.exponent = whole - number.count
            number.isInteger = false
        }
        if index < count, self.start[index] | 0x20 == UInt8(ascii: "e") {
            number.exponent += try exponent(from: &index)
            number.isInteger = false
        }
        guard index == count || self.start[index].endsNumber else { throw invalidNumber(at: index) }
        number.end = index
        return number
    }

    private func invalidNumber(at index: Int) -> JSONSyntaxError {
        JSONSyntaxError(index, index < count ? .invalidNumber : .unexpectedEnd)
    }

    /// Returns whether there is a digit.
    @inline(__always)
    private func readDigits(into number: inout NumberExtent, from index: inout Int) -> Bool {
        let first = index
        var digits = number.digits
        while index < count {
            let digit = start[index] &- 0x30
            guard digit < 10 else { break }
            digits = digits &* 10 &+ UInt64(digit)
            index += 1
        }
        number.digits = digits
        number.count += index - first
        return index > first
    }

    /// Reads an exponent, from its `e` on. The exact value of a huge exponent does not matter.
    private func exponent(from index: inout Int) throws(JSONSyntaxError) -> Int {
        index += 1
        let sign = byte(at: index)
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
        let first = index
        var value = 0
        while index < count {
            let digit = start[index] &- 0x30
            guard digit < 10 else { break }
            if value < 1 << 40 { value = value * 10 + Int(digit) }
            index += 1
        }
        guard index > first else { throw invalidNumber(at: index) }
        return sign == UInt8(ascii: "-") ? -value : value
    }

    /// The text of bytes that are ASCII.
    package func text(from first: Int, to end: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: start + first, count: end - first), as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether a number can end before this byte.
    var endsNumber: Bool {
        switch self {
        case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): true
        default: false
        }
    }
}

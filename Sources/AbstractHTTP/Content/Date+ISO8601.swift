import Foundation

extension Date {
    /// Reads `2026-11-21T09:30:00.25+01:00` (RFC 3339, section 5.6). Returns nil if the text is not a date, or if the
    /// day does not exist.
    ///
    /// The letters can be lowercase, a space can replace the `T`, and a fraction can have any number of digits. An
    /// offset can also be `hh` or `hhmm`. The calendar is Gregorian for all years, as ISO 8601 says.
    init?(iso8601 text: String) {
        var reader = ISO8601Reader(text)
        guard let (seconds, fraction) = reader.date() else { return nil }
        self.init(timeIntervalSince1970: Double(seconds))
        self += fraction
    }

    /// Whether the date can be written. An integer must hold its milliseconds. The limit here is about 950,000 years,
    /// so that a year has at most six digits.
    var isWritable: Bool { abs(timeIntervalSinceReferenceDate) <= 3e13 }

    /// `2026-11-21T09:30:00Z`, or with milliseconds. The date must be writable.
    func iso8601Text(milliseconds: Bool = false) -> String {
        guard milliseconds else {
            return GregorianTime(secondsSince1970: Int(timeIntervalSince1970.rounded(.down))).text + "Z"
        }
        let (seconds, rest) = Int((timeIntervalSince1970 * 1000).rounded()).dividedRoundingDown(by: 1000)
        return "\(GregorianTime(secondsSince1970: seconds).text).\(rest.text(digits: 3))Z"
    }
}

extension GregorianTime {
    /// `2026-11-21T09:30:00`
    fileprivate var text: String {
        let day = "\(year.text(digits: 4))-\(month.text(digits: 2))-\(day.text(digits: 2))"
        return "\(day)T\(time.hour.text(digits: 2)):\(time.minute.text(digits: 2)):\(time.second.text(digits: 2))"
    }
}

/// Reads a date of RFC 3339 byte by byte.
private struct ISO8601Reader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    /// The whole seconds since 1970, and the fraction of a second.
    mutating func date() -> (seconds: Int, fraction: Double)? {
        guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
            let day = number(digits: 2), take("Tt "), let time = time(), let fraction = fraction(),
            let offset = offset(), rest.isEmpty,
            // A minute can have a leap second.
            let seconds = GregorianTime(year: year, month: month, day: day, time: time).secondsSince1970(lastSecond: 60)
        else { return nil }
        return (seconds - offset, fraction)
    }

    private mutating func time() -> GregorianTime.OfDay? {
        guard let hour = number(digits: 2), take(":"), let minute = number(digits: 2), take(":"),
            let second = number(digits: 2)
        else { return nil }
        return (hour, minute, second)
    }

    /// Zero if there is no point, and nil if no digit follows it.
    private mutating func fraction() -> Double? {
        guard take(".") else { return 0 }
        let digits = rest.prefix { $0.isDigit }
        rest = rest[digits.endIndex...]
        return digits.isEmpty ? nil : Double("0.\(Substring(digits))")
    }

    /// The offset of the time zone, in seconds.
    private mutating func offset() -> Int? {
        if take("Zz") { return 0 }
        let isNegative = rest.first == UInt8(ascii: "-")
        guard take("+-"), let hours = number(digits: 2) else { return nil }
        var minutes = 0
        if !rest.isEmpty {
            _ = take(":")
            guard let number = number(digits: 2) else { return nil }
            minutes = number
        }
        let seconds = (hours * 60 + minutes) * 60
        return isNegative ? -seconds : seconds
    }

    private mutating func number(digits: Int) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let digit = rest.popFirst(), digit.isDigit else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }

    /// Removes the next byte if it is one of these.
    private mutating func take(_ characters: StaticString) -> Bool {
        guard let first = rest.first else { return false }
        let isOne = characters.withUTF8Buffer { $0.contains(first) }
        if isOne { rest.removeFirst() }
        return isOne
    }
}

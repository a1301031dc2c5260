import Foundation

extension Date {
    /// Parses the value of a field such as `Date` or `Retry-After`, in any of the three formats of RFC 9110, section
    /// 5.6.7. Returns nil if it is not a date.
    ///
    /// The weekday is not compared with the date. A two-digit year that seems more than 50 years after `now` is in the
    /// past.
    package init?(httpDate text: String, now: Date = Date()) {
        var reader = HTTPDateReader(text)
        guard let fields = reader.fields(), let date = fields.httpDate else { return nil }
        guard reader.hasYearOfTwoDigits,
            date > Calendar.gmt.date(byAdding: .year, value: 50, to: now) ?? .distantFuture
        else {
            self = date
            return
        }
        var earlier = fields
        earlier.year -= 100
        guard let date = earlier.httpDate else { return nil }
        self = date
    }
}

extension Date {
    /// The date as an IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT`, in whole seconds. Nil if its year does not
    /// have four digits.
    package var httpDate: String? {
        guard (-62_135_596_800..<253_402_300_800).contains(timeIntervalSince1970) else { return nil }
        return GregorianTime(secondsSince1970: Int(timeIntervalSince1970.rounded(.down))).httpDateText
    }
}

extension GregorianTime {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// The date, which can be in a leap second.
    fileprivate var httpDate: Date? { date(lastSecond: 60) }

    fileprivate var httpDateText: String {
        // January 1, 1970 was a Thursday.
        let days = secondsSince1970(lastSecond: 59)?.dividedRoundingDown(by: 86_400).quotient ?? 0
        let weekday = Self.weekdays[days.dividedRoundingDown(by: 7).remainder]
        let clock = [time.hour, time.minute, time.second].map { $0.text(digits: 2) }.joined(separator: ":")
        let day = "\(day.text(digits: 2)) \(Self.months[month - 1]) \(year.text(digits: 4))"
        return "\(weekday), \(day) \(clock) GMT"
    }
}

/// Reads an HTTP-date byte by byte. A cache reads up to three of them in each response.
private struct HTTPDateReader {
    private var rest: Substring.UTF8View
    private(set) var hasYearOfTwoDigits = false

    init(_ text: String) { rest = text[...].utf8 }

    mutating func fields() -> GregorianTime? {
        guard let weekday = word() else { return nil }
        let fields = take(",") ? rfc1123OrRFC850(weekday) : asctime(weekday)
        return rest.isEmpty ? fields : nil
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, or `Sunday, 06-Nov-94 08:49:37 GMT`.
    private mutating func rfc1123OrRFC850(_ weekday: String) -> GregorianTime? {
        let isShort = weekday.utf8.count == 3
        guard isShort || weekday.hasSuffix("day") else { return nil }
        let separator: Unicode.Scalar = isShort ? " " : "-"
        hasYearOfTwoDigits = !isShort
        guard take(" "), let day = number(digits: 2), take(separator), let month = month(), take(separator),
            let year = number(digits: isShort ? 4 : 2), take(" "), let time = time(), take(" "), take("G"), take("M"),
            take("T")
        else { return nil }
        return GregorianTime(year: isShort ? year : 2_000 + year, month: month, day: day, time: time)
    }

    /// `Sun Nov  6 08:49:37 1994`.
    private mutating func asctime(_ weekday: String) -> GregorianTime? {
        guard weekday.utf8.count == 3, take(" "), let month = month(), take(" "),
            let day = number(digits: take(" ") ? 1 : 2), take(" "), let time = time(), take(" "),
            let year = number(digits: 4)
        else { return nil }
        return GregorianTime(year: year, month: month, day: day, time: time)
    }

    /// An uppercase letter followed by lowercase letters.
    private mutating func word() -> String? {
        guard let first = rest.first, (0x41...0x5A).contains(first) else { return nil }
        let word = rest.prefix(1 + rest.dropFirst().prefix { (0x61...0x7A).contains($0) }.count)
        rest.removeFirst(word.count)
        return String(word)
    }

    private mutating func month() -> Int? {
        guard let name = word() else { return nil }
        return GregorianTime.months.firstIndex(of: name).map { $0 + 1 }
    }

    private mutating func time() -> GregorianTime.OfDay? {
        guard let hour = number(digits: 2), take(":"), let minute = number(digits: 2), take(":"),
            let second = number(digits: 2)
        else { return nil }
        return (hour, minute, second)
    }

    private mutating func number(digits: Int) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let digit = rest.first, digit.isDigit else { return nil }
            number = number * 10 + Int(digit - 0x30)
            rest.removeFirst()
        }
        return number
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }
}

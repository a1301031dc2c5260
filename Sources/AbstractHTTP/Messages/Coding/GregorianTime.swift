import Foundation

/// A day of the Gregorian calendar and a time of that day, in GMT.
package struct GregorianTime: Sendable {
    package typealias OfDay = (hour: Int, minute: Int, second: Int)

    /// The names of the months in HTTP dates.
    package static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    package var year: Int
    let month: Int
    let day: Int
    let time: OfDay

    package init(year: Int, month: Int, day: Int, time: OfDay) {
        (self.year, self.month, self.day, self.time) = (year, month, day, time)
    }

    /// The date, or nil if there is no such day or time.
    package var date: Date? { date(lastSecond: 59) }

    /// The same, for a format in which a minute can have the second `lastSecond`.
    func date(lastSecond: Int) -> Date? {
        guard year > 0 else { return nil }
        return secondsSince1970(lastSecond: lastSecond).map { Date(timeIntervalSince1970: Double($0)) }
    }

    /// The seconds since 1970, or nil if there is no such day or time. The year is in 0...9999.
    func secondsSince1970(lastSecond: Int) -> Int? {
        guard (0...9_999).contains(year), (1...12).contains(month), (1...Self.days(of: month, in: year)).contains(day),
            (0...23).contains(time.hour), (0...59).contains(time.minute), (0...lastSecond).contains(time.second)
        else { return nil }
        var days = Self.daysSince1970(beginningOf: year) + day - 1
        for earlier in 1..<month { days += Self.days(of: earlier, in: year) }
        return ((days * 24 + time.hour) * 60 + time.minute) * 60 + time.second
    }

    /// The day and the time, also for years before 1582, in which other calendars were in use.
    init(secondsSince1970 seconds: Int) {
        let (days, second) = seconds.dividedRoundingDown(by: 86_400)
        // 400 years have 146,097 days. The estimate is at most one year too late.
        var year = 1970 + (days * 400).dividedRoundingDown(by: 146_097).quotient + 1
        while Self.daysSince1970(beginningOf: year) > days { year -= 1 }
        var (day, month) = (days - Self.daysSince1970(beginningOf: year), 1)
        while day >= Self.days(of: month, in: year) {
            day -= Self.days(of: month, in: year)
            month += 1
        }
        let time = (hour: second / 3600, minute: second / 60 % 60, second: second % 60)
        self.init(year: year, month: month, day: day + 1, time: time)
    }

    private static func daysSince1970(beginningOf year: Int) -> Int {
        let years = year - 1
        let (fours, centuries, cycles) = (
            years.dividedRoundingDown(by: 4).quotient, years.dividedRoundingDown(by: 100).quotient,
            years.dividedRoundingDown(by: 400).quotient
        )
        // 719,162 days lie between the beginnings of the years 1 and 1970.
        return 365 * years + fours - centuries + cycles - 719_162
    }

    /// The number of days of a month.
    static func days(of month: Int, in year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int {
    func dividedRoundingDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// The number with at least `count` digits.
    func text(digits count: Int) -> String {
        let text = String(magnitude)
        return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
    }
}

extension Calendar {
    /// The calendar of HTTP dates.
    static var gmt: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}

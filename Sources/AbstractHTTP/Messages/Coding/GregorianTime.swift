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
        guard (1...9_999).contains(year), (1...12).contains(month), (1...Self.days(of: month, in: year)).contains(day),
            (0...23).contains(time.hour), (0...59).contains(time.minute), (0...lastSecond).contains(time.second)
        else { return nil }
        let years = year - 1
        // 719,162 days lie between the beginnings of the years 1 and 1970.
        var days = 365 * years + years / 4 - years / 100 + years / 400 - 719_162 + day - 1
        for earlier in 1..<month { days += Self.days(of: earlier, in: year) }
        return Date(timeIntervalSince1970: Double(((days * 24 + time.hour) * 60 + time.minute) * 60 + time.second))
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

extension Calendar {
    /// The calendar of HTTP dates.
    static var gmt: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}

import Foundation

extension Date {
    /// The date that a field such as `Date` or `Retry-After` says, in any of the three notations of RFC 9110, section
    /// 5.6.7; nil when it says none.
    ///
    /// The weekday is not compared with the date. A year of two digits that seems more than 50 years after `now` is in
    /// the past.
    package init?(httpDate text: String, now: Date = Date()) {
        guard let fields = HTTPDateFields(text), let date = fields.date() else { return nil }
        let latest = Calendar.gmt.date(byAdding: .year, value: 50, to: now) ?? .distantFuture
        guard fields.isYearOfTwoDigits, date > latest else {
            self = date
            return
        }
        guard let earlier = fields.date(yearsEarlier: 100) else { return nil }
        self = earlier
    }
}

/// The parts of an HTTP-date.
private struct HTTPDateFields {
    let parts: DateComponents
    let isYearOfTwoDigits: Bool

    init?(_ text: String) {
        let fixed = /[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT/.asciiOnlyDigits()
        let old = /[A-Z][a-z]+day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT/.asciiOnlyDigits()
        let asctime = /[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})/.asciiOnlyDigits()
        if let found = text.wholeMatch(of: fixed)?.output {
            self.init(found.1, found.2, found.3, time: (found.4, found.5, found.6))
        } else if let found = text.wholeMatch(of: old)?.output {
            self.init(found.1, found.2, found.3, time: (found.4, found.5, found.6), isYearOfTwoDigits: true)
        } else if let found = text.wholeMatch(of: asctime)?.output {
            self.init(found.2, found.1, found.6, time: (found.3, found.4, found.5))
        } else {
            return nil
        }
    }

    private init?(
        _ day: Substring, _ month: Substring, _ year: Substring, time: (Substring, Substring, Substring),
        isYearOfTwoDigits: Bool = false
    ) {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let index = months.firstIndex(of: String(month)), let year = Int(year) else { return nil }
        var parts = DateComponents(timeZone: .gmt)
        parts.year = isYearOfTwoDigits ? 2000 + year : year
        parts.month = index + 1
        parts.day = Int(day.drop { $0 == " " })
        (parts.hour, parts.minute, parts.second) = (Int(time.0), Int(time.1), Int(time.2))
        self.parts = parts
        self.isYearOfTwoDigits = isYearOfTwoDigits
    }

    /// The date; nil when there is no such day or time.
    func date(yearsEarlier years: Int = 0) -> Date? {
        var parts = parts
        parts.year = parts.year.map { $0 - years }
        return parts.isValidDate(in: .gmt) ? Calendar.gmt.date(from: parts) : nil
    }
}

extension Calendar {
    /// The calendar of HTTP dates.
    package static var gmt: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}

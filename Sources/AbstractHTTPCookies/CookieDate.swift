import AbstractHTTP
import Foundation

extension Date {
    /// Parses the value of an `Expires` attribute, in nearly any notation (RFC 6265bis, section 5.1.1).
    init?(cookieDate text: String) {
        var fields = CookieDateFields()
        for token in text.utf8.split(whereSeparator: \.isDelimiterOfCookieDate) { fields.add(Array(token)) }
        guard let date = fields.date else { return nil }
        self = date
    }
}

/// The parts of a date. The first match for each part wins.
private struct CookieDateFields {
    private var time: GregorianTime.OfDay?
    private var day: Int?
    private var month: Int?
    private var year: Int?

    mutating func add(_ token: [UInt8]) {
        if time == nil, let time = Self.time(token) {
            self.time = time
        } else if day == nil, let day = Self.number(token, digits: 1...2) {
            self.day = day
        } else if month == nil, let month = Self.month(token) {
            self.month = month
        } else if year == nil, let year = Self.number(token, digits: 2...4) {
            self.year = year
        }
    }

    var date: Date? {
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1_900 } else if (0...69).contains(year) { year += 2_000 }
        return year < 1_601 ? nil : GregorianTime(year: year, month: month, day: day, time: time).date
    }

    /// Parses `hh:mm:ss`, each with one or two digits. Ignores what follows the first other character.
    private static func time(_ token: [UInt8]) -> GregorianTime.OfDay? {
        let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = wholeNumber(parts[0]), let minute = wholeNumber(parts[1]),
            let second = number(Array(parts[2]), digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func wholeNumber(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.allSatisfy(\.isDigit) ? number(Array(digits), digits: 1...2) : nil
    }

    /// Parses a number with this many digits at the start of a token.
    private static func number(_ token: [UInt8], digits: ClosedRange<Int>) -> Int? {
        let start = token.prefix(while: \.isDigit)
        guard digits.contains(start.count) else { return nil }
        return start.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func month(_ token: [UInt8]) -> Int? {
        let start = String(decoding: token.prefix(3), as: UTF8.self).capitalized
        return GregorianTime.months.firstIndex(of: start).map { $0 + 1 }
    }
}

extension UInt8 {
    fileprivate var isDelimiterOfCookieDate: Bool {
        switch self {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}

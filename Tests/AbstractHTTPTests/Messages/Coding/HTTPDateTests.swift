import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// The published vectors of RFC 9110, section 5.6.7.
@Suite(.enabled(if: SharedMaterial.has("vectors/retry-after"))) struct HTTPDateTests {
    @Test func everyDateIsReadAsPublished() throws {
        let vectors = try SharedMaterial.vectors("retry-after/http-date", of: Vector.self)
        for vector in vectors {
            let now = vector.now.map(Date.init(timeIntervalSince1970:)) ?? Date()

            let seconds = Date(httpDate: vector.text, now: now)?.timeIntervalSince1970

            switch vector.rule {
            case "must": #expect(seconds == vector.epoch, "\(vector.id)")
            case "may": #expect(seconds == nil || seconds == vector.epoch, "\(vector.id)")
            case "reject": #expect(seconds == nil, "\(vector.id)")
            default: Issue.record("\(vector.id) has another rule: \(vector.rule)")
            }
        }
        #expect(vectors.count { $0.rule == "must" } >= 30)
    }

    @Test func aYearOfTwoDigitsIsAtMostFiftyYearsAhead() {
        let now = Date(timeIntervalSince1970: 1_767_225_600)

        #expect(Date(httpDate: "Wednesday, 01-Jan-76 00:00:00 GMT", now: now)?.timeIntervalSince1970 == 3_345_062_400)
        #expect(Date(httpDate: "Thursday, 01-Jan-76 00:00:01 GMT", now: now)?.timeIntervalSince1970 == 189_302_401)
    }

    @Test(arguments: [
        "Sat, 31 Dec 2016 23:59:60 GMT", "Saturday, 31-Dec-16 23:59:60 GMT", "Sat Dec 31 23:59:60 2016",
    ])
    func onlyAnHTTPDateHasALeapSecond(text: String) {
        #expect(Date(httpDate: text) == Date(timeIntervalSince1970: 1_483_228_800))
        #expect(GregorianTime(year: 2016, month: 12, day: 31, time: (23, 59, 60)).date == nil)
    }

    @Test(.longComputation) func everyDayIsTheSameAsInTheCalendarOfFoundation() {
        var random = SplitMix64(seed: 9110)
        for _ in 0..<10_000 {
            let (year, month) = (Int.random(in: 1_600...9_999, using: &random), Int.random(in: 1...12, using: &random))
            let day = Int.random(in: 1...31, using: &random)
            let parts = DateComponents(
                timeZone: .gmt, year: year, month: month, day: day, hour: 23, minute: 4, second: 5)
            let expected = parts.isValidDate(in: .gmt) ? Calendar.gmt.date(from: parts) : nil

            let time = GregorianTime(year: year, month: month, day: day, time: (23, 4, 5))

            #expect(time.date == expected, "\(year)-\(month)-\(day)")
        }
    }

    @Test func aWrittenDateIsReadAsTheSameDate() throws {
        var random = SplitMix64(seed: 5322)
        let formatter = DateFormatter()
        (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), .gmt)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for _ in 0..<10_000 {
            let seconds = Double(Int.random(in: -11_676_096_000..<253_402_300_800, using: &random))
            let date = Date(timeIntervalSince1970: seconds)

            let text = try #require(date.addingTimeInterval(0.75).httpDate)

            #expect(text == formatter.string(from: date))
            #expect(Date(httpDate: text) == date)
        }
    }

    @Test(arguments: [-62_135_596_801, 253_402_300_800, .infinity, -.infinity, .nan] as [Double])
    func aDateWithoutAYearOfFourDigitsIsNotWritten(seconds: Double) {
        #expect(Date(timeIntervalSince1970: seconds).httpDate == nil)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT ", "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "Sun Nov  6 08:49:37 1994 GMT", "sun, 06 Nov 1994",
        "Sun Nov 006 08:49:37 1994", "Sun, ٠٦ Nov 1994 08:49:37 GMT", "", "S", "Sun,", "Sun, 30 Feb 1994 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sat, 31 Dec 2016 23:59:61 GMT",
    ])
    func invalidDateIsRejected(text: String) {
        #expect(Date(httpDate: text) == nil)
    }

    private struct Vector: Decodable {
        let id: String
        let text: String
        let epoch: Double?
        let rule: String
        let now: Double?
    }
}

import Foundation

extension Date {
    /// The moment that a field such as `Date` or `Last-Modified` says, in any of the three notations of RFC 9110, section 5.6.7; nil
    /// when it says none.
    init?(httpDate text: String) {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        for format in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
            formatter.dateFormat = format
            guard let date = formatter.date(from: text) else { continue }
            self = date
            return
        }
        return nil
    }
}

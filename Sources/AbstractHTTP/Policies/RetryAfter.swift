import Foundation

/// When a server wants to be asked again (RFC 9110, section 10.2.3).
public enum RetryAfter: Hashable, Sendable {
    /// After a time, counted from the response.
    case delay(Duration)
    /// At a date of the server's clock.
    case date(Date)

    /// Reads the value of a `Retry-After` field: whole seconds, or a date in one of the three notations; nil for
    /// anything else.
    ///
    /// - Parameter now: Tells the century of a year of two digits.
    public init?(_ value: String, now: Date = Date()) {
        let text = value.withoutOuterWhitespace
        if let delay = Duration(deltaSeconds: text) {
            self = .delay(delay)
        } else if let date = Date(httpDate: text, now: now) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// How long that is from `now`, in whole seconds; zero when it is past.
    public func delay(from now: Date) -> Duration {
        switch self {
        case .delay(let delay): delay
        // Cut to what a duration can count; what is no number is no wait.
        case .date(let date): .seconds(Swift.min(Swift.max(0, date.timeIntervalSince(now).rounded(.up)), 1e15))
        }
    }
}

extension Duration {
    /// Reads the seconds of a field: digits only. More than can be counted is the most that can.
    init?(deltaSeconds text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else {
            return nil
        }
        self = .seconds(Int64(text) ?? .max)
    }
}

extension Response {
    /// How long the server wants not to be asked, if it says so: by `Retry-After`, or by `RateLimit-Reset` where the
    /// limit is used up (draft-ietf-httpapi-ratelimit-headers-06), which is in seconds as well.
    package func askedDelay(now: Date) -> Duration? {
        if let told = headers["Retry-After"].flatMap({ RetryAfter($0, now: now) }) { return told.delay(from: now) }
        guard statusCode == 429 || headers["RateLimit-Remaining"] == "0" else { return nil }
        return headers["RateLimit-Reset"].flatMap { Duration(deltaSeconds: $0.withoutOuterWhitespace) }
    }
}

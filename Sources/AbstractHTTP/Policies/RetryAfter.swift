import Foundation

/// The value of a `Retry-After` field (RFC 9110, section 10.2.3).
public enum RetryAfter: Hashable, Sendable {
    /// A time after the response.
    case delay(Duration)
    /// A date on the server's clock.
    case date(Date)

    /// Creates a value from the text of a field: whole seconds, or a date in one of the three HTTP formats. Returns nil
    /// for any other text.
    ///
    /// - Parameters:
    ///   - value: The text of the field.
    ///   - now: The current date, which determines the century of a two-digit year.
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

    /// Returns the wait from `now` in whole seconds, or zero if the date has passed.
    public func delay(from now: Date) -> Duration {
        switch self {
        case .delay(let delay): delay
        // Limited to what a duration can hold. A value that is not a number becomes zero.
        case .date(let date): .seconds(Swift.min(Swift.max(0, date.timeIntervalSince(now).rounded(.up)), 1e15))
        }
    }
}

extension Duration {
    /// Reads the seconds of a field, which has only digits. A number that is too large becomes the largest one.
    init?(deltaSeconds text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else {
            return nil
        }
        self = .seconds(Int64(text) ?? .max)
    }
}

extension Response {
    /// The wait that the server asks for, by `Retry-After`, or by `RateLimit-Reset` (in seconds) if the limit is used
    /// up (draft-ietf-httpapi-ratelimit-headers-06).
    package func askedDelay(now: Date) -> Duration? {
        if let told = headers["Retry-After"].flatMap({ RetryAfter($0, now: now) }) { return told.delay(from: now) }
        guard statusCode == 429 || headers["RateLimit-Remaining"] == "0" else { return nil }
        return headers["RateLimit-Reset"].flatMap { Duration(deltaSeconds: $0.withoutOuterWhitespace) }
    }
}

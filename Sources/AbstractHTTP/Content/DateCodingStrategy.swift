import Foundation

/// How dates are written as strings or numbers, and how they are read.
///
/// ```swift
/// let day = DateCodingStrategy(
///     write: { .string($0.formatted(.iso8601.year().month().day())) },
///     read: { content in
///         guard case .string(let text) = content else { return nil }
///         return try? Date(text, strategy: .iso8601.year().month().day())
///     })
/// ```
public struct DateCodingStrategy: Sendable {
    /// Returns the string or the number for a date.
    public let write: @Sendable (Date) -> HTTPContent
    /// Returns the date for a string or a number, or nil if it is not a date.
    public let read: @Sendable (HTTPContent) -> Date?

    /// Creates a strategy.
    public init(write: @escaping @Sendable (Date) -> HTTPContent, read: @escaping @Sendable (HTTPContent) -> Date?) {
        self.write = write
        self.read = read
    }
}

extension DateCodingStrategy {
    /// The result of `write`. If it is still a date, that is written as ISO 8601.
    package func written(_ date: Date) -> HTTPContent {
        // No format can represent such a date, and every encoder rejects this number.
        guard date.timeIntervalSince1970.isFinite else { return .number(HTTPContent.Number(Double.nan)) }
        let content = write(date)
        guard case .date(let date) = content else { return content }
        return Self.iso8601.write(date)
    }

    /// `2026-11-21T09:30:00Z` (RFC 3339, in UTC, whole seconds). Dates are read with or without a fraction, in any time
    /// zone.
    public static let iso8601 = Self(write: { $0.iso8601Content(fraction: false) }, read: \.iso8601Date)

    /// `2026-11-21T09:30:00.250Z`, with milliseconds. Dates are read as in ``iso8601``.
    public static let iso8601WithFraction = Self(write: { $0.iso8601Content(fraction: true) }, read: \.iso8601Date)

    /// Seconds since 1970, with a fraction if the date has one.
    public static let secondsSince1970 = Self(
        write: { .number(HTTPContent.Number($0.timeIntervalSince1970)) },
        read: { $0.writtenNumber.map(Date.init(timeIntervalSince1970:)) })

    /// Milliseconds since 1970, rounded to whole milliseconds.
    public static let millisecondsSince1970 = Self(
        write: { .number(HTTPContent.Number(($0.timeIntervalSince1970 * 1000).rounded())) },
        read: { $0.writtenNumber.map { Date(timeIntervalSince1970: $0 / 1000) } })
}

extension Date {
    /// Whether the date can be written. Foundation traps if an integer cannot hold the seconds. The limit here is about
    /// 950,000 years, so that a year has at most six digits.
    var isWritable: Bool { abs(timeIntervalSinceReferenceDate) <= 3e13 }

    /// The text, or a number that no encoder can write.
    fileprivate func iso8601Content(fraction: Bool) -> HTTPContent {
        isWritable ? .string(iso8601(fraction: fraction)) : .number(HTTPContent.Number(Double.nan))
    }

    private func iso8601(fraction: Bool) -> String {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: fraction)
        guard fraction else { return formatted(style) }
        // The style truncates to whole milliseconds, few of which are exact as a `Double`.
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Date(timeIntervalSince1970: (milliseconds + 0.25) / 1000).formatted(style)
    }
}

extension HTTPContent {
    fileprivate var iso8601Date: Date? {
        guard case .string(let text) = self else { return nil }
        guard text.isISO8601Date else { return nil }
        return (try? Date.ISO8601FormatStyle().parse(text))
            ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text.withShortFraction))
    }

    /// The number, even if it is a string, as in a form.
    fileprivate var writtenNumber: Double? {
        let number: Double? =
            switch self {
            case .number(let number): number.doubleValue
            case .string(let text): text.isDecimalNumber ? Double(text) : nil
            default: nil
            }
        // The description of a date traps if it is not finite, or if an integer cannot hold its seconds.
        return number.flatMap { abs($0) < 0x1p62 ? $0 : nil }
    }
}

extension String {
    /// The date with at most nine digits of its fraction, which is what Foundation reads.
    fileprivate var withShortFraction: String {
        guard let point = utf8.firstIndex(of: UInt8(ascii: ".")) else { return self }
        let fraction = utf8[utf8.index(after: point)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let excess = fraction.dropFirst(9)
        return excess.isEmpty ? self : String(self[..<excess.startIndex] + self[excess.endIndex...])
    }
}

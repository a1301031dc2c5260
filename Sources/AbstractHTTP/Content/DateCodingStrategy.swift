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
    /// What the format is called in a message.
    package let name: String
    /// Tells the formats of this type from one another.
    private let format: Format

    /// Creates a strategy.
    public init(write: @escaping @Sendable (Date) -> HTTPContent, read: @escaping @Sendable (HTTPContent) -> Date?) {
        self.init(.custom(Own()), "the format of its DateCodingStrategy", write: write, read: read)
    }

    private init(
        _ format: Format, _ name: String, write: @escaping @Sendable (Date) -> HTTPContent,
        read: @escaping @Sendable (HTTPContent) -> Date?
    ) {
        self.format = format
        self.name = name
        self.write = write
        self.read = read
    }
}

extension DateCodingStrategy: Hashable {
    private enum Format: Hashable {
        case iso8601, iso8601WithFraction, httpDate, seconds, milliseconds
        case custom(Own)
    }

    /// The identity of a strategy of your own.
    private final class Own: Hashable, Sendable {
        static func == (one: Own, other: Own) -> Bool { one === other }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// Whether both have the same format of this type, or are copies of one strategy of your own.
    public static func == (one: Self, other: Self) -> Bool { one.format == other.format }

    /// Hashes the format.
    public func hash(into hasher: inout Hasher) { hasher.combine(format) }
}

extension DateCodingStrategy {
    /// Says that a value is not a date in this format, and what to do.
    ///
    /// - Parameters:
    ///   - shown: The value as the message shows it.
    ///   - advice: What to do. It gets the strategy that reads the value, or nil if only one of your own can.
    func mismatch(
        _ content: HTTPContent?, shown: String, advice: (_ strategy: String?) -> String = Self.advice
    ) -> String {
        "\(shown) is not a date in \(name); \(advice(Self.strategy(for: content)))"
    }

    /// The strategy that reads the value, or nil if only one of your own can.
    package static func strategy(for content: HTTPContent?) -> String? {
        guard let content else { return nil }
        if Self.iso8601.read(content) != nil { return ".iso8601" }
        if Self.httpDate.read(content) != nil { return ".httpDate" }
        guard Self.secondsSince1970.read(content) != nil else { return nil }
        return content.isInMilliseconds ? ".millisecondsSince1970" : ".secondsSince1970"
    }

    private static func advice(_ strategy: String?) -> String {
        "set the dates of the decoder to \(strategy ?? ownFormat)"
    }

    /// What to use if no strategy reads the value.
    package static let ownFormat = "a DateCodingStrategy with the server's format"
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

    private static let iso8601Name = "ISO 8601, such as \"2026-11-21T09:30:00Z\""

    /// `2026-11-21T09:30:00Z` (RFC 3339, section 5.6, in UTC). Dates are read with or without a fraction, in any time
    /// zone. They are written in whole seconds, because many servers refuse a fraction.
    public static let iso8601 = Self(
        .iso8601, iso8601Name, write: { $0.iso8601Content(milliseconds: false) }, read: \.iso8601Date)

    /// `2026-11-21T09:30:00.250Z`, with milliseconds. Dates are read as in ``iso8601``.
    public static let iso8601WithFraction = Self(
        .iso8601WithFraction, iso8601Name, write: { $0.iso8601Content(milliseconds: true) }, read: \.iso8601Date)

    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7), in whole seconds. Reads all three formats of that
    /// section. A date whose year does not have four digits cannot be written.
    public static let httpDate = Self(
        .httpDate,
        "an HTTP date, such as \"Sun, 06 Nov 1994 08:49:37 GMT\"",
        write: { $0.httpDate.map { .string($0) } ?? .number(HTTPContent.Number(Double.nan)) },
        read: { content in
            guard case .string(let text) = content else { return nil }
            return Date(httpDate: text)
        })

    /// Seconds since 1970, with a fraction if the date has one.
    public static let secondsSince1970 = Self(
        .seconds,
        "seconds since 1970",
        write: { .number(HTTPContent.Number($0.timeIntervalSince1970)) },
        read: { $0.writtenNumber.map(Date.init(timeIntervalSince1970:)) })

    /// Milliseconds since 1970, rounded to whole milliseconds.
    public static let millisecondsSince1970 = Self(
        .milliseconds,
        "milliseconds since 1970",
        write: { .number(HTTPContent.Number(($0.timeIntervalSince1970 * 1000).rounded())) },
        read: { $0.writtenNumber.map { Date(timeIntervalSince1970: $0 / 1000) } })
}

extension Date {
    /// The text, or a number that no encoder can write.
    fileprivate func iso8601Content(milliseconds: Bool) -> HTTPContent {
        guard isWritable else { return .number(HTTPContent.Number(Double.nan)) }
        return .string(iso8601Text(milliseconds: milliseconds))
    }
}

extension HTTPContent {
    fileprivate var iso8601Date: Date? {
        guard case .string(let text) = self else { return nil }
        return Date(iso8601: text)
    }

    /// Whether the number is so large that it is in milliseconds. In seconds, it would be in the year 5138 or later.
    fileprivate var isInMilliseconds: Bool { writtenNumber.map { abs($0) >= 1e11 } ?? false }

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

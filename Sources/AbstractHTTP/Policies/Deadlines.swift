/// How long a connection may take. Each deadline has its own clock.
///
/// Set deadlines for a config, a spec (``RequestSpec/deadlines``), or a connection (``Connection/deadlines(_:)``). For
/// each clock, the connection wins over the spec, and the spec over the config. Without a deadline (nil), a clock does
/// not run. A connection that takes longer fails with ``ConnectionErrorType/timeout``, and ``DeadlineExceeded`` names
/// the clock.
///
/// ```swift
/// config.deadlines = Deadlines(attempt: .seconds(10), total: .seconds(30))
/// ```
public struct Deadlines: Hashable, Sendable {
    /// A clock that may run out.
    public enum Clock: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// From the sending of a request until the connector reports a connection to the server, or has a response.
        ///
        /// URLSession does not report it: the deadline does not apply over a ``DefaultHTTPConnector``.
        case connect
        /// From the making of a request until its response is there: the whole, or the head of one that is read while
        /// it arrives. Redirects are a part of it.
        case attempt
        /// From the beginning of a generation to its end: all attempts, what lies between them, and what waits before
        /// them.
        case total
        /// From the creation of a request until the first element of its stream has been read: an event, a value, or a
        /// chunk of bytes. It also runs before the reader starts to read.
        case firstEvent
        /// From one element of a stream to the next. It runs only while the reader waits.
        case nextEvent
        /// Of a ``PollingSequence``: from its first poll to the last one.
        case polling

        /// Its name.
        public var description: String { rawValue }
    }

    /// No deadline, in place of an outer one.
    public static let never = Duration.longestWait

    /// The longest that the making of a connection may take.
    public var connect: Duration? {
        get { limits.connect.duration }
        set { limits.connect = Limit(newValue) }
    }
    /// The longest that an attempt may take.
    public var attempt: Duration? {
        get { limits.attempt.duration }
        set { limits.attempt = Limit(newValue) }
    }
    /// The longest that a generation may take.
    public var total: Duration? {
        get { limits.total.duration }
        set { limits.total = Limit(newValue) }
    }
    /// The longest that the first event, or other element, of a stream may take.
    public var firstEvent: Duration? {
        get { limits.firstEvent.duration }
        set { limits.firstEvent = Limit(newValue) }
    }
    /// The longest that a reader waits from one event, or other element, of a stream to the next.
    public var nextEvent: Duration? {
        get { limits.nextEvent.duration }
        set { limits.nextEvent = Limit(newValue) }
    }

    private var limits = Limits()

    /// Creates deadlines, rounded down to whole nanoseconds. A negative deadline is zero.
    public init(
        connect: Duration? = nil, attempt: Duration? = nil, total: Duration? = nil, firstEvent: Duration? = nil,
        nextEvent: Duration? = nil
    ) {
        limits = Limits(
            connect: Limit(connect), attempt: Limit(attempt), total: Limit(total), firstEvent: Limit(firstEvent),
            nextEvent: Limit(nextEvent))
    }

    /// These, and those of `outer` for the clocks that these leave out.
    package func within(_ outer: Deadlines) -> Deadlines {
        var deadlines = self
        deadlines.limits.connect.fill(outer.limits.connect)
        deadlines.limits.attempt.fill(outer.limits.attempt)
        deadlines.limits.total.fill(outer.limits.total)
        deadlines.limits.firstEvent.fill(outer.limits.firstEvent)
        deadlines.limits.nextEvent.fill(outer.limits.nextEvent)
        return deadlines
    }
}

extension Deadlines {
    private struct Limits: Hashable {
        var connect = Limit()
        var attempt = Limit()
        var total = Limit()
        var firstEvent = Limit()
        var nextEvent = Limit()
    }

    /// An optional duration in eight bytes, because each connection in flight has several copies of its deadlines.
    private struct Limit: Hashable {
        /// The smallest number stands for none.
        private var nanoseconds = Int64.min

        init() {}

        init(_ duration: Duration?) {
            if let duration { nanoseconds = duration.wholeNanoseconds }
        }

        var duration: Duration? { nanoseconds == .min ? nil : .nanoseconds(nanoseconds) }

        /// Takes another limit if there is none.
        mutating func fill(_ other: Limit) {
            if nanoseconds == .min { self = other }
        }
    }
}

/// A deadline was over: the underlying error of ``ConnectionErrorType/timeout``.
public struct DeadlineExceeded: Error, Sendable {
    /// The clock that ran out.
    public let clock: Deadlines.Clock
    /// How long it ran.
    public let limit: Duration
    /// What the last attempt failed with, when it had failed before: the reason for which the rest of the time was
    /// waited.
    public let lastError: (any Error)?

    /// Makes an error.
    public init(_ clock: Deadlines.Clock, limit: Duration, lastError: (any Error)? = nil) {
        self.clock = clock
        self.limit = limit
        self.lastError = lastError
    }
}

extension DeadlineExceeded: CustomStringConvertible {
    /// Which clock ran out, and after how long.
    public var description: String {
        let text = "the \(clock) deadline of \(limit) is over"
        return lastError.map { "\(text), the last failure was: \($0)" } ?? text
    }
}

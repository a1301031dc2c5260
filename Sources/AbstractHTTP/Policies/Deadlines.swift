/// How long a connection can take, as a whole and in its parts.
///
/// Set deadlines for a config, a request (``HTTP/deadlines(_:)``), or a connection (``Connection/deadlines(_:)``). Each
/// deadline of the connection overrides that of the request, which overrides that of the config. A deadline that is nil
/// does not apply. A connection that takes longer fails with ``ConnectionErrorType/timeout``, and ``DeadlineExceeded``
/// names the deadline.
///
/// ```swift
/// config.deadlines = Deadlines(attempt: .seconds(10), total: .seconds(30))
/// ```
public struct Deadlines: Hashable, Sendable {
    /// The kind of a deadline.
    public enum Clock: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// From the sending of a request until the connector reports a connection to the server or returns a response.
        ///
        /// URLSession does not report connections, so this deadline does not apply to ``DefaultHTTPConnector``.
        case connect
        /// From the creation of a request until its response is complete, including redirects. For a stream, the
        /// deadline ends with the head.
        case attempt
        /// From the start of a generation to its end, including all attempts and the waits between them.
        case total
        /// From the creation of a request until the first element of its stream (an event, a value, or a chunk of
        /// bytes) is read. It also runs before the reader starts to read.
        case firstEvent
        /// From one element of a stream to the next. It runs only while the reader waits.
        case nextEvent
        /// From the first poll of a ``PollingSequence`` to the last one.
        case polling

        /// The name of the deadline.
        public var description: String { rawValue }
    }

    /// No deadline. Use it to override a deadline of the config or the spec.
    public static let never = Duration.longestWait

    /// How long the connection to the server can take. See ``Clock/connect``.
    public var connect: Duration? {
        get { limits.connect.duration }
        set { limits.connect = Limit(newValue) }
    }
    /// How long an attempt can take. See ``Clock/attempt``.
    public var attempt: Duration? {
        get { limits.attempt.duration }
        set { limits.attempt = Limit(newValue) }
    }
    /// How long a generation can take. See ``Clock/total``.
    public var total: Duration? {
        get { limits.total.duration }
        set { limits.total = Limit(newValue) }
    }
    /// How long the first element of a stream can take. See ``Clock/firstEvent``.
    public var firstEvent: Duration? {
        get { limits.firstEvent.duration }
        set { limits.firstEvent = Limit(newValue) }
    }
    /// How long a reader can wait between two elements of a stream. See ``Clock/nextEvent``.
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

    /// Whether there are no deadlines.
    var isEmpty: Bool { limits == Limits() }

    /// These deadlines, and those of `outer` for the clocks that have none.
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
        /// `Int64.min` means that there is no limit.
        private var nanoseconds = Int64.min

        init(_ duration: Duration? = nil) {
            if let duration { nanoseconds = duration.wholeNanoseconds }
        }

        var duration: Duration? { nanoseconds == .min ? nil : .nanoseconds(nanoseconds) }

        /// Takes another limit if there is none.
        mutating func fill(_ other: Limit) {
            if nanoseconds == .min { self = other }
        }
    }
}

/// A deadline passed. It is the underlying error of ``ConnectionErrorType/timeout``.
public struct DeadlineExceeded: Error, Sendable {
    /// The deadline that passed.
    public let clock: Deadlines.Clock
    /// The length of the deadline.
    public let limit: Duration
    /// The failure of the last attempt, if the deadline passed while the connection waited to try again.
    public let lastError: (any Error)?
    /// Whether the request was not sent, because it waited for a ``RequestAdapter``.
    var isWaitingForAdapter = false

    /// Creates an error.
    public init(_ clock: Deadlines.Clock, limit: Duration, lastError: (any Error)? = nil) {
        self.clock = clock
        self.limit = limit
        self.lastError = lastError?.withoutSecrets
    }
}

extension DeadlineExceeded {
    /// The same error with another failure before it.
    func replacingLastError(_ change: (any Error) -> any Error) -> Self {
        var error = Self(clock, limit: limit, lastError: lastError.map(change))
        error.isWaitingForAdapter = isWaitingForAdapter
        return error
    }
}

extension DeadlineExceeded: CustomStringConvertible {
    /// The name of the deadline and its length, and what the connection waited for.
    public var description: String {
        let text = "the \(clock) deadline of \(limit) is over" + (isWaitingForAdapter ? Self.adapterText : "")
        return lastError.map { "\(text), the last failure was: \($0.textWithoutSecrets)" } ?? text
    }

    private static let adapterText = """
        , because a RequestAdapter did not return, and this attempt sent nothing; if it is a TokenRefresh that sends its request \
        in a detached task, give that request a config without the TokenRefresh
        """
}

import AbstractHTTP

/// Server-sent events from a connection that is opened again when it ends (HTML Standard, section 9.2).
///
/// ```swift
/// let source = EventSource(Notifications(), config: config)
/// for try await event in source { show(event.data) }
/// ```
///
/// ### When it reconnects
///
/// It reconnects when the stream ends or breaks off, when a deadline for an event expires, when the server cannot be
/// reached, and after the statuses 429, 500, 502, 503, and 504. Each request is built from the spec again, so that it
/// has the present credentials, and `Last-Event-ID` says where to go on.
///
/// It waits for the time that the field `retry` of the stream sets, and for a random time in addition, which grows with
/// each failure in a row. See ``Reconnection``.
///
/// ### When it ends
///
/// A response with the status 204 ends the sequence. Any other status, and another media type than
/// `text/event-stream`, ends it with the error of that response.
///
/// A request with a method that is not idempotent, such as POST, is sent again only if it has an `Idempotency-Key`, if
/// it has certainly not reached the server, or if the server has answered 429 or 503. Otherwise the sequence ends with
/// the stream.
///
/// Read it once, from one task. Leaving the loop, or canceling the task, ends the connection.
public struct EventSource: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent

    /// How an event source waits before it reconnects.
    public struct Reconnection: Hashable, Sendable {
        /// The time to wait as long as the stream has not set another one with its field `retry`.
        public var time: Duration
        /// The longest time that the stream can set, and that a `Retry-After` can ask for.
        public var longestTime: Duration
        /// The random time in addition. It grows with each attempt in a row that has brought no event.
        public var backoff: Backoff
        /// The number of attempts in a row without an event after which the sequence ends; nil for no limit.
        public var attempts: Int?

        /// Creates the rules for reconnecting.
        public init(
            time: Duration = .seconds(1), longestTime: Duration = .seconds(60),
            backoff: Backoff = Backoff(base: .milliseconds(500), cap: .seconds(30)), attempts: Int? = nil
        ) {
            (self.time, self.longestTime, self.backoff, self.attempts) = (time, longestTime, backoff, attempts)
        }
    }

    /// What an event source does.
    public enum State: Sendable {
        /// It has sent a request.
        case connecting
        /// The stream is open. The response has no body.
        case open(Response)
        /// It waits before it sends another request. The error is that of the last one; nil if the stream has ended.
        case waiting(Duration, after: ConnectionError?)
        /// It has ended, with this error if it has failed.
        case ended(ConnectionError?)
    }

    /// What the source does, from one reader. The latest 64 states are kept until they are read.
    public let states: AsyncStream<State>

    private let connection: Connection<ResponseStream>
    private let memory: EventSourceMemory
    private let reconnection: Reconnection
    private let limit: Int
    private let report: AsyncStream<State>.Continuation

    /// Creates an event source, which sends nothing before it is read.
    ///
    /// - Parameters:
    ///   - spec: Describes the request. It is built again for each attempt.
    ///   - lastEventID: The ID of the last event that was seen, to resume a stream.
    ///   - reconnection: How it waits before it reconnects.
    ///   - limit: The maximum size of a line, and of the data of an event, in bytes.
    public init(
        _ spec: sending some RequestSpec, config: ConnectionConfig = .shared, lastEventID: String = "",
        reconnection: Reconnection = Reconnection(), limit: Int = 1 << 20
    ) {
        (self.reconnection, self.limit) = (reconnection, limit)
        memory = EventSourceMemory(lastEventID)
        connection = Connection(requestSpec: spec, responseSpec: EventSourceResponse(), config: config)
        connection.addRecovery(memory)
        (states, report) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    /// The ID of the last event that was read; empty when there is none. Store it to resume the stream in another
    /// process.
    public var lastEventID: String { memory.lastEventID }

    /// Reads the events.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// Reads the events of an event source.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// Ends the states when the reader leaves.
        private final class Lifetime: Sendable {
            private let report: AsyncStream<State>.Continuation

            init(_ report: AsyncStream<State>.Continuation) { self.report = report }

            deinit { report.finish() }
        }

        private let source: EventSource
        private let lifetime: Lifetime
        private var events: ElementIterator<EventParser, ServerSentEvent>?
        /// The number of attempts in a row without an event.
        private var failures = 0
        private var hasEnded = false

        fileprivate init(_ source: EventSource) {
            self.source = source
            lifetime = Lifetime(source.report)
        }

        /// Returns the next event; nil at the end.
        public mutating func next() async throws(ConnectionError) -> ServerSentEvent? {
            while !hasEnded {
                do throws(ConnectionError) {
                    if events == nil { events = try await open() }
                    guard events != nil else { return end(nil) }
                    if let event = try await read() { return event }
                    events = nil
                    guard source.memory.isRepeatable else { return end(nil) }
                    try await pause(after: nil)
                } catch {
                    events = nil
                    guard canReconnect(after: error) else {
                        _ = end(error)
                        throw error
                    }
                    try await pause(after: error)
                }
            }
            return nil
        }

        /// Sends the request. Returns nil if the server asks not to reconnect.
        private func open() async throws(ConnectionError) -> ElementIterator<EventParser, ServerSentEvent>? {
            source.report.yield(.connecting)
            let stream = try await source.connection.response()
            guard stream.statusCode != 204 else {
                try await stream.body.readToEnd()
                return nil
            }
            source.report.yield(.open(Response(statusCode: stream.statusCode, headers: stream.headers)))
            let parser = EventParser(lastEventID: source.lastEventID, limit: source.limit)
            return ElementIterator(stream.body, parser) { event, _ in .value(event) }
        }

        private mutating func read() async throws(ConnectionError) -> ServerSentEvent? {
            defer { if let events { source.memory.note(events.parser) } }
            do {
                guard let event = try await events?.next() else { return nil }
                failures = 0
                return event
            } catch {
                throw error.ofConnection
            }
        }

        private func canReconnect(after error: ConnectionError) -> Bool {
            switch error.type {
            case .network where error.attempts.last?.neverArrived == true: true
            case .network, .timeout: source.memory.isRepeatable && error.cancelReason != .deadline(.total)
            case .invalidResponse:
                switch error.response?.statusCode {
                case 429, 503: true
                case 500, 502, 504: source.memory.isRepeatable
                default: false
                }
            default: false
            }
        }

        /// Waits before the next attempt. Throws if there is none.
        private mutating func pause(after error: ConnectionError?) async throws(ConnectionError) {
            let (config, reconnection) = (source.connection.config, source.reconnection)
            failures += 1
            if let attempts = reconnection.attempts, failures >= attempts {
                _ = end(error)
                guard let error else { return }
                throw error
            }
            let time = Swift.max(.zero, source.memory.reconnectionTime ?? reconnection.time)
            let asked = error?.response?.askedDelay(now: config.date()) ?? .zero
            let extra = reconnection.backoff.delay(afterFailure: failures, random: config.random)
            let delay = Swift.min(Swift.max(time, asked), reconnection.longestTime) + extra
            source.report.yield(.waiting(delay, after: error))
            do {
                try await config.clock.sleep(for: delay)
            } catch {
                let canceled = source.connection.canceledError(because: .task)
                _ = end(canceled)
                throw canceled
            }
        }

        private mutating func end(_ error: ConnectionError?) -> ServerSentEvent? {
            hasEnded = true
            source.report.yield(.ended(error))
            source.report.finish()
            return nil
        }
    }
}

extension APIClient {
    /// Returns the server-sent events that a spec describes, from a connection that is opened again when it ends.
    ///
    /// - Parameters:
    ///   - lastEventID: The ID of the last event that was seen, to resume a stream.
    ///   - reconnection: How it waits before it reconnects.
    public func eventSource(
        _ spec: sending some RequestSpec, lastEventID: String = "",
        reconnection: EventSource.Reconnection = EventSource.Reconnection()
    ) -> EventSource {
        EventSource(spec, config: config, lastEventID: lastEventID, reconnection: reconnection)
    }
}

/// The response of an event source was a success, but is no event stream.
public struct NotAnEventStream: Error, Hashable, Sendable, CustomStringConvertible {
    /// The `Content-Type` of the response; nil if it has none.
    public let contentType: String?

    /// What is wrong.
    public var description: String {
        "the response is no event stream: its Content-Type is \(contentType ?? "missing"), not text/event-stream"
    }
}

/// The response of an event source: an event stream, or a 204.
private struct EventSourceResponse: ResponseSpec {
    typealias ResponseModel = ResponseStream

    func validate(response: Response) throws {
        switch response.statusCode {
        case 204: break
        case 200:
            guard response.mediaType?.essence == "text/event-stream" else {
                throw NotAnEventStream(contentType: response.headers[.contentType])
            }
        default: throw ConnectionErrorType.invalidResponse
        }
    }
}

/// What an event source knows of its stream. It adds the header fields of each request.
private final class EventSourceMemory: RequestAdapter {
    private struct State: Sendable {
        var lastEventID: String
        var reconnectionTime: Duration?
        var isRepeatable = false
    }

    private let state: LockedValue<State>

    init(_ lastEventID: String) { state = LockedValue(State(lastEventID: lastEventID)) }

    var lastEventID: String { state.withLock(\.lastEventID) }
    var reconnectionTime: Duration? { state.withLock(\.reconnectionTime) }
    /// Whether the request does the same when it is sent twice.
    var isRepeatable: Bool { state.withLock(\.isRepeatable) }

    func note(_ parser: EventParser) {
        state.withLock { state in
            state.lastEventID = parser.lastEventID
            state.reconnectionTime = parser.reconnectionTime ?? state.reconnectionTime
        }
    }

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        let id = state.withLock { state in
            state.isRepeatable = request.method.isIdempotent || request.headers[.idempotencyKey] != nil
            return state.lastEventID
        }
        var request = request
        request.headers["Accept"] = request.headers["Accept"] ?? "text/event-stream"
        request.headers["Cache-Control"] = request.headers["Cache-Control"] ?? "no-store"
        if !id.isEmpty { request.headers["Last-Event-ID"] = id }
        return request
    }

    func recovery(from context: RecoveryContext) async -> Recovery { .giveUp }
}

extension ResponseBody {
    fileprivate func readToEnd() async throws(ConnectionError) {
        do {
            for try await _ in self {}
        } catch {
            throw error.ofConnection
        }
    }
}

extension Error {
    /// The error of a connection. Its streams throw no other ones.
    fileprivate var ofConnection: ConnectionError {
        self as? ConnectionError
            ?? ConnectionError(type: .parse, request: Request(url: .invalid("")), underlying: self)
    }
}

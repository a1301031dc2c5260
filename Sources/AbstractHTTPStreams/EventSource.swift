import AbstractHTTP

/// A stream of server-sent events that reconnects (HTML Standard, section 9.2).
///
/// ```swift
/// let source = EventSource(Notifications(), config: config)
/// for try await event in source { show(event.data) }
/// ```
///
/// ### When it reconnects
///
/// It reconnects when the stream ends or breaks off, when a deadline expires, when the server cannot be reached, and
/// after the statuses 429, 500, 502, 503, and 504. Each request is built from the spec again, so that it has the
/// current credentials, and `Last-Event-ID` says where to continue.
///
/// It waits for the time that the stream's `retry` field sets, plus a random time that grows with each attempt in a row
/// without an event. See ``Reconnection``.
///
/// ### When it ends
///
/// A response with the status 204 ends the sequence. Any other status, a media type other than `text/event-stream`, and
/// a permanent failure, such as an untrusted certificate, end it with an error.
///
/// A request with a method that is not idempotent, such as POST, is not repeated if the server may have processed it.
/// It is sent again if it has an `Idempotency-Key`, if it did not reach the server, or if the server answered 429 or
/// 503. Otherwise, the sequence ends with the stream, or with the error of the request. All requests of a source have
/// the same key.
///
/// Read it once, from one task. Canceling the task, or leaving the loop, ends the connection. Leaving the loop sends no
/// ``State/ended(_:)``. Between two requests, there is no connection that a `ConnectionHolder` could cancel.
public struct EventSource: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent

    /// How an event source waits before it reconnects.
    ///
    /// ```swift
    /// let patient = EventSource.Reconnection(time: .seconds(5), attempts: 10)
    /// let source = client.eventSource(Notifications(), reconnection: patient)
    /// ```
    public struct Reconnection: Hashable, Sendable {
        /// The time to wait, unless the stream sets another one with its field `retry`.
        public var time: Duration
        /// The longest time that the stream can set, and that a `Retry-After` can ask for.
        public var longestTime: Duration
        /// The additional random time. It grows with each attempt in a row without an event.
        public var backoff: Backoff
        /// The number of attempts in a row without an event after which the sequence ends, or nil for no limit.
        public var attempts: Int?

        /// Creates the rules for reconnecting.
        public init(
            time: Duration = .seconds(1), longestTime: Duration = .seconds(60),
            backoff: Backoff = Backoff(base: .milliseconds(500), cap: .seconds(30)), attempts: Int? = nil
        ) {
            (self.time, self.longestTime, self.backoff, self.attempts) = (time, longestTime, backoff, attempts)
        }
    }

    /// The state of an event source.
    public enum State: Sendable {
        /// A request was sent.
        case connecting
        /// The stream is open. The response has no body.
        case open(Response)
        /// The source waits before it sends another request. The error is that of the last request, or nil if the
        /// stream ended.
        case waiting(Duration, after: ConnectionError?)
        /// The source ended, with this error if it failed.
        case ended(ConnectionError?)
    }

    /// The states of one reader of the source. The latest 64 states are kept until they are read.
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
    ///   - config: The config of the connections.
    ///   - lastEventID: The ID of the last event that was seen, to resume a stream.
    ///   - reconnection: How the source waits before it reconnects.
    ///   - limit: The maximum size of a line, and of the data of an event, in bytes.
    public init(
        _ spec: sending some RequestSpec, config: ConnectionConfig = .shared, lastEventID: String = "",
        reconnection: Reconnection = Reconnection(), limit: Int = 1 << 20
    ) {
        (self.reconnection, self.limit) = (reconnection, limit)
        memory = EventSourceMemory(lastEventID)
        connection = Connection(requestSpec: spec, responseSpec: EventSourceResponse(), config: config)
        connection.addPolicy(memory)
        (states, report) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    /// The ID of the last event that was read, or an empty string. Store it to resume the stream in another process.
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
        /// Whether the current attempt has delivered an event.
        private var hasEvent = false
        /// The sessions of the first request.
        private var sessions: Sessions?
        /// The number of attempts in a row without an event.
        private var failures = 0
        private var hasEnded = false

        fileprivate init(_ source: EventSource) {
            self.source = source
            lifetime = Lifetime(source.report)
        }

        /// Returns the next event, or nil at the end.
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
        private mutating func open() async throws(ConnectionError) -> ElementIterator<EventParser, ServerSentEvent>? {
            source.report.yield(.connecting)
            hasEvent = false
            if sessions == nil { sessions = source.connection.currentSessions() }
            let stream = try await source.connection.response(in: sessions)
            guard stream.statusCode != 204 else {
                try await stream.body.readToEnd()
                return nil
            }
            source.report.yield(.open(stream.head()))
            let parser = EventParser(lastEventID: source.lastEventID, limit: source.limit)
            return ElementIterator(stream.body, parser) { event, _ in .value(event) }
        }

        private mutating func read() async throws(ConnectionError) -> ServerSentEvent? {
            defer { if let events { source.memory.note(events.parser) } }
            do {
                guard let event = try await events?.next() else { return nil }
                (hasEvent, failures) = (true, 0)
                return event
            } catch {
                throw error.ofConnection
            }
        }

        private func canReconnect(after error: ConnectionError) -> Bool {
            guard error.isTransient else { return false }
            guard !source.memory.isRepeatable else { return true }
            // After a redirect, the first server has seen the request in any case.
            guard !source.memory.isRedirected else { return false }
            // Without a token, nothing was sent, or the server has rejected the request.
            if error.type == .authorization { return true }
            let status = error.type == .invalidResponse ? error.response?.statusCode : nil
            return error.attempts.last?.neverArrived == true || status == 429 || status == 503
        }

        /// Waits before the next attempt. Throws if there is none.
        private mutating func pause(after error: ConnectionError?) async throws(ConnectionError) {
            let (config, reconnection) = (source.connection.config, source.reconnection)
            if !hasEvent { failures += 1 }
            if !hasEvent, let attempts = reconnection.attempts, failures >= attempts {
                _ = end(error)
                guard let error else { return }
                throw error
            }
            let longest = reconnection.longestTime
            let time = source.memory.reconnectionTime.map { Swift.min($0, longest) } ?? reconnection.time
            let asked = error?.response?.askedDelay(now: config.date()).map { Swift.min($0, longest) }
            let extra = reconnection.backoff.delay(afterFailure: Swift.max(1, failures), random: config.random)
            let delay = Swift.min(Swift.max(.zero, time, asked ?? .zero) + extra, .longestWait)
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
    /// Returns a stream of server-sent events that reconnects.
    ///
    /// - Parameters:
    ///   - spec: The spec of the request.
    ///   - lastEventID: The ID of the last event that was seen, to resume a stream.
    ///   - reconnection: How the source waits before it reconnects.
    ///   - limit: The maximum size of a line, and of the data of an event, in bytes.
    public func eventSource(
        _ spec: sending some RequestSpec, lastEventID: String = "",
        reconnection: EventSource.Reconnection = EventSource.Reconnection(), limit: Int = 1 << 20
    ) -> EventSource {
        EventSource(spec, config: config, lastEventID: lastEventID, reconnection: reconnection, limit: limit)
    }
}

/// The response of an event source was a success, but it is not an event stream.
public struct NotAnEventStream: Error, Hashable, Sendable, CustomStringConvertible {
    /// The `Content-Type` of the response, or nil if it has none.
    public let contentType: String?

    /// What is wrong.
    public var description: String { text.inOneLine }

    private var shownType: String { contentType.map { Redaction().text($0) } ?? "missing" }

    private var text: String {
        """
        the response is not an event stream: its Content-Type is \(shownType), not text/event-stream; to get events, send the \
        header field Accept: text/event-stream, or what the API documents; to read this response, use a Decodable model
        """
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

/// What an event source knows about its stream. It adds the header fields of each request.
private final class EventSourceMemory: RequestAdapter {
    private struct State: Sendable {
        var lastEventID: String
        var reconnectionTime: Duration?
        /// The key of the first request that had one.
        var idempotencyKey: String?
        var isRepeatable = false
        var isRedirected = false
    }

    private let state: LockedValue<State>

    init(_ lastEventID: String) { state = LockedValue(State(lastEventID: lastEventID)) }

    var lastEventID: String { state.withLock(\.lastEventID) }
    var reconnectionTime: Duration? { state.withLock(\.reconnectionTime) }
    /// Whether sending the request twice has the same effect as sending it once.
    var isRepeatable: Bool { state.withLock(\.isRepeatable) }
    /// Whether the last attempt has failed after a redirect.
    var isRedirected: Bool { state.withLock(\.isRedirected) }

    func note(_ parser: EventParser) {
        state.withLock { state in
            state.lastEventID = parser.lastEventID
            state.reconnectionTime = parser.reconnectionTime ?? state.reconnectionTime
        }
    }

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        let (id, key) = state.withLock { state in
            state.idempotencyKey = state.idempotencyKey ?? request.headers[.idempotencyKey]
            state.isRepeatable = request.method.isIdempotent || state.idempotencyKey != nil
            state.isRedirected = false
            return (state.lastEventID, state.idempotencyKey)
        }
        var request = request
        if let key { request.headers[.idempotencyKey] = key }
        request.headers["Accept"] = request.headers["Accept"] ?? "text/event-stream"
        request.headers["Cache-Control"] = request.headers["Cache-Control"] ?? "no-cache"
        // A stream may name any ID, but a field cannot carry every ID.
        if !id.isEmpty, !id.hasControlBytes { request.headers["Last-Event-ID"] = id }
        return request
    }

    func recovery(from context: RecoveryContext) async -> Recovery {
        state.withLock { $0.isRedirected = context.redirects > 0 }
        return .giveUp
    }
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

extension ConnectionError {
    /// Whether another attempt may succeed.
    fileprivate var isTransient: Bool {
        switch type {
        // A failure that breaks an open stream is assumed to be temporary.
        case .network: response != nil || underlying.flatMap { TransportError.Kind(of: $0) }?.isTransient ?? true
        case .timeout: true
        case .invalidResponse: [429, 500, 502, 503, 504].contains(response?.statusCode)
        case .authorization:
            // The token could not be refreshed.
            if case .failed(let error) = underlying as? TokenRefreshError { error.isOfNetwork } else { false }
        default: false
        }
    }
}

extension Error {
    fileprivate var isOfNetwork: Bool {
        if let error = self as? ConnectionError { return error.isTransient }
        return TransportError.Kind(of: self)?.isTransient == true
    }

    /// The error as a connection error. The streams of a connection throw no other errors.
    fileprivate var ofConnection: ConnectionError {
        self as? ConnectionError
            ?? ConnectionError(type: .parse, request: Request(url: .invalid("")), underlying: self)
    }
}

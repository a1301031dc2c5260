import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The destination of a session's connections.
struct URLDestination: Hashable, Sendable {
    let lane: ObjectIdentifier
    let origin: Origin
}

/// One request on a URLSession: what came of it so far, and who waits for more.
final class URLExchange: Sendable {
    private struct State {
        var isChallengeRefused = false
        /// Nil as long as it waits for a connection.
        var lastActivity: Duration?
        var received = 0
        /// Kept until the session needs it no more.
        var upload: URLUpload?
        /// The session's measurements; always nil on Linux.
        var metrics: TransferMetrics?
    }

    /// How many bytes of a body that is read slowly are kept in memory.
    private static let memoryLimit = 4 << 20

    /// The queue on which exchanges are ended. Nothing blocks it.
    private static let ends = DispatchQueue(label: "AbstractHTTP.ends")

    let task: URLTaskControl
    let destination: URLDestination
    private let stopwatch: Stopwatch
    private let head = Promise<Result<HTTPURLResponse, any Error>>()
    private let buffer: BodyBuffer
    private let state: LockedValue<State>
    private let context: ExchangeContext

    init(
        _ request: Request, _ upload: URLUpload, _ context: ExchangeContext, _ stopwatch: Stopwatch,
        _ lane: URLSessionLane
    ) {
        self.stopwatch = stopwatch
        task = URLTaskControl(lane)
        destination = URLDestination(lane: ObjectIdentifier(lane), origin: Origin(request.url))
        self.context = context
        state = LockedValue(State(upload: upload))
        buffer = BodyBuffer(limit: Self.memoryLimit, surplus: task.surplus)
    }

    /// Call when its task will not be created.
    func abort() {
        var upload: URLUpload?
        state.withLock { swap(&$0.upload, &upload) }
    }

    /// Waits for the head of the response. It is taken apart here, because the session's one queue is what limits it.
    func response() async throws -> ResponseStream {
        let head = try await head.value().get()
        let body = URLExchangeBody(self)
        #if canImport(FoundationNetworking)
            return try ResponseStream(head, ResponseBody(body))
        #else
            var stream = try ResponseStream(head, ResponseBody(body))
            stream.measureMetrics = { self.state.withLock(\.metrics) }
            return stream
        #endif
    }

    /// Ends the exchange soon, as canceled.
    func cancel() {
        Self.ends.async { self.stop(CancellationError()) }
    }

    /// Ends the exchange with `error`, unless it is over, and stops its task.
    func stop(_ error: any Error) {
        // Before the task completes as canceled, which would be the error otherwise.
        finish(.failure(error))
        task.stop()
    }

    /// The next chunk, nil at the end.
    func next() async throws -> Data? {
        // Idle is neither who waited for its reader nor who goes on now.
        let wasPaused = buffer.isPaused
        if wasPaused { noteActivity() }
        let chunk = try await buffer.next()
        if wasPaused { noteActivity() }
        return chunk
    }

    /// Whether the session has no more to tell.
    var isComplete: Bool { buffer.isEnded }

    /// When something was sent or received last; nil when it waits, for a connection or for its reader.
    var lastActivity: Duration? { buffer.isPaused ? nil : state.withLock(\.lastActivity) }

    /// Whether it was ended from here; what the session tells afterwards counts no more.
    var isStopped: Bool { task.isStopped }

    /// It has a connection.
    func noteConnection() { noteActivity() }

    private func noteActivity(_ change: (inout State) -> Void = { _ in }) {
        let now = stopwatch.now
        state.withLock { state in
            state.lastActivity = now
            change(&state)
        }
    }

    private func finish(_ end: Result<Void, any Error>) {
        buffer.finish(end)
        switch end {
        case .success: head.fulfill(.failure(TransportError(.noResponse)))
        case .failure(let error): head.fulfill(.failure(error))
        }
    }
}

/// Events of the session.
extension URLExchange {
    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else {
            return stop(TransportError(.malformedResponse))
        }
        // An interim response (RFC 9110, section 15.2) comes before the one that counts.
        noteActivity()
        guard !(100..<200).contains(response.statusCode) || response.statusCode == 101 else { return }
        head.fulfill(.success(response))
    }

    func receive(_ data: Data) {
        noteActivity { $0.received += data.count }
        do throws(TransportError) {
            try TransportError.whileSpooling { try buffer.append(data) }
        } catch {
            stop(error)
        }
    }

    /// Records the session's measurements.
    func note(_ metrics: TransferMetrics) {
        state.withLock { $0.metrics = metrics }
    }

    /// `count` bytes of the request's body have been sent so far.
    func noteSent(_ count: Int) {
        noteActivity()
        context.didSend(count)
    }

    /// The session is about to be told that no credentials are given; the 401 that asked for them is the response.
    func expectChallengeRefusal(_ response: URLResponse?) {
        state.withLock { $0.isChallengeRefused = true }
        if let response { receive(response) }
    }

    func complete(_ error: (any Error)?) {
        var upload: URLUpload?
        let isRefused = state.withLock { state in
            swap(&state.upload, &upload)
            return state.isChallengeRefused
        }
        if let error, !(isRefused && !isStopped && (error as? URLError)?.code == .cancelled) {
            // Somebody else canceled the task.
            let isCanceled = (error as? URLError)?.code == .cancelled
            let ownError: any Error = isCanceled ? CancellationError() : TransportError(error, body: progress)
            return finish(.failure(upload?.failure ?? ownError))
        }
        // On Linux, a redirect whose Location is missing or invalid completes without the event for its head, and
        // without its body.
        if arrivedHead == nil, let response = task.response { receive(response) }
        finish(.success(()))
    }

    private var arrivedHead: HTTPURLResponse? { try? head.current?.get() }

    /// How much of the body has come, and how much there should be; nil before the head.
    private var progress: (received: Int, expected: Int?)? {
        arrivedHead.map { (state.withLock(\.received), HTTPHeaders($0).bodyLength) }
    }
}

/// What the reader of the body holds; letting go of it before the end stops the exchange.
private final class URLExchangeBody: ChunkSource {
    private let exchange: URLExchange

    init(_ exchange: URLExchange) {
        self.exchange = exchange
    }

    deinit {
        if !exchange.isComplete { exchange.cancel() }
    }

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await exchange.next()
        } onCancel: { [exchange] in
            exchange.cancel()
        }
    }
}

extension ResponseStream {
    /// Throws ``TransportError/Kind/malformedResponse`` when there is no telling how long the body is.
    fileprivate init(_ head: HTTPURLResponse, _ body: ResponseBody) throws {
        let headers = HTTPHeaders(head)
        do {
            _ = try headers.contentLength()
        } catch {
            throw TransportError(.malformedResponse, "\(error)")
        }
        self.init(statusCode: head.statusCode, headers: headers, url: head.url, body: body)
    }
}

extension HTTPHeaders {
    /// Those of `response`, sorted by name: the session keeps no order, and joins repeated fields.
    fileprivate init(_ response: HTTPURLResponse) {
        self.init()
        let fields = response.allHeaderFields.map { (text(of: $0.key), text(of: $0.value)) }
        for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) {
            let name = HTTPHeaderName(rawValue: name)
            let values = name == .setCookie ? SetCookieFields(joined: value).values : [value.withoutOuterWhitespace]
            for value in values { add(name, value) }
        }
    }
}

/// A name or value of a header field; a string wherever the session keeps to its documentation.
private func text(of part: Any) -> String { part as? String ?? String(describing: part) }

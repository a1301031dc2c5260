import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The destination of a session's connections.
struct URLDestination: Hashable, Sendable {
    let lane: ObjectIdentifier
    let origin: Origin
}

/// One request on a URLSession. It holds the part of the response that has arrived, and the task that waits for more.
final class URLExchange: Sendable {
    private struct State {
        var isChallengeRefused = false
        var isEmptyUploadReported = false
        /// Nil while the exchange waits for a connection.
        var lastActivity: Duration?
        var received = 0
        /// Kept until the session no longer needs it.
        var upload: URLUpload?
        /// The session's measurements. Always nil on Linux.
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
    /// Whether the request asks for another protocol.
    private let asksForUpgrade: Bool
    private let hasEmptyBody: Bool

    init(
        _ request: Request, _ upload: URLUpload, _ context: ExchangeContext, _ stopwatch: Stopwatch,
        _ lane: URLSessionLane
    ) {
        self.stopwatch = stopwatch
        task = URLTaskControl(lane)
        destination = URLDestination(lane: ObjectIdentifier(lane), origin: Origin(request.url))
        self.context = context
        asksForUpgrade = request.headers["Upgrade"] != nil
        hasEmptyBody = request.body.map { $0.length == 0 || upload.isEmpty } ?? false
        state = LockedValue(State(upload: upload))
        buffer = BodyBuffer(limit: Self.memoryLimit, surplus: task.surplus)
    }

    /// Call if its task will not be created.
    func abort() {
        var upload: URLUpload?
        state.withLock { swap(&$0.upload, &upload) }
    }

    /// Waits for the head of the response. The head is parsed here, because the session's only queue is the bottleneck.
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
        // Finish first. Otherwise, the task would complete as canceled, and that would be the error.
        finish(.failure(error))
        task.stop()
    }

    /// Returns the next chunk, or nil at the end.
    func next() async throws -> Data? {
        // Waiting for the reader is not idle time. The idle time starts over now.
        let wasPaused = buffer.isPaused
        if wasPaused { noteActivity() }
        let chunk = try await buffer.next()
        if wasPaused { noteActivity() }
        return chunk
    }

    /// Whether the exchange has ended.
    var isComplete: Bool { buffer.isEnded }

    /// When something was last sent or received, or nil while the exchange waits for a connection or for its reader.
    var lastActivity: Duration? { buffer.isPaused ? nil : state.withLock(\.lastActivity) }

    /// Whether the connector ended the exchange. Later events of the session are ignored.
    var isStopped: Bool { task.isStopped }

    /// Records that the exchange has a connection.
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
        // An interim response (RFC 9110, section 15.2) comes before the final one.
        noteActivity()
        guard !(100..<200).contains(response.statusCode) || response.statusCode == 101 else { return }
        guard response.statusCode != 101 || asksForUpgrade else { return stop(TransportError.unwantedUpgrade) }
        if hasEmptyBody { noteEmptyUpload() }
        head.fulfill(.success(response))
    }

    /// Reports an empty body once, because the session reports only bytes. It may deliver a head twice.
    private func noteEmptyUpload() {
        let isFirst = state.withLock { state in
            defer { state.isEmptyUploadReported = true }
            return !state.isEmptyUploadReported
        }
        if isFirst { context.didSend(0) }
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

    /// Records that `count` bytes of the request's body have been sent so far.
    func noteSent(_ count: Int) {
        noteActivity()
        context.didSend(count)
    }

    /// Call before a request for credentials is rejected. The 401 that asked for them becomes the response.
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

    /// How many bytes of the body have arrived, and how many are expected, or nil before the head.
    private var progress: (received: Int, expected: Int?)? {
        arrivedHead.map { (state.withLock(\.received), HTTPHeaders($0).bodyLength) }
    }
}

/// The reader's reference to the body. Releasing it before the end cancels the exchange.
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
    /// Throws ``TransportError/Kind/malformedResponse`` if the end of the body is ambiguous.
    fileprivate init(_ head: HTTPURLResponse, _ body: ResponseBody) throws {
        let headers = HTTPHeaders(head)
        do {
            _ = try headers.contentLength()
        } catch {
            throw TransportError(.malformedResponse, "\(error)")
        }
        if let fault = headers.faultOfTransferEncoding { throw TransportError(.malformedResponse, fault) }
        self.init(statusCode: head.statusCode, headers: headers, url: head.url, body: body)
    }
}

extension HTTPHeaders {
    /// The fields of `response`, sorted by name, because the session keeps no order and joins repeated fields.
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

/// A name or value of a header field, which is always a string if the session follows its documentation.
private func text(of part: Any) -> String { part as? String ?? String(describing: part) }

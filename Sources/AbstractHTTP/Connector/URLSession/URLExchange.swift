import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on a URLSession: what came of it so far, and who waits for more.
final class URLExchange: Sendable {
    private struct State {
        var isStopped = false
        var isChallengeRefused = false
        var lastActivity: Duration
        var received = 0
        /// The length of the body, where the head tells it and nothing is decoded.
        var expected: Int?
    }

    /// `cancel()` of a task waits for its session, so it is never called where somebody waits.
    private static let cancelQueue = DispatchQueue(label: "AbstractHTTP.cancel")
    /// How many bytes of a body that is read slowly are kept in memory.
    private static let memoryLimit = 4 << 20

    let task: URLSessionTask
    private let stopwatch: Stopwatch
    private let head = Promise<Result<ResponseStream, any Error>>()
    private let buffer: BodyBuffer
    private let state: Guarded<State>
    private let onSent: (@Sendable (Int) -> Void)?
    /// Kept until the exchange is over.
    private let upload: URLUpload

    init(_ task: URLSessionTask, _ request: Request, _ upload: URLUpload, _ stopwatch: Stopwatch) {
        self.task = task
        self.upload = upload
        self.stopwatch = stopwatch
        onSent = request.onSent
        state = Guarded(State(lastActivity: stopwatch.now))
        buffer = BodyBuffer(limit: Self.memoryLimit, surplus: task.surplus)
    }

    /// Waits for the head of the response.
    func response() async throws -> ResponseStream {
        var stream = try await head.value().get()
        stream.body = ResponseBody(URLExchangeBody(self))
        return stream
    }

    /// Ends the exchange soon, as cancelled.
    func cancel() {
        Self.cancelQueue.async { self.stop(CancellationError()) }
    }

    /// Ends the exchange with `error`, unless it is over, and stops its task.
    func stop(_ error: any Error) {
        state.withLock { $0.isStopped = true }
        finish(.failure(error))
        Self.cancelQueue.async { [task] in task.cancel() }
    }

    /// The next chunk, nil at the end.
    func next() async throws -> Data? {
        let wasPaused = buffer.isPaused
        let chunk = try await buffer.next()
        if wasPaused { noteActivity() }
        return chunk
    }

    /// Whether the session has no more to tell.
    var isComplete: Bool { buffer.isEnded }

    /// When something was sent or received last; a task that waits for its reader is not idle.
    var lastActivity: Duration { buffer.isPaused ? stopwatch.now : state.withLock { $0.lastActivity } }

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
        case .success: head.fulfil(.failure(TransportError(.noResponse)))
        case .failure(let error): head.fulfil(.failure(error))
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
        guard !(100..<200).contains(response.statusCode) || response.statusCode == 101 else { return noteActivity() }
        let stream = ResponseStream(response)
        do {
            let length = try stream.headers.contentLength()
            let isEncoded = stream.headers["Content-Encoding"] != nil
            noteActivity { $0.expected = isEncoded ? nil : length }
            head.fulfil(.success(stream))
        } catch {
            stop(TransportError(.malformedResponse, "\(error)"))
        }
    }

    func receive(_ data: Data) {
        noteActivity { $0.received += data.count }
        do {
            try buffer.append(data)
        } catch {
            stop(TransportError(.other, "the body cannot be kept in the temporary folder", underlying: error))
        }
    }

    /// `count` bytes of the request's body have been sent so far.
    func noteSent(_ count: Int) {
        noteActivity()
        onSent?(count)
    }

    /// The session is about to be told that no credentials are given; the 401 that asked for them is the response.
    func expectChallengeRefusal(_ response: URLResponse?) {
        state.withLock { $0.isChallengeRefused = true }
        if let response { receive(response) }
    }

    func complete(_ error: (any Error)?) {
        let (isRefused, received, expected) = state.withLock { state in
            (state.isChallengeRefused && !state.isStopped, state.received, state.expected)
        }
        if let error, !(isRefused && (error as? URLError)?.code == .cancelled) {
            return finish(.failure(TransportError(error, body: hasHead ? (received, expected) : nil)))
        }
        // On Linux a redirect whose Location is missing or no URL comes without the event of its head, and without its body.
        if !hasHead, let response = task.response { receive(response) }
        finish(.success(()))
    }

    private var hasHead: Bool {
        guard case .success = head.current else { return false }
        return true
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

extension URLSessionTask {
    /// On Linux a task must not be suspended once it has begun: its transfer would start over.
    fileprivate var surplus: BodyBuffer.Surplus {
        #if canImport(FoundationNetworking)
            .spooled
        #else
            .refused(pause: { [weak self] in self?.suspend() }, resume: { [weak self] in self?.resume() })
        #endif
    }
}

extension ResponseStream {
    /// The head of `response`, its header fields sorted by name: the session keeps no order, and joins repeated fields.
    fileprivate init(_ response: HTTPURLResponse) {
        var headers = HTTPHeaders()
        let fields = response.allHeaderFields.map { (String(describing: $0.key), String(describing: $0.value)) }
        for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) {
            let name = HTTPHeaderName(rawValue: name)
            let values = name == .setCookie ? SetCookieFields(joined: value).values : [value.withoutOuterWhitespace]
            for value in values { headers.add(name, value) }
        }
        self.init(statusCode: response.statusCode, headers: headers, url: response.url, body: ResponseBody(Data()))
    }
}

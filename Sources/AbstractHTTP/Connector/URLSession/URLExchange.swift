import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on a URLSession: what came of it so far, and who waits for more.
final class URLExchange: Sendable {
    private struct State {
        var chunks: [Data] = []
        var end: Result<Void, any Error>?
        var reader: Promise<Void>?
        var isCanceled = false
        var isChallengeRefused = false
    }

    /// `cancel()` of a task waits for its session, so it is never called where somebody waits.
    private static let cancelQueue = DispatchQueue(label: "AbstractHTTP.cancel")

    let task: URLSessionTask
    private let head = Promise<Result<ResponseStream, any Error>>()
    private let state = Guarded(State())
    private let spool: TemporaryFile?

    init(_ task: URLSessionTask, spool: TemporaryFile? = nil) {
        self.task = task
        self.spool = spool
    }

    /// Waits for the head of the response.
    func response() async throws -> ResponseStream {
        var stream = try await head.value().get()
        stream.body = ResponseBody(URLExchangeBody(self))
        return stream
    }

    /// Stops the exchange soon; it completes with an error.
    func cancel() {
        state.withLock { $0.isCanceled = true }
        Self.cancelQueue.async { [task] in task.cancel() }
    }

    /// The next chunk, nil at the end.
    func next() async throws -> Data? {
        while true {
            let reader = Promise<Void>()
            let ready = state.withLock { state -> Result<Data?, any Error>? in
                if !state.chunks.isEmpty { return .success(state.chunks.removeFirst()) }
                if let end = state.end { return end.map { nil } }
                state.reader = reader
                return nil
            }
            if let ready { return try ready.get() }
            await reader.value()
        }
    }

    var isComplete: Bool { state.withLock { $0.end != nil } }
}

/// Events of the session.
extension URLExchange {
    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else {
            head.fulfil(.failure(URLError(.badServerResponse)))
            return cancel()
        }
        // An interim response (RFC 9110, section 15.2) comes before the one that counts.
        guard !(100..<200).contains(response.statusCode) || response.statusCode == 101 else { return }
        head.fulfil(.success(ResponseStream(response)))
    }

    func receive(_ data: Data) {
        wake { $0.chunks.append(data) }
    }

    /// The session is about to be told that no credentials are given; the 401 that asked for them is the response.
    func expectChallengeRefusal(_ response: URLResponse?) {
        state.withLock { $0.isChallengeRefused = true }
        if let response { receive(response) }
    }

    func complete(_ error: (any Error)?) {
        let (isCanceled, isRefused) = state.withLock { ($0.isCanceled, $0.isChallengeRefused) }
        let isRefusal = isRefused && !isCanceled && (error as? URLError)?.code == .cancelled
        let failure = isRefusal ? nil : isCanceled ? CancellationError() : error
        let end: Result<Void, any Error> = failure.map(Result.failure) ?? .success(())
        wake { $0.end = end }
        head.fulfil(.failure(failure ?? URLError(.badServerResponse)))
    }

    private func wake(_ change: (inout State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.fulfil(())
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
    /// The head of `response`, its header fields sorted by name: the session keeps neither order nor repeats.
    fileprivate init(_ response: HTTPURLResponse) {
        var headers = HTTPHeaders()
        let fields = response.allHeaderFields.map { (String(describing: $0.key), String(describing: $0.value)) }
        for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) {
            headers.add(HTTPHeaderName(rawValue: name), value)
        }
        self.init(statusCode: response.statusCode, headers: headers, url: response.url, body: ResponseBody(Data()))
    }
}

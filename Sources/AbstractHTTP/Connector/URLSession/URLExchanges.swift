import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The exchanges of a connector's session, and its delegate: leads each event to its exchange. It never blocks.
final class URLExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var running: [Int: URLExchange] = [:]
        /// Ends those that are idle, while there are any.
        var watch: Task<Void, Never>?
    }

    let stopwatch: Stopwatch
    private let idleTimeout: Duration?
    private let state = Guarded(State())

    init(idleTimeout: Duration?, stopwatch: Stopwatch) {
        self.idleTimeout = idleTimeout.map { min(max($0, .milliseconds(1)), .longestWait) }
        self.stopwatch = stopwatch
    }

    deinit {
        state.withLock { $0.watch }?.cancel()
    }

    /// Keeps the exchange until it has completed. Before anybody can cancel it: its completion must find it.
    func add(_ exchange: URLExchange) {
        state.withLock { state in
            state.running[exchange.task.taskIdentifier] = exchange
            guard let idleTimeout, state.watch == nil else { return }
            state.watch = watch(from: exchange.lastActivity + idleTimeout, idleTimeout)
        }
    }

    /// One task watches all: no later exchange is idle before `moment`.
    private func watch(from moment: Duration, _ idleTimeout: Duration) -> Task<Void, Never> {
        Task { [weak self, stopwatch] in
            var moment = moment
            while (try? await stopwatch.sleep(until: moment)) != nil, let next = self?.endIdleExchanges(idleTimeout) {
                moment = next
            }
        }
    }

    /// Ends every exchange with `error`.
    func stopAll(_ error: any Error) {
        for exchange in state.withLock({ Array($0.running.values) }) { exchange.stop(error) }
    }

    /// Returns when to look again; nil when nothing runs.
    private func endIdleExchanges(_ timeout: Duration) -> Duration? {
        let running: [URLExchange] = state.withLock { state in
            if state.running.isEmpty { state.watch = nil }
            return Array(state.running.values)
        }
        guard !running.isEmpty else { return nil }
        let now = stopwatch.now
        var next = now + timeout
        for exchange in running where !exchange.isComplete {
            let deadline = exchange.lastActivity + timeout
            if deadline <= now {
                exchange.stop(TransportError(.idle(for: timeout)))
            } else {
                next = min(next, deadline)
            }
        }
        return next
    }

    private func exchange(of task: URLSessionTask) -> URLExchange? {
        state.withLock { $0.running[task.taskIdentifier] }
    }
}

/// Events.
extension URLExchanges {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.noteSent(Int(totalBytesSent))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = state.withLock { $0.running.removeValue(forKey: task.taskIdentifier) }
        exchange?.complete(error)
    }

    /// Refuses every redirect: the 3xx is the response.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// Lets the system judge the server's certificate, and gives no credentials.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // Default handling never completes on Linux, and rejecting ends the task as cancelled, after its 401 came.
            exchange(of: task)?.expectChallengeRefusal(challenge.failureResponse)
            // The session waits in here for its own queue, on which this is called.
            DispatchQueue.global().async { completionHandler(.rejectProtectionSpace, nil) }
        #else
            completionHandler(.performDefaultHandling, nil)
        #endif
    }
}

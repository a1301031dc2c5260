import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The exchanges of a connector, and the delegate of its sessions. It passes each event on to its exchange and never
/// blocks.
final class URLExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var isInvalidated = false
        var running: [ObjectIdentifier: URLExchange] = [:]
        /// The running exchanges that have a task.
        var exchanges: [TaskKey: URLExchange] = [:]
        /// Which exchanges have a connection. A session does not report this, so it is derived from the limit on
        /// connections. Over HTTP/2, one connection carries all requests, so some wait needlessly.
        var slots: ConnectionSlots<ObjectIdentifier, URLDestination>
        /// Ends idle exchanges, while any exchange is running.
        var watch: Task<Void, Never>?

        /// Removes `exchange` and returns the exchange that gets its connection.
        mutating func remove(_ exchange: URLExchange) -> URLExchange? {
            let id = ObjectIdentifier(exchange)
            guard running.removeValue(forKey: id) != nil else { return nil }
            return slots.end(id, with: exchange.destination).flatMap { running[$0] }
        }
    }

    let stopwatch: Stopwatch
    private let idleTimeout: Duration?
    private let state: LockedValue<State>
    #if !canImport(FoundationNetworking)
        private let evaluateServerTrust: (@Sendable (URLAuthenticationChallenge) async -> Bool)?
        private let clientCertificate: (@Sendable (URLAuthenticationChallenge) async -> URLCredential?)?
    #endif

    init(_ options: DefaultHTTPConnector.Options) {
        idleTimeout = options.idleTimeout.map { min(max($0, .milliseconds(1)), .longestWait) }
        stopwatch = Stopwatch(options.clock)
        state = LockedValue(State(slots: ConnectionSlots(perHost: options.limitPerHost)))
        #if !canImport(FoundationNetworking)
            evaluateServerTrust = options.evaluateServerTrust
            clientCertificate = options.clientCertificate
        #endif
    }

    deinit {
        state.withLock { $0.watch }?.cancel()
    }

    /// The number of exchanges that have not completed.
    var count: Int { state.withLock { $0.running.count } }

    /// Begins `exchange` and keeps it until it completes. `makeTask` returns its task, with the session it belongs to,
    /// which may differ from that of the lane. The task is resumed when it has a connection.
    func begin(
        _ exchange: URLExchange, _ makeTask: @escaping @Sendable (URLSession) -> (URLSession, URLSessionTask)
    ) throws(TransportError) {
        if try register(exchange) {
            connect(exchange)
        } else if !Self.keepsOrder {
            exchange.task.resume()
        }
        exchange.task.make { [self] shared in
            let (session, task) = makeTask(shared)
            // Do this before the task can be resumed, which may be now.
            state.withLock { $0.exchanges[TaskKey(session, task)] = exchange }
            exchange.task.setTask(task)
            // The session is released when its task completes.
            if session !== shared { session.finishTasksAndInvalidate() }
        } orAbort: { [self] in
            state.withLock { $0.remove(exchange) }.map(connect)
            exchange.abort()
        }
    }

    /// Returns whether `exchange` has a connection. Otherwise, it waits for one.
    private func register(_ exchange: URLExchange) throws(TransportError) -> Bool {
        let (id, now) = (ObjectIdentifier(exchange), stopwatch.now)
        return try state.withLock { state throws(TransportError) in
            guard !state.isInvalidated else { throw TransportError(.invalidated) }
            state.running[id] = exchange
            if let idleTimeout, state.watch == nil { state.watch = watch(from: now + idleTimeout, idleTimeout) }
            return state.slots.begin(id, with: exchange.destination)
        }
    }

    /// Whether tasks without a connection are held back so that requests begin in order. On Linux, the session itself
    /// would assign connections in random order, and a waiting task would look like an idle one.
    private static var keepsOrder: Bool {
        #if canImport(FoundationNetworking)
            true
        #else
            false
        #endif
    }

    /// Call when `exchange` gets a connection. Its task may not exist yet.
    private func connect(_ exchange: URLExchange) {
        exchange.noteConnection()
        exchange.task.resume()
    }

    /// Watches all exchanges in one task. No exchange can be idle before `time`.
    private func watch(from time: Duration, _ idleTimeout: Duration) -> Task<Void, Never> {
        Task { [weak self, stopwatch] in
            var time = time
            while (try? await stopwatch.sleep(until: time)) != nil, let next = self?.endIdleExchanges(idleTimeout) {
                time = next
            }
        }
    }

    /// Ends every exchange and rejects new ones.
    func invalidate() {
        let running = state.withLock { state in
            state.isInvalidated = true
            return Array(state.running.values)
        }
        for exchange in running { exchange.stop(TransportError(.invalidated)) }
    }

    /// Returns when to check again, or nil if nothing is running.
    private func endIdleExchanges(_ timeout: Duration) -> Duration? {
        let running: [URLExchange] = state.withLock { state in
            if state.running.isEmpty { state.watch = nil }
            return Array(state.running.values)
        }
        guard !running.isEmpty else { return nil }
        let now = stopwatch.now
        var next = now + timeout
        for exchange in running where !exchange.isComplete {
            guard let deadline = exchange.lastActivity.map({ $0 + timeout }) else { continue }
            if deadline <= now {
                exchange.stop(TransportError(.idle(for: timeout)))
            } else {
                next = min(next, deadline)
            }
        }
        return next
    }

    private func exchange(of task: URLSessionTask, _ session: URLSession) -> URLExchange? {
        state.withLock { $0.exchanges[TaskKey(session, task)] }
    }
}

/// Identifies a task. The number of a task is unique only within its session.
private struct TaskKey: Hashable, Sendable {
    private let session: ObjectIdentifier
    private let number: Int

    init(_ session: URLSession, _ task: URLSessionTask) {
        self.session = ObjectIdentifier(session)
        number = task.taskIdentifier
    }
}

/// Events.
extension URLExchanges {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask, session)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask, session)?.receive(data)
        #if canImport(FoundationNetworking)
            SessionTurns.shared.yield(session)
        #endif
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task, session)?.noteSent(Int(clamping: totalBytesSent))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (exchange, next) = state.withLock { state in
            let exchange = state.exchanges.removeValue(forKey: TaskKey(session, task))
            return (exchange, exchange.flatMap { state.remove($0) })
        }
        next.map(connect)
        exchange?.complete(error)
    }

    /// Fails the exchange. A reused connection was lost before the response, and libcurl wants to send the request
    /// again.
    ///
    /// Recovery decides that, because it knows whether the request may be sent twice. Besides, the session on Linux
    /// does not rewind the body. It would send the rest and wait for a response that never comes.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        exchange(of: task, session)?.stop(TransportError(.noResponse, "a kept connection was closed by the server"))
        completionHandler(nil)
    }

    /// Refuses every redirect. The 3xx is the response.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // The session traps when a canceled task gets an answer.
            if exchange(of: task, session)?.isStopped == true { return }
        #endif
        completionHandler(nil)
    }

    #if !canImport(FoundationNetworking)
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            guard let last = metrics.transactionMetrics.last else { return }
            exchange(of: task, session)?.note(TransferMetrics(last, metrics.taskInterval))
        }
    #endif

    /// Lets the system or the options evaluate the server's certificate and choose the client's. Sends no password.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // Default handling never completes on Linux, and rejecting ends the task as canceled, after its 401.
            exchange(of: task, session)?.expectChallengeRefusal(challenge.failureResponse)
            // The completion handler waits for the session's queue, on which this method is called.
            DispatchQueue.global().async { completionHandler(.rejectProtectionSpace, nil) }
        #else
            switch challenge.protectionSpace.authenticationMethod {
            case NSURLAuthenticationMethodServerTrust:
                evaluate(challenge, exchange(of: task, session), completionHandler)
            case NSURLAuthenticationMethodClientCertificate: identify(challenge, completionHandler)
            // The authenticator of the pipeline answers a server. The system answers a proxy.
            default:
                let isOfProxy = challenge.protectionSpace.isProxy()
                completionHandler(isOfProxy ? .performDefaultHandling : .rejectProtectionSpace, nil)
            }
        #endif
    }

    #if !canImport(FoundationNetworking)
        private typealias Answer = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

        private func evaluate(
            _ challenge: URLAuthenticationChallenge, _ exchange: URLExchange?, _ answer: @escaping Answer
        ) {
            guard let evaluate = evaluateServerTrust, let trust = challenge.protectionSpace.serverTrust else {
                return answer(.performDefaultHandling, nil)
            }
            let credential = URLCredential(trust: trust)
            Task {
                if await evaluate(challenge) { return answer(.useCredential, credential) }
                exchange?.stop(TransportError(.tls, "the connector does not trust the server's certificate"))
                answer(.cancelAuthenticationChallenge, nil)
            }
        }

        private func identify(_ challenge: URLAuthenticationChallenge, _ answer: @escaping Answer) {
            guard let clientCertificate else { return answer(.performDefaultHandling, nil) }
            Task {
                let credential = await clientCertificate(challenge)
                answer(credential == nil ? .performDefaultHandling : .useCredential, credential)
            }
        }
    #endif
}

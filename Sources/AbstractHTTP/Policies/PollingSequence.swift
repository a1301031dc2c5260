/// The models of a connection that is run again and again; made by
/// ``Connection/polling(_:revalidating:deadline:until:)``.
///
/// It is read once, from one place. A poll begins when the next model is asked for and the interval has passed since
/// the last one ended; when nobody asks, nothing runs.
public struct PollingSequence<Model: Sendable>: AsyncSequence, Sendable {
    let connection: Connection<Model>
    let interval: PollingInterval
    let revalidation: Revalidation?
    let deadline: Duration?
    let isLast: @Sendable (Model) -> Bool

    /// Reads the sequence.
    public func makeAsyncIterator() -> Iterator { Iterator(polling: self) }

    /// Reads the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        private let polling: PollingSequence
        private let watch: Stopwatch
        private var hasBegun = false
        private var isOver = false
        /// Which response was handed out last.
        private var version: Int?
        private var failures = 0
        private var lastFailure: ConnectionError?

        fileprivate init(polling: PollingSequence) {
            self.polling = polling
            watch = Stopwatch(polling.connection.config.clock)
        }

        /// The next model; nil after the last one.
        ///
        /// Throws when a poll fails otherwise than by the network or a timeout, when the deadline is over, and when the
        /// task is canceled; the sequence has ended then.
        public mutating func next() async throws(ConnectionError) -> Model? {
            while !isOver {
                do {
                    if hasBegun { try await pause() }
                    hasBegun = true
                    let model = try await poll()
                    (failures, lastFailure) = (0, nil)
                    let latest = polling.revalidation?.version
                    guard latest == nil || latest != version else { continue }
                    version = latest
                    isOver = polling.isLast(model)
                    return model
                } catch {
                    guard error.isPassing, error.cancelReason != .deadline(.polling) else {
                        isOver = true
                        throw error
                    }
                    (failures, lastFailure) = (failures + 1, error)
                }
            }
            return nil
        }

        /// Runs the connection, for as long as there is time.
        private func poll() async throws(ConnectionError) -> Model {
            guard let remaining else { return try await polling.connection.response() }
            guard remaining > .zero else { throw deadlineError }
            let timer = DeadlineTimer(Swift.min(remaining, .longestWait), on: polling.connection.config.clock) {
                [connection = polling.connection] in
                connection.cancel(because: .deadline(.polling))
            }
            defer { timer.stop() }
            do {
                return try await polling.connection.response()
            } catch {
                throw error.cancelReason == .deadline(.polling) ? deadlineError : error
            }
        }

        /// Waits for the next poll, but no longer than there is time.
        private func pause() async throws(ConnectionError) {
            let config = polling.connection.config
            let delay = polling.interval.delay(failures: failures, random: config.random)
            do {
                try await config.clock.sleep(for: Swift.min(delay, remaining ?? delay, .longestWait))
            } catch {
                throw polling.connection.pipeline.canceledError(.task)
            }
        }

        private var remaining: Duration? { polling.deadline.map { $0 - watch.now } }

        private var deadlineError: ConnectionError {
            var error = polling.connection.pipeline.canceledError(.deadline(.polling))
            error.type = .timeout
            error.response = lastFailure?.response
            error.underlying = DeadlineExceeded(
                .polling, limit: polling.deadline ?? .zero, lastError: lastFailure.map { $0.underlying ?? $0.type })
            return error
        }
    }
}

extension Connection {
    /// Runs the connection again and again, and hands out the models.
    ///
    /// A failure of the network or a timeout is passed over, and waited for longer; every other failure ends the
    /// sequence. It stops with its task, and with a `cancel()` of the connection while a poll runs.
    ///
    /// ```swift
    /// for try await job in Connection(GetJob(id: 7)).polling(.init(.seconds(2)), until: \.isDone) { show(job) }
    /// ```
    ///
    /// - Parameters:
    ///   - interval: How long to wait between the end of a poll and the next one.
    ///   - revalidating: Whether the server is asked by `If-None-Match` for what has changed; what has not is not
    ///     handed out again.
    ///   - deadline: How long all of it may take; then it throws ``ConnectionErrorType/timeout``.
    ///   - isLast: Says of each model whether it is the last one.
    public func polling(
        _ interval: PollingInterval, revalidating: Bool = true, deadline: Duration? = nil,
        until isLast: @escaping @Sendable (ResponseModel) -> Bool = { _ in false }
    ) -> PollingSequence<ResponseModel> {
        PollingSequence(
            connection: self, interval: interval, revalidation: revalidating ? revalidation() : nil,
            deadline: deadline, isLast: isLast)
    }

    /// The one that the connection has, or a new one.
    private func revalidation() -> Revalidation {
        let middleware = pipeline.state.withLock { $0.setup?.value.middleware } ?? []
        if let known = middleware.lazy.compactMap({ $0 as? Revalidation }).first { return known }
        let new = Revalidation(limit: config.maximumResponseBytes)
        addMiddleware(new)
        return new
    }
}

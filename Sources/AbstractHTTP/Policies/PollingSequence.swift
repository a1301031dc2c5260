/// The models of a connection that runs repeatedly. See ``Connection/polling(_:deadline:until:)``.
///
/// Read it once, from one task. The interval starts when the reader asks for the next model, and then the poll follows.
/// Nothing runs while nothing reads.
public struct PollingSequence<Model: Sendable>: AsyncSequence, Sendable {
    let connection: Connection<Model>
    let interval: PollingInterval
    /// The number of the last response. A model of the same response is not returned again. If nil, all are returned.
    let version: (@Sendable () -> Int)?
    let deadline: Duration?
    let isLast: @Sendable (Model) -> Bool

    /// Creates a sequence for the module `AbstractHTTPCache`, which knows when a response is the same as the last one.
    package init(
        _ connection: Connection<Model>, _ interval: PollingInterval, version: (@Sendable () -> Int)?,
        deadline: Duration?, until isLast: @escaping @Sendable (Model) -> Bool
    ) {
        (self.connection, self.interval, self.version) = (connection, interval, version)
        (self.deadline, self.isLast) = (deadline, isLast)
    }

    /// Returns an iterator over the models.
    public func makeAsyncIterator() -> Iterator { Iterator(polling: self) }

    /// An iterator over the models.
    public struct Iterator: AsyncIteratorProtocol {
        private let polling: PollingSequence
        private let watch: Stopwatch
        private var hasBegun = false
        /// The sessions of the first poll.
        private var sessions: Sessions?
        private var isOver = false
        /// The number of the response that was returned last.
        private var version: Int?
        private var failures = 0
        private var lastFailure: ConnectionError?

        fileprivate init(polling: PollingSequence) {
            self.polling = polling
            watch = Stopwatch(polling.connection.config.clock)
        }

        /// Returns the next model, or nil after the last one.
        ///
        /// Throws if the deadline passes, if the task is canceled, or if a poll fails for a reason other than the
        /// network or a timeout. The sequence then ends.
        public mutating func next() async throws(ConnectionError) -> Model? {
            while !isOver {
                do {
                    if hasBegun { try await pause() } else { sessions = polling.connection.currentSessions() }
                    hasBegun = true
                    let model = try await poll()
                    (failures, lastFailure) = (0, nil)
                    let latest = polling.version?()
                    guard latest == nil || latest != version else { continue }
                    version = latest
                    isOver = polling.isLast(model)
                    return model
                } catch {
                    guard error.isTransient, error.cancelReason != .deadline(.polling) else {
                        isOver = true
                        throw error
                    }
                    (failures, lastFailure) = (failures + 1, error)
                }
            }
            return nil
        }

        /// Runs the connection, until the deadline at most.
        private func poll() async throws(ConnectionError) -> Model {
            guard let remaining else { return try await polling.connection.response(in: sessions) }
            guard remaining > .zero else { throw deadlineError }
            let timer = DeadlineTimer(Swift.min(remaining, .longestWait), on: polling.connection.config.clock) {
                [connection = polling.connection] in
                connection.cancel(because: .deadline(.polling))
            }
            defer { timer.stop() }
            do {
                return try await polling.connection.response(in: sessions)
            } catch {
                throw error.cancelReason == .deadline(.polling) ? deadlineError : error
            }
        }

        /// Waits for the next poll, until the deadline at most.
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
    /// Runs the connection repeatedly and returns its models as a sequence.
    ///
    /// After a failure of the network or a timeout, the sequence continues with longer waits. Any other failure ends
    /// it. Canceling the task also ends it, and so does a `cancel()` of the connection during a poll.
    ///
    /// ```swift
    /// for try await job in Connection(GetJob(id: 7)).polling(.init(.seconds(2)), until: \.isDone) { show(job) }
    /// ```
    ///
    /// To receive a model only if the response has changed, import `AbstractHTTPCache` and pass `revalidating: true`.
    ///
    /// - Parameters:
    ///   - interval: How long to wait before each poll after the first. The wait starts when the reader asks for the
    ///     next model.
    ///   - deadline: How long the whole sequence can take. After that time, it throws ``ConnectionErrorType/timeout``.
    ///   - isLast: Returns whether a model is the last one.
    public func polling(
        _ interval: PollingInterval, deadline: Duration? = nil,
        until isLast: @escaping @Sendable (ResponseModel) -> Bool = { _ in false }
    ) -> PollingSequence<ResponseModel> {
        PollingSequence(self, interval, version: nil, deadline: deadline, until: isLast)
    }

    /// The middleware that was added to this connection.
    package var ownMiddleware: [any HTTPMiddleware] {
        pipeline.state.withLock { $0.setup?.value.middleware } ?? []
    }
}

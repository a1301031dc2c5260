import Foundation

/// Passes the body of a connector on to a reader. It tells the pipeline how reading ended, and ends reading when the
/// pipeline says so.
///
/// After the last chunk, the reader waits until the generation has ended. A listener that reads the body before it is
/// handed over does not wait, because the generation waits for the listener.
final class StreamRelay: Abortable {
    /// Why reading ended.
    enum End: Sendable {
        /// The reader has read the whole body.
        case finished
        /// The body was cut off, or the reader cannot parse it.
        case failed(StreamFailure)
        /// The reader released the body without reading any of it.
        case unread
        /// The reader read a part of the body and released the rest.
        case dropped
        /// A command took over.
        case stopped
    }

    private struct State: Sendable {
        var source: (any ChunkSource)?
        var reading: (any Abortable)?
        var isHandedOver = false
        var wasRead = false
        /// Whether the reader itself reports when it has read the body.
        var readsElements = false
    }

    private let state: LockedValue<State>
    private let clock: StreamClock?
    private let ended = Promise<End>()
    private let outcome = Promise<ConnectionError?>()
    private let onReaderCanceled: @Sendable () -> Void
    /// The error of a reader that a command has stopped.
    private let canceledError: @Sendable () -> ConnectionError

    init(
        _ body: ResponseBody, clock: StreamClock?, canceledError: @escaping @Sendable () -> ConnectionError,
        onReaderCanceled: @escaping @Sendable () -> Void
    ) {
        state = LockedValue(State(source: body.makeSource()))
        self.clock = clock
        self.canceledError = canceledError
        self.onReaderCanceled = onReaderCanceled
    }

    /// The body for the reader.
    func makeBody() -> ResponseBody { ResponseBody(StreamHandle(self)) }

    /// Waits until reading ends.
    func end() async -> End { await ended.value() }

    /// Marks the body as handed over to the callers that wait for the model.
    func handOver() { state.withLock { $0.isHandedOver = true } }

    /// Ends reading because of a command.
    func abort() { close(.stopped) }

    /// Tells the reader how the generation ended.
    func setOutcome(_ error: ConnectionError?) { outcome.fulfill(error) }

    fileprivate func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            clock?.start()
            while let chunk = try await read() {
                guard !chunk.isEmpty else { continue }
                clock?.didReadChunk()
                return chunk
            }
            // At the end of the body, a reader of elements decides how reading ends.
            if state.withLock({ $0.readsElements && $0.source != nil }) { return nil }
            return try await waitForOutcome()
        } onCancel: {
            onReaderCanceled()
        }
    }

    /// Ends reading, as the end of the body does.
    fileprivate func finish() async throws {
        close(.finished)
        _ = try await waitForOutcome()
    }

    /// Ends reading with a failure of the reader, and returns the resulting error of the connection.
    fileprivate func fail(_ failure: StreamFailure) async -> any Error {
        close(.failed(failure))
        do {
            _ = try await waitForOutcome()
            return failure.error
        } catch {
            return error
        }
    }

    fileprivate func readElements() {
        let source = state.withLock { state in
            state.readsElements = true
            return state.source
        }
        (source as? any AbortableSource)?.stopReadingAhead()
        clock?.countElements()
    }

    fileprivate func didReadElement() { clock?.didReadElement() }

    /// Waits for the end of the generation, and returns nil if the whole body was read.
    private func waitForOutcome() async throws -> Data? {
        guard state.withLock(\.isHandedOver) else { return try end() }
        if let error = await outcome.value() { throw error }
        return try end()
    }

    /// Returns nil if the whole body was read. Otherwise throws the error that ended reading.
    private func end() throws -> Data? {
        switch ended.current {
        case .finished: return nil
        case .failed(let failure): throw failure.error
        case .unread, .dropped, .stopped, nil: throw canceledError()
        }
    }

    /// Returns the next chunk, or nil if the body is closed for any reason.
    private func read() async throws -> Data? {
        let result: Result<Data?, any Error>?
        switch try begin() {
        case nil: return nil
        case .abortable(let source): result = await Result(of: { try await source.nextUnlessAborted() })
        case .other(let source, let work): result = await work.value { await Result(of: { try await source.next() }) }
        }
        let isOpen = state.withLock { state in
            state.reading = nil
            return state.source != nil
        }
        guard isOpen else { return nil }
        switch result {
        case .success(let chunk?): return chunk
        case .success(nil): if !state.withLock(\.readsElements) { close(.finished) }
        case .failure(let error): close(.failed(StreamFailure(.ofTransfer(error), error)))
        case nil: break
        }
        return nil
    }

    /// How a source is read.
    private enum Reading {
        /// Directly, because a task for each chunk would cost more than the chunk.
        case abortable(any AbortableSource)
        /// In a task that an abort abandons.
        case other(any ChunkSource, DetachableOperation<Result<Data?, any Error>>)
    }

    /// Begins to read. Returns nil if the body is closed.
    private func begin() throws -> Reading? {
        try state.withLock { state throws -> Reading? in
            guard state.reading == nil else { throw ConcurrentRead() }
            guard let source = state.source else { return nil }
            state.wasRead = true
            if let source = source as? any AbortableSource {
                state.reading = source
                return .abortable(source)
            }
            let work = DetachableOperation<Result<Data?, any Error>>()
            state.reading = work
            return .other(source, work)
        }
    }

    /// Called when the reader has released the body.
    fileprivate func drop() { close(state.withLock(\.wasRead) ? .dropped : .unread) }

    private func close(_ end: End) {
        // Both are released outside the lock, because the source may run any code.
        let (source, reading) = state.withLock { state in
            defer { state.source = nil }
            return (state.source, state.reading)
        }
        ended.fulfill(end)
        clock?.stop()
        reading?.abort()
        withExtendedLifetime(source) {}
    }
}

/// The reader's reference to a live body. Releasing it drops the rest of the body.
private final class StreamHandle: ElementSource {
    private let relay: StreamRelay
    /// Whether a reader has read the whole body. There is nothing for another one.
    private let isSpent = LockedValue(false)

    init(_ relay: StreamRelay) {
        self.relay = relay
    }

    deinit {
        relay.drop()
    }

    func next() async throws -> Data? {
        guard !isSpent.withLock({ $0 }) else { throw BodyAlreadyRead() }
        let chunk = try await relay.next()
        if chunk == nil { isSpent.withLock { $0 = true } }
        return chunk
    }

    func readElements() { relay.readElements() }

    func didReadElement() { relay.didReadElement() }

    func finish() async throws {
        try await relay.finish()
        isSpent.withLock { $0 = true }
    }

    func fail(_ failure: StreamFailure) async -> any Error { await relay.fail(failure) }
}

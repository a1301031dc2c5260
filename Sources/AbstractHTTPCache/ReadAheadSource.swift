import AbstractHTTP
import Foundation

/// Reads a body in its own task, up to a limit. Requests that wait for the whole body do not wait for a slow reader.
///
/// Above the limit, the reader reads the source itself. When the reader leaves, the task continues only if another
/// request waits for the body.
final class ReadAheadSource: ChunkSource {
    private let ahead: Ahead

    /// - Parameters:
    ///   - limit: How many bytes are read ahead.
    ///   - takeOver: Called with the task when the reader leaves. Returns whether the task continues.
    init(_ source: any ChunkSource, limit: Int, takeOver: @escaping @Sendable (Task<Void, Never>) -> Bool) {
        ahead = Ahead(source, limit: limit, takeOver: takeOver)
        ahead.start()
    }

    deinit { ahead.leave() }

    func next() async throws -> Data? { try await ahead.next() }
}

/// What the task and the reader share.
private final class Ahead: Sendable {
    private typealias Turn = Promise<Result<Data?, any Error>>

    private struct State: Sendable {
        /// What the reader has not read yet.
        /// A slice, because removing its first chunk does not move the others.
        var chunks: ArraySlice<Data> = []
        /// The number of bytes that the task has read.
        var byteCount = 0
        /// How the body ended.
        var end: Result<Data?, any Error>?
        var isAboveLimit = false
        var reader: Turn?
        var hasReaderLeft = false
        var task: Task<Void, Never>?
    }

    private enum Step {
        case done(Result<Data?, any Error>)
        case read
        case wait
    }

    private let source: any ChunkSource
    private let limit: Int
    private let takeOver: @Sendable (Task<Void, Never>) -> Bool
    private let state = LockedValue(State())

    init(_ source: any ChunkSource, limit: Int, takeOver: @escaping @Sendable (Task<Void, Never>) -> Bool) {
        (self.source, self.limit, self.takeOver) = (source, limit, takeOver)
    }

    func start() {
        let task = Task { await run() }
        state.withLock { $0.task = task }
    }

    private func run() async {
        do {
            for try await chunk in ResponseBody(source) {
                guard deliver(chunk) else { return }
            }
            end(.success(nil))
        } catch {
            end(.failure(error))
        }
    }

    /// Returns whether the task continues.
    private func deliver(_ chunk: Data) -> Bool {
        let (reader, goesOn) = state.withLock { state in
            state.byteCount += chunk.count
            state.isAboveLimit = state.byteCount > limit
            let reader = state.reader.take()
            if reader == nil, !state.hasReaderLeft { state.chunks.append(chunk) }
            return (reader, !state.isAboveLimit)
        }
        reader?.fulfill(.success(chunk))
        return goesOn
    }

    private func end(_ result: Result<Data?, any Error>) {
        let reader = state.withLock { state in
            state.end = result
            state.task = nil
            return state.reader.take()
        }
        reader?.fulfill(result)
    }

    func next() async throws -> Data? {
        let turn = Turn()
        switch step(turn) {
        case .done(let result): return try result.get()
        case .read: return try await source.next()
        case .wait: return try await turn.value { self.leave() }
        }
    }

    private func step(_ turn: Turn) -> Step {
        state.withLock { state in
            if state.hasReaderLeft { return .done(.failure(CancellationError())) }
            if !state.chunks.isEmpty { return .done(.success(state.chunks.removeFirst())) }
            if state.isAboveLimit { return .read }
            if let end = state.end { return .done(end) }
            guard state.reader == nil else { return .done(.failure(ConcurrentRead())) }
            state.reader = turn
            return .wait
        }
    }

    /// Called when the reader stops reading.
    func leave() {
        let (reader, task) = state.withLock { state in
            state.hasReaderLeft = true
            state.chunks = []
            return (state.reader.take(), state.task)
        }
        reader?.fulfill(.failure(CancellationError()))
        if let task, !takeOver(task) { task.cancel() }
    }
}

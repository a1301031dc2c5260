import AbstractHTTP
import Foundation

/// Passes the chunks of a body on, and keeps a copy. At the end of the body, the copy is complete.
final class StoringSource: ChunkSource {
    private struct State: Sendable {
        var copy: Data? = Data()
        var isOver = false
    }

    private let source: any ChunkSource
    private let limit: Int
    private let complete: @Sendable (Data) async -> Void
    private let exceed: @Sendable () async -> Void
    private let abandon: @Sendable () -> Void
    private let state = LockedValue(State())

    /// - Parameters:
    ///   - limit: The maximum size of the copy in bytes.
    ///   - complete: Called with the whole body, before its reader learns about the end.
    ///   - exceed: Called if there is no copy because the body is too large, before its reader gets the chunk that
    ///     exceeds the limit.
    ///   - abandon: Called if there is no copy because the body breaks off or is not read to its end.
    init(
        _ body: ResponseBody, limit: Int, complete: @escaping @Sendable (Data) async -> Void,
        exceed: @escaping @Sendable () async -> Void, abandon: @escaping @Sendable () -> Void
    ) {
        source = body.makeSource()
        (self.limit, self.complete, self.exceed, self.abandon) = (limit, complete, exceed, abandon)
    }

    deinit { end() }

    func next() async throws -> Data? {
        do {
            let chunk = try await source.next()
            if let chunk {
                if !keep(chunk) { await exceed() }
            } else if Task.isCancelled {
                // Some sources end early in a canceled task. Their body is then incomplete.
                end()
            } else if let copy = takeCopy() {
                await complete(copy)
            }
            return chunk
        } catch {
            end()
            throw error
        }
    }

    /// Adds a chunk to the copy. Returns false, once, if it is too large for the copy.
    private func keep(_ chunk: Data) -> Bool {
        state.withLock { state in
            guard let count = state.copy?.count else { return true }
            guard count + chunk.count <= limit else {
                state = State(copy: nil, isOver: true)
                return false
            }
            state.copy?.append(chunk)
            return true
        }
    }

    private func takeCopy() -> Data? {
        state.withLock { state in
            defer { state = State(copy: nil, isOver: true) }
            return state.copy
        }
    }

    private func end() {
        let isFirst = state.withLock { state in
            defer { state = State(copy: nil, isOver: true) }
            return !state.isOver
        }
        if isFirst { abandon() }
    }
}

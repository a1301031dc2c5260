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
    private let abandon: @Sendable (_ isTooLarge: Bool) -> Void
    private let state = LockedValue(State())

    /// - Parameters:
    ///   - limit: The maximum size of the copy in bytes.
    ///   - complete: Called with the whole body, before its reader learns about the end.
    ///   - abandon: Called if there is no copy because the body is too large, breaks off, or is not read to its end.
    init(
        _ body: ResponseBody, limit: Int, complete: @escaping @Sendable (Data) async -> Void,
        abandon: @escaping @Sendable (_ isTooLarge: Bool) -> Void
    ) {
        source = body.makeSource()
        (self.limit, self.complete, self.abandon) = (limit, complete, abandon)
    }

    deinit { end() }

    func next() async throws -> Data? {
        do {
            let chunk = try await source.next()
            if let chunk {
                keep(chunk)
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

    private func keep(_ chunk: Data) {
        let isTooLarge = state.withLock { state in
            guard let count = state.copy?.count else { return false }
            guard count + chunk.count <= limit else { return true }
            state.copy?.append(chunk)
            return false
        }
        if isTooLarge { end(isTooLarge: true) }
    }

    private func takeCopy() -> Data? {
        state.withLock { state in
            defer { state = State(copy: nil, isOver: true) }
            return state.copy
        }
    }

    private func end(isTooLarge: Bool = false) {
        let isFirst = state.withLock { state in
            defer { state = State(copy: nil, isOver: true) }
            return !state.isOver
        }
        if isFirst { abandon(isTooLarge) }
    }
}

import Foundation

/// Hands on the chunks of a source, no more and no faster than a limit says.
final class LimitedSource: ChunkSource {
    private struct State {
        /// What is left of a chunk that was too large for its moment.
        var rest = Data()
        var count = 0
        /// When the bytes that were handed on are paid for.
        var due = Duration.zero
    }

    private let source: any ChunkSource
    private let limit: TransferLimits.Limit
    private let stopwatch: Stopwatch
    private let state = LockedValue(State())

    init(_ source: any ChunkSource, _ limit: TransferLimits.Limit, _ clock: any Clock<Duration>) {
        self.source = source
        self.limit = limit
        stopwatch = Stopwatch(clock)
    }

    /// Throws ``BodyTooLarge`` with the first byte that is too many.
    func next() async throws -> Data? {
        let rest = state.withLock { $0.rest }
        guard let chunk = rest.isEmpty ? try await source.next() : rest else { return nil }
        if rest.isEmpty { try count(chunk) }
        guard let rate = limit.bytesPerSecond.map({ max(1, $0) }) else { return chunk }
        // Four pieces a second, so that a large chunk is not a long silence.
        let piece = chunk.prefix(max(1, rate / 4))
        try await stopwatch.sleep(until: pay(for: piece.count, rate))
        state.withLock { $0.rest = chunk.dropFirst(piece.count) }
        return piece
    }

    private func count(_ chunk: Data) throws(BodyTooLarge) {
        let count = state.withLock { state in
            state.count += chunk.count
            return state.count
        }
        if let maximum = limit.maximumBytes, count > maximum { throw BodyTooLarge(limit: maximum) }
    }

    /// Returns when `count` bytes may go on. Time in which nothing came is not made up for.
    private func pay(for count: Int, _ rate: Int) -> Duration {
        state.withLock { state in
            state.due = max(state.due, stopwatch.now) + .seconds(1) * Double(count) / Double(rate)
            return state.due
        }
    }
}

extension ResponseStream {
    /// The response, its body within `limit`. Throws ``BodyTooLarge`` when its length is known and too large.
    func limited(by config: ConnectionConfig) throws(BodyTooLarge) -> Self {
        let limit = config.limits.download
        guard limit != .none else { return self }
        if let maximum = limit.maximumBytes, let length = headers.bodyLength, length > maximum {
            throw BodyTooLarge(limit: maximum)
        }
        var stream = self
        stream.body = ResponseBody(LimitedSource(body.makeSource(), limit, config.clock))
        return stream
    }
}

extension Request {
    /// The request, its body within `limit`. Throws ``BodyTooLarge`` when its length is known and too large.
    func limited(by config: ConnectionConfig) throws(BodyTooLarge) -> Self {
        let limit = config.limits.upload
        guard let body, limit != .none else { return self }
        if let maximum = limit.maximumBytes, let length = body.length, length > maximum {
            throw BodyTooLarge(limit: maximum)
        }
        guard limit.bytesPerSecond != nil || body.length == nil else { return self }
        var request = self
        request.body = body.limited { [clock = config.clock] in LimitedSource($0, limit, clock) }
        return request
    }
}

import Foundation

/// Passes on the chunks of a source within a limit of size and speed.
final class LimitedSource: ChunkSource {
    private struct State {
        /// The rest of a chunk that was too large to pass on in one piece.
        var rest = Data()
        var count = 0
        /// The time at which the speed limit allows all bytes that were passed on.
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

    /// Throws ``BodyTooLarge`` at the first byte over the limit.
    func next() async throws -> Data? {
        let rest = state.withLock { $0.rest }
        guard let chunk = rest.isEmpty ? try await source.next() : rest else { return nil }
        if rest.isEmpty { try count(chunk) }
        guard let rate = limit.bytesPerSecond.map({ max(1, $0) }) else { return chunk }
        // Pass on four pieces per second, so that a large chunk does not cause a long silence.
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

    /// Returns the time at which `count` bytes may be passed on. Idle time is not made up for.
    private func pay(for count: Int, _ rate: Int) -> Duration {
        state.withLock { state in
            state.due = max(state.due, stopwatch.now) + .seconds(1) * Double(count) / Double(rate)
            return state.due
        }
    }
}

extension ResponseStream {
    /// The response with a limited body. Throws ``BodyTooLarge`` if its length is known and too large.
    func limited(by config: ConnectionConfig, for request: Request) throws(BodyTooLarge) -> Self {
        let limit = config.limits.download
        guard limit != .none else { return self }
        // These responses have no body, whatever length they declare (RFC 9112, section 6.3).
        let hasBody = request.method != .head && statusCode != 204 && statusCode != 304
        if hasBody, let maximum = limit.maximumBytes, let length = headers.bodyLength, length > maximum {
            throw BodyTooLarge(limit: maximum)
        }
        var stream = self
        stream.body = ResponseBody(LimitedSource(body.makeSource(), limit, config.clock))
        return stream
    }
}

extension Request {
    /// The request with a limited body. Throws ``BodyTooLarge`` if its length is known and too large.
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

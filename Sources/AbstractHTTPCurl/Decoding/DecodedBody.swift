import AbstractHTTP
import Foundation

/// A response body with one content coding removed.
///
/// It is decoded while it is read, on the reader's thread. Unread data takes no memory, and the connector's thread
/// never waits for a decoder.
final class DecodedBody: AbortableSource {
    private let source: any AbortableSource
    private let transfer: Transfer
    private let blocks: BlockPool
    private let state: LockedValue<State>

    private struct State: Sendable {
        var decoder: BodyDecoder
        var slice = TimeSlice()
    }

    init(_ source: any AbortableSource, _ coding: ContentCoding, _ transfer: Transfer, _ blocks: BlockPool) {
        self.source = source
        self.transfer = transfer
        self.blocks = blocks
        state = LockedValue(State(decoder: BodyDecoder(coding)))
    }

    func next() async throws -> Data? { try await next { try await source.next() } }

    func nextUnlessAborted() async throws -> Data? { try await next { try await source.nextUnlessAborted() } }

    func abort() { source.abort() }

    func stopReadingAhead() { source.stopReadingAhead() }

    /// Returns the next block. `read` reads encoded bytes.
    private func next(_ read: () async throws -> Data?) async throws -> Data? {
        while true {
            switch try step() {
            case .output(let block):
                await yieldIfLate(block.count)
                return blocks.data(block)
            case .goesOn: await yieldIfLate(TimeSlice.bytesPerLook)
            case .end: return nil
            case .needsInput:
                let bytes = try await encoded(read)
                state.withLock { $0.decoder.append(bytes) }
                // A source that decodes, too, may never wait.
                await yieldIfLate(bytes?.count ?? 0)
            }
        }
    }

    /// Decodes a block. Checks for a cancel each time, because a source that decodes, too, may not wait for long.
    private func step() throws -> BodyDecoder.Step {
        guard !transfer.isAbandoned else { throw CancellationError() }
        return try state.withLock { state throws(TransportError) in try state.decoder.next(blocks) }
    }

    /// Lets other tasks run if many bytes were decoded without waiting.
    private func yieldIfLate(_ bytes: Int) async {
        if state.withLock({ $0.slice.isOver(after: bytes) }) { await Task.yield() }
    }

    /// Reads encoded bytes. A `.cutOff` error is changed to count decoded bytes.
    private func encoded(_ read: () async throws -> Data?) async throws -> Data? {
        do {
            return try await read()
        } catch let error as TransportError {
            guard case .cutOff = error.kind else { throw error }
            let received = state.withLock(\.decoder.byteCount)
            throw TransportError(
                .cutOff(received: received, expected: nil), error.message, underlying: error.underlying)
        }
    }
}

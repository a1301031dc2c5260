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
    private let decoder: LockedValue<BodyDecoder>

    init(_ source: any AbortableSource, _ coding: ContentCoding, _ transfer: Transfer, _ blocks: BlockPool) {
        self.source = source
        self.transfer = transfer
        self.blocks = blocks
        decoder = LockedValue(BodyDecoder(coding))
    }

    func next() async throws -> Data? {
        while true {
            switch try step() {
            case .output(let block): return blocks.data(block)
            case .end: return nil
            case .needsInput: append(try await encoded { try await source.next() })
            }
        }
    }

    func nextUnlessAborted() async throws -> Data? {
        while true {
            switch try step() {
            case .output(let block): return blocks.data(block)
            case .end: return nil
            case .needsInput: append(try await encoded { try await source.nextUnlessAborted() })
            }
        }
    }

    func abort() { source.abort() }

    func stopReadingAhead() { source.stopReadingAhead() }

    /// Decodes a block. Checks for a cancel each time, because a source that decodes, too, may not wait for long.
    private func step() throws -> BodyDecoder.Step {
        guard !transfer.isAbandoned else { throw CancellationError() }
        return try decoder.withLock { decoder throws(TransportError) in try decoder.next(blocks) }
    }

    private func append(_ bytes: Data?) { decoder.withLock { $0.append(bytes) } }

    /// Reads encoded bytes. A `.cutOff` error is changed to count decoded bytes.
    private func encoded(_ read: () async throws -> Data?) async throws -> Data? {
        do {
            return try await read()
        } catch let error as TransportError {
            guard case .cutOff = error.kind else { throw error }
            let received = decoder.withLock(\.byteCount)
            throw TransportError(
                .cutOff(received: received, expected: nil), error.message, underlying: error.underlying)
        }
    }
}

import AbstractHTTP
import Foundation

/// A file, read into memory that is used again.
final class FileBlocks: ChunkSource {
    private let file: Guarded<FileHandle>
    private let blocks: BlockPool

    /// Throws a `CocoaError` when the file is missing.
    init(_ url: URL, _ blocks: BlockPool) throws {
        file = Guarded(try FileHandle(forReadingFrom: url))
        self.blocks = blocks
    }

    /// Throws a `POSIXError` when the file cannot be read.
    func next() async throws -> Data? {
        let block = blocks.take()
        let count = file.withLock { file in
            var count = -1
            repeat {
                count = read(file.fileDescriptor, block.memory, BlockPool.blockSize)
            } while count < 0 && errno == EINTR
            return count
        }
        guard count > 0 else {
            let error = POSIXError.last
            blocks.give(block)
            if count < 0 { throw error }
            return nil
        }
        return blocks.data(block, count: count)
    }
}

import AbstractHTTP
import Foundation

/// A file, read into memory that is used again.
final class FileBlocks: ChunkSource {
    private let file: Guarded<FileHandle>
    private let blocks: BlockPool

    /// Throws a `CocoaError` when the file is missing.
    init(_ url: URL, _ blocks: BlockPool) throws {
        let handle = try FileHandle(forReadingFrom: url)
        file = Guarded(handle)
        self.blocks = blocks
    }

    /// Throws a `POSIXError` when the file cannot be read.
    func next() async throws -> Data? {
        let block = blocks.take()
        do {
            block.count = try file.withLock { try Self.read(from: $0.fileDescriptor, into: block) }
            if block.count > 0 { return blocks.data(block) }
        } catch {
            blocks.give(block)
            throw error
        }
        blocks.give(block)
        return nil
    }

    private static func read(from descriptor: Int32, into block: Block) throws -> Int {
        while true {
            let count = Foundation.read(descriptor, block.memory, block.size)
            if count >= 0 { return count }
            let error = POSIXError.last
            guard error.code == .EINTR else { throw error }
        }
    }
}

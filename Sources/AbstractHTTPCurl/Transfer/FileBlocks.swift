import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// A file, read into memory that is used again, or to where its bytes are wanted.
final class FileBlocks: ChunkSource {
    private struct State {
        let file: FileHandle
        var measure: BodyMeasure?

        mutating func note(_ byteCount: Int?) throws(BodyLengthMismatch) {
            try measure?.note(byteCount)
            // Some versions of libcurl ask for no more than was declared, and then nobody would see that there is more.
            if measure?.isComplete == true, file.goesOn { try measure?.note(1) }
        }
    }

    private let state: LockedValue<State>
    private let blocks: BlockPool

    /// Opens the file, of which `length` bytes are expected; nil for as many as there are. Throws a `CocoaError` when
    /// it is missing.
    init(_ url: URL, length: Int?, _ blocks: BlockPool) throws {
        let file = try FileHandle(forReadingFrom: url)
        state = LockedValue(State(file: file, measure: length.map { BodyMeasure(declared: $0) }))
        self.blocks = blocks
    }

    /// The next bytes; waits for the disk, where they are not in memory. Throws a `POSIXError` when the file cannot be
    /// read, and ``BodyLengthMismatch``.
    func next() async throws -> Data? {
        let block = blocks.take()
        do {
            block.count = try state.withLock { state in
                let count = try Self.read(from: state.file.fileDescriptor, into: block)
                try state.note(count > 0 ? count : nil)
                return count
            }
            if block.count > 0 { return blocks.data(block) }
        } catch {
            blocks.give(block)
            throw error
        }
        blocks.give(block)
        return nil
    }

    /// Copies the next bytes to `buffer` when the system has them in memory, and returns how many; 0 when somebody has
    /// to wait for them, or for the end. Throws ``BodyLengthMismatch``.
    func readCached(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try state.withLock { state in
            let count = max(0, LCReadCached(state.file.fileDescriptor, buffer.baseAddress, buffer.count))
            if count > 0 { try state.note(count) }
            return count
        }
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

extension FileHandle {
    /// Whether there are bytes after those that were read.
    fileprivate var goesOn: Bool {
        var status = stat()
        let offset = lseek(fileDescriptor, 0, SEEK_CUR)
        return offset >= 0 && fstat(fileDescriptor, &status) == 0 && status.st_size > offset
    }
}

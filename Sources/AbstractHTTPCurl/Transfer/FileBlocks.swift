import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// A file that is read into reusable memory, or into a given buffer.
final class FileBlocks: ChunkSource {
    private struct State {
        let file: FileHandle
        var measure: BodyMeasure?

        mutating func note(_ byteCount: Int?) throws(BodyLengthMismatch) {
            try measure?.note(byteCount)
            // Some versions of libcurl stop at the declared length, so check here whether the file is longer.
            if measure?.isComplete == true, file.goesOn { try measure?.note(1) }
        }
    }

    private let state: LockedValue<State>
    private let blocks: BlockPool

    /// Opens the file, which must have `length` bytes, or any number if that is nil. Throws
    /// ``AbstractHTTP/InvalidRequest/missingFile(path:)``.
    init(_ url: URL, length: Int?, _ blocks: BlockPool) throws(InvalidRequest) {
        guard let file = try? FileHandle(forReadingFrom: url) else { throw .missingFile(path: url.path) }
        state = LockedValue(State(file: file, measure: length.map { BodyMeasure(declared: $0) }))
        self.blocks = blocks
    }

    /// Returns the next bytes. Waits for the disk if they are not in memory. Throws a `POSIXError` if the file cannot
    /// be read, and ``BodyLengthMismatch``.
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

    /// Copies the next bytes to `buffer` if the system has them in memory, and returns their number. Returns 0 if they
    /// have to be waited for, or at the end. Throws ``BodyLengthMismatch``.
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
    /// Whether unread bytes remain.
    fileprivate var goesOn: Bool {
        var status = stat()
        let offset = lseek(fileDescriptor, 0, SEEK_CUR)
        return offset >= 0 && fstat(fileDescriptor, &status) == 0 && status.st_size > offset
    }
}

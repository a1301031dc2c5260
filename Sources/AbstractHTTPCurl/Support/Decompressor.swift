import AbstractHTTPLibcurl
import Foundation

/// A decoder of zlib, Brotli, or Zstandard.
///
/// `@unchecked Sendable`: its owner uses it under a lock.
final class Decompressor: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    /// Returns nil if there is no memory.
    init?(_ format: LCFormat) {
        guard let pointer = LCDecoderMake(format) else { return nil }
        self.pointer = pointer
    }

    deinit {
        LCDecoderFree(pointer)
    }

    /// Decodes from `input`, removes the bytes it consumed, and appends the result to `block`.
    func run(_ input: inout Data, into block: Block) -> LCDecoding {
        var (used, result) = (0, LCDecoding.continues)
        input.withUnsafeBytes { bytes in
            var next = bytes.bindMemory(to: UInt8.self).baseAddress
            var left = bytes.count
            var (room, output) = (
                block.room,
                (block.memory + block.count).assumingMemoryBound(to: UInt8.self) as UnsafeMutablePointer<UInt8>?
            )
            result = LCDecoderRun(pointer, &next, &left, &output, &room)
            used = bytes.count - left
            block.count += block.room - room
        }
        input = input.dropFirst(used)
        return result
    }
}

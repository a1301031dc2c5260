import AbstractHTTPLibcurl
import Foundation

/// A decoder of a library.
///
/// `@unchecked Sendable`: who holds it uses it behind a lock.
final class Decompressor: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    /// Fails when there is no memory.
    init?(_ format: LCFormat) {
        guard let pointer = LCDecoderMake(format) else { return nil }
        self.pointer = pointer
    }

    deinit {
        LCDecoderFree(pointer)
    }

    /// Decodes from the front of `input`, which loses what was used, to the end of `block`.
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

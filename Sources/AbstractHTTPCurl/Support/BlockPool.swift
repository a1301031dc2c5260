import AbstractHTTP
import Foundation

/// Memory for the bytes of bodies that is used again: a new block costs the system a fault for each of its pages.
final class BlockPool: Sendable {
    private static let mostFree = 32
    private static let mostBytesCopied = 32 << 10

    private let free = Guarded<[Block]>([])

    /// An empty block.
    func take() -> Block { free.withLock { $0.popLast() } ?? Block() }

    func give(_ block: Block) {
        block.count = 0
        free.withLock { free in
            if free.count < Self.mostFree { free.append(block) }
        }
    }

    /// The bytes of `block`, which is given back: at once when they are few and are copied, or when nobody holds them any more.
    func data(_ block: Block) -> Data {
        guard block.count > Self.mostBytesCopied else {
            defer { give(block) }
            return Data(bytes: block.memory, count: block.count)
        }
        return Data(
            bytesNoCopy: block.memory, count: block.count, deallocator: .custom { [self] _, _ in give(block) })
    }
}

/// Memory that one owner has at a time, and how many bytes are in it.
///
/// `@unchecked Sendable`: it is written while a transfer or a file fills it, and read when it is a part of a body.
final class Block: @unchecked Sendable {
    /// In bytes.
    static let size = 128 << 10

    let memory = UnsafeMutableRawPointer.allocate(byteCount: Block.size, alignment: 64)
    var count = 0
    var room: Int { Block.size - count }

    deinit {
        memory.deallocate()
    }

    /// Adds `bytes`, for which there is room.
    func append(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(start: memory + count, count: room).copyMemory(from: bytes)
        count += bytes.count
    }
}

import AbstractHTTP
import Foundation

/// Reusable memory for the bytes of bodies. A new block costs a page fault for each of its pages.
final class BlockPool: Sendable {
    private struct State {
        var free: [Block] = []
        /// The number of blocks in use.
        var taken = 0
    }

    private static let mostFree = 32
    private static let mostBytesCopied = 32 << 10
    /// If more blocks than this are in use, a few bytes do not occupy a whole block.
    static let mostTaken = 16

    private let state = LockedValue(State())

    /// Returns an empty block.
    func take() -> Block {
        let block = state.withLock { state in
            state.taken += 1
            return state.free.popLast()
        }
        return block ?? Block()
    }

    /// Takes back `block`, which belongs to this pool.
    func give(_ block: Block) {
        guard block.size == Block.usualSize else { return }
        block.count = 0
        state.withLock { state in
            state.taken -= 1
            if state.free.count < Self.mostFree { state.free.append(block) }
        }
    }

    /// Returns `block`, or a copy with the exact size if it has few bytes and many other blocks are in use.
    func spared(_ block: Block) -> Block {
        guard block.count <= Self.mostBytesCopied, state.withLock({ $0.taken }) > Self.mostTaken else { return block }
        let copy = Block(size: max(1, block.count))
        copy.append(block.bytes)
        return copy
    }

    /// Returns the bytes of `block` and takes the block back: immediately if the bytes are few and copied, otherwise
    /// when the data is released.
    func data(_ block: Block) -> Data {
        guard block.count > Self.mostBytesCopied else {
            defer { give(block) }
            return Data(bytes: block.memory, count: block.count)
        }
        return Data(
            bytesNoCopy: block.memory, count: block.count, deallocator: .custom { [self] _, _ in give(block) })
    }
}

/// Memory with one owner at a time, and the number of bytes in it.
///
/// `@unchecked Sendable`: it is written while a transfer or a file fills it, and read when it is a part of a body.
final class Block: @unchecked Sendable {
    /// The size of most blocks, in bytes.
    static let usualSize = 128 << 10

    /// The size, in bytes.
    let size: Int
    let memory: UnsafeMutableRawPointer
    var count = 0

    init(size: Int = Block.usualSize) {
        self.size = size
        memory = .allocate(byteCount: size, alignment: 64)
    }

    deinit {
        memory.deallocate()
    }

    var room: Int { size - count }
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

    /// Adds `bytes`, which must fit.
    func append(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(start: memory + count, count: room).copyMemory(from: bytes)
        count += bytes.count
    }
}

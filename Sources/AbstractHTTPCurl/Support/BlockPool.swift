import AbstractHTTP
import Foundation

/// Memory for the bytes of bodies that is used again: a new block costs the system a fault for each of its pages.
final class BlockPool: Sendable {
    private struct State {
        var free: [Block] = []
        /// How many blocks somebody has.
        var taken = 0
    }

    private static let mostFree = 32
    private static let mostBytesCopied = 32 << 10
    /// With more blocks than this in use, few bytes do not keep one.
    static let mostTaken = 16

    private let state = LockedValue(State())

    /// An empty block.
    func take() -> Block {
        let block = state.withLock { state in
            state.taken += 1
            return state.free.popLast()
        }
        return block ?? Block()
    }

    /// Takes `block` back, which is of this pool.
    func give(_ block: Block) {
        guard block.size == Block.usualSize else { return }
        block.count = 0
        state.withLock { state in
            state.taken -= 1
            if state.free.count < Self.mostFree { state.free.append(block) }
        }
    }

    /// `block`, or a copy of its bytes in a block of their size, when they are few and many others wait to be read.
    func spared(_ block: Block) -> Block {
        guard block.count <= Self.mostBytesCopied, state.withLock({ $0.taken }) > Self.mostTaken else { return block }
        let copy = Block(size: max(1, block.count))
        copy.append(block.bytes)
        return copy
    }

    /// The bytes of `block`, which is given back: at once when they are few and are copied, or when nobody holds them
    /// any more.
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
    static let usualSize = 128 << 10

    /// In bytes.
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

    /// Adds `bytes`, for which there is room.
    func append(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(start: memory + count, count: room).copyMemory(from: bytes)
        count += bytes.count
    }
}

import AbstractHTTP
import Foundation

/// Memory for the bytes of bodies that is used again: a new block costs the system a fault for each of its pages.
final class BlockPool: Sendable {
    /// The size of a block, in bytes.
    static let blockSize = 128 << 10
    private static let mostFree = 16

    private let free = Guarded<[Block]>([])

    deinit {
        for block in free.withLock({ $0 }) { block.memory.deallocate() }
    }

    /// An empty block.
    func take() -> Block { free.withLock { $0.popLast() } ?? Block() }

    func give(_ block: Block) {
        let isKept = free.withLock { free in
            guard free.count < Self.mostFree else { return false }
            free.append(block)
            return true
        }
        if !isKept { block.memory.deallocate() }
    }

    /// The first `count` bytes of `block`, which is given back when nobody holds them any more.
    func data(_ block: Block, count: Int) -> Data {
        Data(bytesNoCopy: block.memory, count: count, deallocator: .custom { [self] _, _ in give(block) })
    }
}

/// Memory that one owner has at a time.
///
/// `@unchecked Sendable`: it is written while a transfer has it, and read when it is a part of a body.
struct Block: @unchecked Sendable {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: BlockPool.blockSize, alignment: 64)
}

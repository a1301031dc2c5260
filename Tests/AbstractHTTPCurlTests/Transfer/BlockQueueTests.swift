import Foundation
import Testing

@testable import AbstractHTTPCurl

@Suite struct BlockQueueTests {
    private let pool = BlockPool()

    @Test func smallAppendsAreCoalesced() {
        var queue = BlockQueue()

        let taken = ["one", " two", "", " three"].map { queue.append(.of(Data($0.utf8))) }

        #expect(taken == [true, false, false, false])
        #expect(queue.count == 1)
        #expect(queue.byteCount == 13)
        #expect(queue.popFirst().map { pool.data($0) } == Data("one two three".utf8))
        #expect(queue.isEmpty)
    }

    @Test func bytesKeepTheirOrder() {
        var (queue, sent, received) = (BlockQueue(), Data(), Data())
        var random = SystemRandomNumberGenerator()
        let pattern = Data((0..<Block.usualSize * 2).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        for _ in 0..<200 {
            let start = Int.random(in: 0...Block.usualSize, using: &random)
            let data = pattern[start..<start + Int.random(in: 0...Block.usualSize, using: &random)]
            sent += data
            _ = queue.append(.of(data))
            if Bool.random(), let block = queue.popFirst() { received += pool.data(block) }
            #expect(queue.byteCount == sent.count - received.count)
        }
        while let block = queue.popFirst() { received += pool.data(block) }

        #expect(received == sent)
        #expect(queue.count == 0)
    }

    @Test func blocksAreReused() {
        let block = pool.take()
        block.append(UnsafeRawBufferPointer(start: block.memory, count: 3))

        #expect(pool.data(block).count == 3)
        #expect(pool.take() === block)
        #expect(block.count == 0)
    }

    @Test func smallDataIsCopiedWhenManyBlocksAreInUse() {
        let block = pool.take()
        block.append(UnsafeRawBufferPointer(start: block.memory, count: 3))
        #expect(pool.spared(block) === block)
        let others = (0..<BlockPool.mostTaken).map { _ in pool.take() }

        let copy = pool.spared(block)
        #expect(copy !== block)
        #expect(copy.size == 3)
        #expect(pool.data(copy).count == 3)

        block.count = block.size
        #expect(pool.spared(block) === block)
        for other in others { pool.give(other) }
        block.count = 3
        #expect(pool.spared(block) === block)
    }

    @Test func largeDataKeepsItsBlockUntilReleased() {
        let block = pool.take()
        let memory = block.memory
        block.count = Block.usualSize
        do {
            let data = pool.data(block)
            #expect(data.withUnsafeBytes { $0.baseAddress } == UnsafeRawPointer(memory))
            #expect(pool.take() !== block)
        }

        #expect(pool.take() === block)
    }
}

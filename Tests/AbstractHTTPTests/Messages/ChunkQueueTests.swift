import AbstractHTTP
import Foundation
import Testing

@Suite struct ChunkQueueTests {
    @Test func chunksComeOutInTheirOrder() {
        var queue = ChunkQueue()
        let chunks = (0..<100).map { Data(repeating: UInt8($0), count: 60_000) }

        for chunk in chunks { queue.append(chunk) }

        #expect(queue.byteCount == 6_000_000)
        #expect(queue.count == 100)
        #expect((0..<100).map { _ in queue.popFirst() } == chunks)
        #expect(queue.popFirst() == nil)
        #expect(queue.isEmpty)
    }

    @Test func smallPiecesAreCoalesced() {
        var queue = ChunkQueue()

        for byte in 0..<70_000 { queue.append(Data([UInt8(truncatingIfNeeded: byte)])) }
        queue.append(Data())

        #expect(queue.count == 2)
        #expect(queue.popFirst()?.count == 65_536)
        #expect(queue.popFirst()?.count == 70_000 - 65_536)
    }

    @Test func bytesAreTakenAcrossChunks() {
        var (queue, bytes) = (ChunkQueue(), Data())
        let chunks = (1...90).map { Data(repeating: UInt8($0), count: 1_000 * $0) }
        for chunk in chunks { queue.append(chunk) }
        var buffer = [UInt8](repeating: 0, count: 7_777)

        while !queue.isEmpty {
            let count = buffer.withUnsafeMutableBytes { queue.popFirst(into: $0) }
            bytes += buffer.prefix(count)
        }

        #expect(bytes == chunks.reduce(Data(), +))
        #expect(queue.count == 0)
    }

    @Test func unreadRestIsTakenAsOneChunk() {
        var queue = ChunkQueue()
        queue.append(Data([1, 2, 3]))
        var buffer: [UInt8] = [0]

        let count = buffer.withUnsafeMutableBytes { queue.popFirst(into: $0) }
        queue.append(Data([4]))

        #expect(count == 1)
        #expect(queue.byteCount == 3)
        #expect(queue.popFirst() == Data([2, 3, 4]))
        #expect(queue.byteCount == 0)
    }
}

import AbstractHTTP
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// What the loop publishes and a task reads.
@Suite(.timeLimit(.minutes(5))) struct TransferTests {
    private let pool = BlockPool()

    private func transfer() throws -> Transfer {
        try Transfer(Request(url: #require(URL(string: "http://example.com/"))), ExchangeContext(), pool)
    }

    /// Publishes a block of one byte, and reads it.
    private func readOne(of transfer: Transfer, isHere: Bool = false) async throws {
        transfer.publish(block: .of(Data(count: 1))).waiter?.resume()
        _ = try await transfer.next(isHere: isHere) {}
    }

    @Test func readerGetsLastBytesBeforeTheEnd() async throws {
        for _ in 0..<20_000 {
            let transfer = try transfer()
            async let first = transfer.next {}
            transfer.publish(block: .of(Data("last".utf8)), end: .success(())).waiter?.resume()

            #expect(try await first == Data("last".utf8))
            #expect(try await transfer.next {} == nil)
        }
    }

    @Test func firstEndWins() async throws {
        struct Broken: Error {}
        let transfer = try transfer()

        _ = transfer.publish(end: .failure(Broken()))
        _ = transfer.publish(end: .success(()))

        await #expect(throws: Broken.self) { try await transfer.next {} }
        #expect(transfer.hasEnded)
    }

    @Test func unreadBlocksReturnToThePool() throws {
        let block = pool.take()
        block.append(UnsafeRawBufferPointer(start: block.memory, count: 3))
        do {
            #expect(try transfer().publish(block: block).tookBlock)
        }

        #expect(pool.take() === block)
    }

    @Test(arguments: [(false, [0, 0, 0, 1, 1, 1, 1, 1]), (true, [0, 0, 0, 0, 0, 0, 0, 1])])
    func senderResumesWhenHalfIsRead(isHere: Bool, resumesAfterEach: [Int]) async throws {
        let transfer = try transfer()
        try await readOne(of: transfer, isHere: isHere)
        let resumes = LockedValue(0)
        let pauses = (0..<8).map { _ in transfer.publish(block: .of(Data(count: Block.usualSize))).pauses }

        var seen: [Int] = []
        for _ in 0..<8 {
            _ = try await transfer.next(isHere: isHere) { resumes.withLock { $0 += 1 } }
            seen.append(resumes.withLock { $0 })
        }

        #expect(pauses == Array(repeating: isHere, count: 7) + [true])
        #expect(seen == resumesAfterEach)
    }

    @Test(arguments: [(false, [1, 1]), (true, [0, 1])])
    func senderPausesAfterOneBlockWithoutAReader(isHere: Bool, resumesAfterEach: [Int]) async throws {
        let transfer = try transfer()
        let resumes = LockedValue(0)
        let pauses = (0..<2).map { _ in transfer.publish(block: .of(Data(count: Block.usualSize))).pauses }

        var seen: [Int] = []
        for _ in 0..<2 {
            _ = try await transfer.next(isHere: isHere) { resumes.withLock { $0 += 1 } }
            seen.append(resumes.withLock { $0 })
        }

        #expect(pauses == [true, true])
        #expect(seen == resumesAfterEach)
    }
}

extension Block {
    /// A block with `data`, which fits.
    static func of(_ data: Data) -> Block {
        let block = Block()
        data.withUnsafeBytes { block.append($0) }
        return block
    }
}

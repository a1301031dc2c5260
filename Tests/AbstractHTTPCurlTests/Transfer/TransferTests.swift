import AbstractHTTP
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// What the loop publishes, and a task reads.
@Suite struct TransferTests {
    private let pool = BlockPool()

    private func transfer(isReadHere: Bool = false) throws -> Transfer {
        try Transfer(Request(url: #require(URL(string: "http://example.com/"))), pool, isReadHere: isReadHere)
    }

    @Test func nobodySeesTheEndBeforeTheBytesThatCameWithIt() async throws {
        for _ in 0..<20_000 {
            let transfer = try transfer()
            async let first = transfer.next {}
            transfer.publish(block: .of(Data("last".utf8)), end: .success(())).waiter?.resume()

            #expect(try await first == Data("last".utf8))
            #expect(try await transfer.next {} == nil)
        }
    }

    @Test func ofSeveralEndsTheFirstCounts() async throws {
        struct Broken: Error {}
        let transfer = try transfer()

        _ = transfer.publish(end: .failure(Broken()))
        _ = transfer.publish(end: .success(()))

        await #expect(throws: Broken.self) { try await transfer.next {} }
        #expect(transfer.hasEnded)
    }

    @Test func whatNobodyReadIsGivenBack() throws {
        let block = pool.take()
        block.append(UnsafeRawBufferPointer(start: block.memory, count: 3))
        do {
            #expect(try transfer().publish(block: block).tookBlock)
        }

        #expect(pool.take() === block)
    }

    @Test func theSenderPausesUntilHalfIsRead() async throws {
        let transfer = try transfer()
        let resumes = Guarded(0)
        let pauses = (0..<8).map { _ in transfer.publish(block: .of(Data(count: Block.usualSize))).pauses }

        var seen: [Int] = []
        for _ in 0..<8 {
            _ = try await transfer.next { resumes.withLock { $0 += 1 } }
            seen.append(resumes.withLock { $0 })
        }

        #expect(pauses == Array(repeating: false, count: 7) + [true])
        #expect(seen == [0, 0, 0, 1, 1, 1, 1, 1])
    }

    @Test func forAReaderOnTheThreadOfTheLoopItPausesAfterOneBlock() async throws {
        let transfer = try transfer(isReadHere: true)
        let resumes = Guarded(0)

        let publication = transfer.publish(block: .of(Data(count: Block.usualSize)))
        _ = try await transfer.next { resumes.withLock { $0 += 1 } }

        #expect(publication.pauses)
        #expect(resumes.withLock { $0 } == 1)
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

import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The bytes between a session and a slow reader.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct BodyBufferTests {
    @Test func chunksComeOutInOrderAndThenTheEnd() async throws {
        let buffer = BodyBuffer(limit: 100)
        for text in ["a", "b", "c"] { try buffer.append(Data(text.utf8)) }
        buffer.finish(.success(()))

        #expect(try await readAll(buffer) == "abc")
        #expect(try await buffer.next() == nil)
    }

    @Test func surplusKeepsItsOrderThroughTheFile() async throws {
        let buffer = BodyBuffer(limit: 4)
        var (written, read) = ("", "")
        for round in 0..<3 {
            for number in 0..<5 {
                written += "<\(round)\(number)>"
                try buffer.append(Data("<\(round)\(number)>".utf8))
            }
            // The bytes in memory, and those that follow in the file.
            for _ in 0..<2 { read += String(decoding: try await buffer.next() ?? Data(), as: UTF8.self) }
        }
        buffer.finish(.success(()))

        #expect(read + (try await readAll(buffer)) == written)
    }

    @Test func fastReaderKeepsTheFileEmpty() async throws {
        let buffer = BodyBuffer(limit: 3)
        for round in 0..<100 {
            for text in ["aa", "bb", "cc"] { try buffer.append(Data(text.utf8)) }
            var read = ""
            while read.count < 6 { read += String(decoding: try await buffer.next() ?? Data(), as: UTF8.self) }

            #expect(read == "aabbcc", "round \(round)")
        }
    }

    @Test func readerWaitsForLaterBytes() async throws {
        let buffer = BodyBuffer(limit: 100)
        async let first = buffer.next()
        try buffer.append(Data("late".utf8))

        #expect(try await first == Data("late".utf8))
    }

    @Test func smallPiecesAreCoalesced() async throws {
        let buffer = BodyBuffer(limit: 4 << 20)
        for _ in 0..<200_000 { try buffer.append(Data([1])) }
        buffer.finish(.success(()))

        var sizes: [Int] = []
        while let chunk = try await buffer.next() { sizes.append(chunk.count) }

        #expect(sizes == [65_536, 65_536, 65_536, 3_392])
    }

    @Test func bytesAfterTheEndAreIgnored() async throws {
        let buffer = BodyBuffer(limit: 100)
        buffer.finish(.failure(Broken()))
        try buffer.append(Data("late".utf8))

        await #expect(throws: Broken.self) { try await buffer.next() }
    }

    @Test func anErrorComesAfterTheBytesBeforeIt() async throws {
        let buffer = BodyBuffer(limit: 1)
        try buffer.append(Data("abc".utf8))
        buffer.finish(.failure(Broken()))
        buffer.finish(.success(()))

        #expect(try await buffer.next() == Data("abc".utf8))
        await #expect(throws: Broken.self) { try await buffer.next() }
    }

    @Test func concurrentReadersAreRejected() async throws {
        let buffer = BodyBuffer(limit: 100)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    do {
                        _ = try await buffer.next()
                        return true
                    } catch {
                        buffer.finish(.success(()))
                        return false
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        #expect(Set(outcomes) == [true, false])
    }

    @Test func pausableSenderIsNotifiedOnceEachWay() async throws {
        let changes = LockedValue<[Bool]>([])
        let buffer = BodyBuffer(
            limit: 4,
            surplus: .refused { buffer in changes.withLock { [isPaused = buffer.isPaused] in $0.append(isPaused) } })
        for text in ["aa", "bb", "cc", "dd"] { try buffer.append(Data(text.utf8)) }

        #expect(changes.withLock { $0 } == [true])
        #expect(buffer.isPaused)
        #expect(try await buffer.next() == Data("aabbccdd".utf8))

        #expect(changes.withLock { $0 } == [true, false])
        #expect(!buffer.isPaused)
    }

    @Test func appendingAndReadingAtOnceLosesNothing() async throws {
        let buffer = BodyBuffer(limit: 2_000)
        let numbers = 0..<20_000
        let writer = Task.detached {
            for number in numbers { try buffer.append(Data("\(number)\n".utf8)) }
            buffer.finish(.success(()))
        }

        let text = try await readAll(buffer)
        try await writer.value

        #expect(text == numbers.map { "\($0)\n" }.joined())
    }

    @Test func spoolFileIsUnlinked() throws {
        let file = try SpoolFile()
        try file.write(Data("hello".utf8), at: 3)

        #expect(try file.read(4..<7) == Data("ell".utf8))
        #expect(throws: POSIXError.self) { try file.read(100..<101) }
        let descriptor = try #require(Mirror(reflecting: file).descendant("descriptor") as? Int32)
        var status = stat()
        let isRead = fstat(descriptor, &status) == 0
        #expect(isRead && status.st_nlink == 0)
    }

    private func readAll(_ buffer: BodyBuffer) async throws -> String {
        var data = Data()
        while let chunk = try await buffer.next() { data += chunk }
        return String(decoding: data, as: UTF8.self)
    }

}

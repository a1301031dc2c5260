import AbstractHTTP
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// A file, as the loop reads it.
@Suite(.timeLimit(.minutes(5))) struct UploadPumpTests {
    /// No two pages are the same.
    private static let content = Data((0..<(3 << 18)).flatMap { withUnsafeBytes(of: UInt32($0).bigEndian, Array.init) })

    private let url = URL.temporaryDirectory.appending(path: "\(UUID())")

    /// Reads from a pump, as the loop does.
    private struct Taker {
        let pump: UploadPump
        private let signals: AsyncStream<Void>
        private let signal: AsyncStream<Void>.Continuation

        init(_ pump: UploadPump) {
            self.pump = pump
            (signals, signal) = AsyncStream.makeStream()
        }

        /// Reads pieces of at most `size` bytes, until there are `count` bytes or no more.
        func take(by size: Int, upTo count: Int = .max) async throws -> Data {
            var bytes = Data()
            while bytes.count < count {
                var piece = Data(count: size)
                let taken = piece.withUnsafeMutableBytes { pump.read(into: $0) { [signal] in signal.yield() } }
                switch taken {
                case .copied(let count): bytes += piece.prefix(count)
                case .pending:
                    _ = await signals.first { true }
                    try Task.checkCancellation()
                case .end: return bytes
                case .failed(let error): throw error
                }
            }
            return bytes
        }
    }

    /// Runs `body` with a pump of the file, which the system has in memory if `isCached`.
    private func withTaker(isCached: Bool, _ body: (Taker) async throws -> Void) async throws {
        try Self.content.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        #if os(Linux)
            if !isCached {
                let file = try FileHandle(forReadingFrom: url)
                // The disk may be busy for a long time, and the tasks of other tests need the threads.
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        fsync(file.fileDescriptor)
                        posix_fadvise(file.fileDescriptor, 0, 0, POSIX_FADV_DONTNEED)
                        continuation.resume()
                    }
                }
            }
        #endif
        try await body(Taker(UploadPump(try .file(url), BlockPool())))
    }

    @Test(arguments: [true, false], [1 << 20, 100_001, 4_096])
    func completeFileIsRead(isCached: Bool, size: Int) async throws {
        try await withTaker(isCached: isCached) { taker in
            let taken = try await taker.take(by: size)
            #expect(taken == Self.content)
        }
    }

    @Test(arguments: [true, false])
    func rewindStartsFromTheBeginning(isCached: Bool) async throws {
        try await withTaker(isCached: isCached) { taker in
            let beginning = try await taker.take(by: 10_000, upTo: 500_000)
            #expect(beginning == Self.content.prefix(500_000))

            #expect(taker.pump.rewind())

            let taken = try await taker.take(by: 1 << 20)
            #expect(taken == Self.content)
        }
    }

    @Test(arguments: [true, false])
    func aFileThatHasBecomeShorterIsAnError(isCached: Bool) async throws {
        try await withTaker(isCached: isCached) { taker in
            _ = try await taker.take(by: 10_000, upTo: 500_000)
            try FileHandle(forWritingTo: url).truncate(atOffset: 600_000)
            var mismatch: BodyLengthMismatch?
            do {
                _ = try await taker.take(by: 10_000)
            } catch let error as BodyLengthMismatch {
                mismatch = error
            }
            #expect(mismatch?.declared == Self.content.count)
            #expect((600_000..<Self.content.count).contains(mismatch?.actual ?? 0))
        }
    }

    @Test(arguments: [true, false], [0, 1])
    func longerFileIsAnErrorAtItsDeclaredEnd(isCached: Bool, more: Int) async throws {
        try await withTaker(isCached: isCached) { taker in
            let file = try FileHandle(forWritingTo: url)
            try file.seekToEnd()
            try file.write(contentsOf: Data(count: more))
            var mismatch: BodyLengthMismatch?
            do {
                _ = try await taker.take(by: 1 << 20, upTo: Self.content.count)
            } catch let error as BodyLengthMismatch {
                mismatch = error
            }
            #expect(mismatch?.declared == (more > 0 ? Self.content.count : nil))
        }
    }

    @Test(arguments: [true, false], [1, 500_000])
    func stoppedPumpIsReleased(isCached: Bool, count: Int) async throws {
        weak var left: UploadPump?
        try await withTaker(isCached: isCached) { taker in
            left = taker.pump
            _ = try await taker.take(by: 10_000, upTo: count)
            taker.pump.stop()
        }

        // The task that has lent the file, or reads it, ends.
        await until { left == nil }
    }
}

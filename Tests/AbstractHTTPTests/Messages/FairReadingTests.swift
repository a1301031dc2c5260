import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

#if os(Linux)
    /// Reading a body whose bytes are always there lets other tasks run.
    @Suite(.timeLimit(.minutes(5))) struct FairReadingTests {
        private let thread = OneThread()
        private static let chunk = Data(count: 64 << 10)

        @Test func chunksAreReadFairly() async throws {
            let isFair = try await thread.letsOthersRun { hasRun in
                let chunks = EndlessChunks(Self.chunk, count: 1_000_000, until: hasRun)
                for try await _ in ResponseBody(chunks) {}
            }

            #expect(isFair)
        }

        @Test func bodyIsCollectedFairly() async throws {
            let isFair = try await thread.letsOthersRun { hasRun in
                let chunks = EndlessChunks(Self.chunk, count: 10_000, until: hasRun)
                _ = try await ResponseBody(chunks).collected(limit: .max)
            }

            #expect(isFair)
        }

        @Test func linesOfOneChunkAreReadFairly() async throws {
            let isFair = try await thread.letsOthersRun { hasRun in
                let body = ResponseBody(Data(repeating: UInt8(ascii: "\n"), count: 16 << 20))
                for try await _ in body.lines where hasRun() { break }
            }

            #expect(isFair)
        }

        @Test func bytesOfOneChunkAreReadFairly() async throws {
            let isFair = try await thread.letsOthersRun { hasRun in
                let body = ResponseBody(Data(count: 64 << 20))
                for try await _ in body.bytes where hasRun() { break }
            }

            #expect(isFair)
        }
    }
#endif

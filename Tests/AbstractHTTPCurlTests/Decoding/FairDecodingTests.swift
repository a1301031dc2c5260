import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

#if os(Linux)
    /// Decoding a small body that becomes a large one lets other tasks run.
    @Suite(.timeLimit(.minutes(5))) struct FairDecodingTests {
        @Test(arguments: try Bomb.all, [true, false])
        func bombIsDecodedFairly(bomb: Bomb, isAbortable: Bool) async throws {
            let (bytes, coding) = (bomb.data, try #require(bomb.contentCoding))

            let isFair = try await OneThread().letsOthersRun { hasRun in
                let body = try Self.body(bytes, coding)
                while !hasRun(), try await (isAbortable ? body.nextUnlessAborted() : body.next()) != nil {}
            }

            #expect(isFair)
        }

        /// Bytes that decode to nothing take time, too.
        @Test func paddingIsReadFairly() async throws {
            let member = try #require(Data(base64Encoded: "H4sIAAAAAAACAwMAAAAAAAAAAAA="))
            let isFair = try await OneThread().letsOthersRun { hasRun in
                for _ in 0..<10_000 where !hasRun() {
                    let body = try Self.body(Data(repeatElement(member, count: 40_000).joined()), .gzip)
                    while try await body.next() != nil {}
                }
            }

            #expect(isFair)
        }

        private static func body(_ bytes: Data, _ coding: ContentCoding) throws -> DecodedBody {
            let (url, blocks) = (try #require(URL(string: "http://a.example/")), BlockPool())
            let transfer = try Transfer(Request(url: url), ExchangeContext(), blocks)
            return DecodedBody(Pieces(bytes), coding, transfer, blocks)
        }
    }

    /// Bytes that are always there.
    private final class Pieces: AbortableSource {
        private let rest: LockedValue<Data>

        init(_ bytes: Data) { rest = LockedValue(bytes) }

        func next() async throws -> Data? { try await nextUnlessAborted() }

        func nextUnlessAborted() async throws -> Data? {
            rest.withLock { rest in
                let piece = rest.prefix(Block.usualSize)
                rest = rest.dropFirst(piece.count)
                return piece.isEmpty ? nil : piece
            }
        }

        func abort() {}
        func stopReadingAhead() {}
    }
#endif

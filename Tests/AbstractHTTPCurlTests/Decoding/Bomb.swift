import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// A small body that becomes a large one when it is decoded.
struct Bomb: Sendable, CustomTestStringConvertible {
    let decodedCount: Int
    private let coding: String
    private let head: Data
    private let part: Data
    private let count: Int

    var testDescription: String { coding }

    /// A new one for each request, because its pieces can be read only once.
    var response: LoopbackResponse {
        let chunks = AsyncStream { continuation in
            continuation.yield(head)
            for _ in 0..<count { continuation.yield(part) }
            continuation.finish()
        }
        return LoopbackResponse(headers: ["Content-Encoding": coding], body: .chunks(chunks))
    }

    /// The encoded bytes in one piece.
    var data: Data { (0..<count).reduce(into: head) { data, _ in data += part } }

    /// The coding of the connector.
    var contentCoding: ContentCoding? { ContentCoding.allCases.first { "\($0)" == coding } }

    private init(
        _ coding: String, head: Data = Data(), part: Data = Data(), count: Int = 0, decodedCount: Int = 10 << 30
    ) {
        (self.coding, self.head, self.part, self.count, self.decodedCount) = (coding, head, part, count, decodedCount)
    }

    /// 10 GiB of zeros in each coding: a repeated member, block, or frame, and for Brotli the whole body.
    static var all: [Bomb] {
        get throws {
            try Libcurl.load()
            let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38]
            return [
                Bomb(
                    "gzip", part: try inflated("eNqT7+ZgAAEm5rcHDRmBjEMLvvrncsQvYBgFo2AUjDhgxyzzymI5A4MAAwAmiAjo"),
                    count: 10 << 10),
                Bomb(
                    "deflate", head: Data([0x78, 0x9C]),
                    part: try inflated("eNp7c9CQkYGB4dCCr/65HPELGEbBKBgFIw7YMTMw/P8PABHRCDk="), count: 10 << 10),
                Bomb("br", head: try brotliStart),
                // Blocks of one byte, 128 KiB times (RFC 8878, section 3.1.1.2).
                Bomb("zstd", head: Data(frame), part: Data([0x02, 0x00, 0x10, 0x00]), count: 80 << 10),
            ]
        }
    }

    /// Brotli data with a window of more than 2 MiB.
    static var brotliStart: Data { get throws { try inflated(brotli) } }

    private static let brotli =
        "eNrtzTEOwQAYhuG/RUQkiMEkaQejna0dHcHqCMRmaDc2juAIrBITicHiAgwsJmKqBP0sTmB+nws8eymwhp2X4eCup5SPs2G9Ft8+niSb2WTjHta6"
        + "SJ5Vrd+1VRK9pUzo+qVimKRTKbKObXvO9aSHVLZC3G7a8RWkkuM7lXFuPtLulyxsSEJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJC"
        + "QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkLyT9L6AmnTYds="

    /// 192 MiB of zeros with a MiB of noise on both sides, in one gzip member.
    static func zerosBetweenNoise() async throws -> Bomb {
        let script = """
            import base64, gzip, os
            body = os.urandom(1 << 20) + bytes(192 << 20) + os.urandom(1 << 20)
            print(base64.b64encode(gzip.compress(body, 1)).decode(), end="")
            """
        let outcome = try await Command.outcome(of: ["python3", "-c", script])
        let data = try #require(Data(base64Encoded: outcome.output), "\(outcome.errors)")
        return Bomb("gzip", head: data, decodedCount: 194 << 20)
    }

    private static func inflated(_ base64: String) throws -> Data {
        var (decoder, blocks, decoded) = (BodyDecoder(.deflate), BlockPool(), Data())
        decoder.append(Data(base64Encoded: base64))
        decoder.append(nil)
        while case .output(let block) = try decoder.next(blocks) { decoded += blocks.data(block) }
        return decoded
    }
}

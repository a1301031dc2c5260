import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Which bodies are stored, and how their ranges combine.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CachedBodyTests {
    @Test func aBodyIsStoredWhenItIsReadToItsEnd() async throws {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let origin = Origin { _, number in
            guard number == 1 else { return .text("\(number)") }
            return ResponseStream(
                statusCode: 200, headers: ["Cache-Control": "max-age=60"], body: ResponseBody(chunks))
        }
        let config = origin.config()
        var body = try await HTTP("/a").asStream(config: config).response().body.makeAsyncIterator()
        pieces.yield(Data("a".utf8))
        #expect(try await body.next() == Data("a".utf8))
        #expect(try await config.cache?.byteCount == 0)
        pieces.yield(Data("b".utf8))
        pieces.finish()
        while try await body.next() != nil {}

        #expect(try await text(config) == "ab")
    }

    @Test func truncatedBodyIsNotStored() async throws {
        let origin = Origin { _, number in
            let body = AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data("part".utf8))
                continuation.finish(throwing: number == 1 ? TransportError(.cutOff(received: 4, expected: 9)) : nil)
            }
            return ResponseStream(statusCode: 200, headers: ["Cache-Control": "max-age=60"], body: ResponseBody(body))
        }
        let config = origin.config()
        await #expect(throws: ConnectionError.self) { try await text(config) }

        #expect(try await text(config) == "part" && origin.count == 2)
    }

    @Test func aBodyAboveTheLimitIsPassedOnAndNotStored() async throws {
        let origin = Origin { _, _ in
            .text(String(repeating: "x", count: 2_000), ["Cache-Control": "max-age=60"])
        }
        var config = origin.config()
        config.cache = HTTPCache(responseLimit: 1_000)
        for _ in 0..<2 { #expect(try await text(config).count == 2_000) }

        #expect(origin.count == 2)
    }

    @Test func rangesCombineIntoACompleteResponse() async throws {
        let origin = originOfRanges(total: "10")
        let config = origin.config()

        #expect(try await part("0-4", config) == "01234")
        #expect(try await part("3-7", config) == "34567")
        #expect(try await part("2-6", config) == "23456" && origin.count == 2)
        #expect(try await part("8-9", config) == "89")
        #expect(try await text(config) == "0123456789" && origin.count == 3)
        #expect(try await part("-3", config) == "789" && origin.count == 3)
    }

    @Test func rangesOfAnUnknownTotalCombine() async throws {
        let origin = originOfRanges(total: "*")
        let config = origin.config()

        #expect(try await part("0-4", config) == "01234")
        #expect(try await part("5-9", config) == "56789")
        #expect(try await part("2-6", config) == "23456" && origin.count == 2)
    }

    /// Answers with the requested range of ten digits.
    private func originOfRanges(total: String) -> Origin {
        Origin { request, _ in
            let ends = (request.headers["Range"] ?? "").dropFirst(6).split(separator: "-").compactMap { Int($0) }
            guard ends.count == 2 else { return .text("unexpected") }
            let part = String("0123456789".dropFirst(ends[0]).prefix(ends[1] - ends[0] + 1))
            let range = "bytes \(ends[0])-\(ends[1])/\(total)"
            return .text(
                part, ["Cache-Control": "max-age=60", "ETag": "\"v\"", "Content-Range": range], status: 206)
        }
    }

    private func part(_ range: String, _ config: ConnectionConfig) async throws -> String {
        try await HTTP("/a").header("Range", "bytes=\(range)").asString(config: config).response()
    }

    @Test func headIsAnsweredWithTheStoredHead() async throws {
        let origin = Origin(["Cache-Control": "max-age=60", "X": "1"])
        let config = origin.config()
        _ = try await text(config)
        let response = try await HTTP("/a").method(.head).asResponse(config: config).response()

        #expect(response.headers["X"] == "1" && response.data.isEmpty && origin.count == 1)
    }
}

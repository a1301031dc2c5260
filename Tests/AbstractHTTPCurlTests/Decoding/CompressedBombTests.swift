import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// Compressed bodies that are far larger than what arrives.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CompressedBombTests {
    /// Nobody reads the body, but the transfer ends anyway.
    @Test func tooManyCodingsEndTheTransfer() async throws {
        let codings = Array(repeating: "gzip", count: 6).joined(separator: ", ")
        let endless = AsyncStream { Data(count: 65_536) }
        let pair = try Pair(answer: { _ in
            LoopbackResponse(headers: ["Content-Encoding": codings], body: .chunks(endless))
        })

        #expect(kind(of: await pair.failure(of: try pair.request())) == .malformedResponse)

        #expect(await pair.connector.counts { $0.running == 0 } != nil)
        await until { pair.server.openConnectionCount == 0 }
    }

    @Test(arguments: try Bomb.all)
    func responseLimitStopsADecompressionBomb(bomb: Bomb) async throws {
        let server = try LoopbackServer { _ in bomb.response }
        var config = ConnectionConfig(connector: try CurlConnector())
        config.maximumResponseBytes = 1 << 20

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP(server.url).asData(config: config).response()
        }

        #expect(error?.type == .bodyTooLarge)
        #expect(error?.response?.data.count == 1 << 20)
    }

    /// The limit of downloads counts decoded bytes, even if the body is read while it arrives.
    @Test(arguments: try Bomb.all)
    func downloadLimitStopsADecompressionBomb(bomb: Bomb) async throws {
        let server = try LoopbackServer { _ in bomb.response }
        var config = ConnectionConfig(connector: try CurlConnector())
        config.limits.download.maximumBytes = 1 << 20
        let stream = try await HTTP(server.url).asStream(config: config).response()

        var count = 0
        let error = await #expect(throws: ConnectionError.self) {
            for try await chunk in stream.body { count += chunk.count }
        }

        #expect(error?.type == .bodyTooLarge)
        #expect(count <= 1 << 20)

        let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let ofFile = await #expect(throws: ConnectionError.self) {
            try await HTTP(server.url).download(to: folder.appending(component: "bomb"), config: config).response()
        }
        #expect(ofFile?.type == .bodyTooLarge)
    }
}

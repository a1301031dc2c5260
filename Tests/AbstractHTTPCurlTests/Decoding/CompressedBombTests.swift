import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// Compressed bodies that are far larger than what arrives.
@Suite(.serialized, .timeLimit(.minutes(1))) struct CompressedBombTests {
    @Test(arguments: try Bomb.all)
    func tenGibibytesAreRefusedWhereThereIsALimit(bomb: Bomb) async throws {
        let server = try LoopbackServer { _ in bomb.response }
        var config = ConnectionConfig(connector: try CurlConnector())
        config.maximumResponseBytes = 1 << 20

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP(server.url).config(config).asData().response()
        }

        #expect(error?.type == .bodyTooLarge)
        #expect(error?.response?.data.count == 1 << 20)
    }
}

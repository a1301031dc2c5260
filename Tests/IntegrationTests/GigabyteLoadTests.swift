import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPJSON
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A gibibyte of JSON that comes compressed is refused: `ABSTRACTHTTP_LOAD=whole swift test --filter LoadTests`.
@Suite(.load, .enabled(if: LoadTests.isWhole, "takes two minutes"), .serialized, .timeLimit(.minutes(10)))
struct GigabyteLoadTests {
    @JSONModel struct Node {
        var children: [Node]
    }

    @Test(arguments: [(" ", "it ends too early"), ("[", "expected an object, but found an array")])
    func gibibyteIsRefused(_ byte: String, _ reason: String) async throws {
        let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "body.gz")
        let command = "head -c 1073741824 /dev/zero | tr '\\0' '\(byte)' | gzip -1 > \(file.path)"
        #expect(try await Command.outcome(of: ["sh", "-c", command]).status == 0)
        let body = try Data(contentsOf: file)
        let server = try LoopbackServer { _ in
            LoopbackResponse(
                headers: ["Content-Encoding": "gzip", "Content-Type": "application/json"], body: .data(body))
        }
        var config = ConnectionConfig(connector: try CurlConnector())
        config.maximumResponseBytes = 2 << 30

        let model = await #expect(throws: ConnectionError.self) {
            try await HTTP(server.url).asDecodable(Node.self, config: config).response()
        }
        let tree = await #expect(throws: ConnectionError.self) {
            try await HTTP(server.url).asDecodable(HTTPContent.self, config: config).response()
        }

        #expect(model?.response?.data.count == 1 << 30)
        #expect("\(try #require(model))".contains(reason))
        #expect(tree?.type == .parse)
    }
}

import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPTesting
import Foundation

/// Serves 1 KiB until the standard input ends. This needs a process of its own, whose instructions are not counted.
@Sendable func serve() throws {
    let body = Data(repeating: 0x78, count: 1_024)
    let server = try LoopbackServer(keptBodyBytes: 0) { _ in LoopbackResponse(data: body) }
    FileHandle.standardOutput.write(Data((server.url + "\n").utf8))
    _ = try FileHandle.standardInput.readToEnd()
}

/// Sends `count` requests through the pipeline and libcurl, 64 at a time. With fewer, the connector's thread may spin
/// while it waits for a response, and the count would depend on the speed of the machine.
func sendOverCurl(_ count: Int, to url: String) async throws {
    let config = ConnectionConfig(connector: try CurlConnector { $0.proxy = .none })
    try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<64 {
            group.addTask {
                for _ in stride(from: worker, to: count, by: 64) {
                    _ = try await HTTP(url).asData(config: config).response()
                }
            }
        }
        try await group.waitForAll()
    }
}

import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

#if os(Linux)
    /// The memory of compressed bodies that are far larger than what arrives: `ABSTRACTHTTP_LOAD=1 swift test --filter
    /// LoadTests`.
    @Suite(
        .serialized, .timeLimit(.minutes(5)),
        .enabled(if: ProcessInfo.processInfo.environment["ABSTRACTHTTP_LOAD"] != nil))
    struct CompressedStreamLoadTests {
        @Test func highlyCompressedStreamUsesLittleMemory() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let body = try await Bomb.zerosBetweenNoise()
                let pair = try Pair(answer: { _ in body.response })
                let before = Resources.resetPeak()
                var count = 0
                for try await chunk in try await pair.connector.execute(pair.request()).body { count += chunk.count }
                check(count == body.decodedCount, "\(count) bytes came")
                check(Resources.peak - before < 32 << 20, "memory has grown by \(Resources.peak - before) bytes")
            }
            #expect(child?.complaint == nil)
        }

        @Test func highlyCompressedDownloadUsesLittleMemory() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let body = try await Bomb.zerosBetweenNoise()
                let pair = try Pair(answer: { _ in body.response })
                let config = ConnectionConfig(connector: pair.connector)
                let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let before = Resources.resetPeak()
                let download = HTTP(pair.server.url).download(to: folder.appending(path: "body"), config: config)
                let file = try await download.response()
                check(file.length == body.decodedCount, "\(file.length) bytes came")
                check(Resources.peak - before < 32 << 20, "memory has grown by \(Resources.peak - before) bytes")
            }
            #expect(child?.complaint == nil)
        }
    }
#endif

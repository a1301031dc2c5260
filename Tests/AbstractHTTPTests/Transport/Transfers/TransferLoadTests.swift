import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

#if os(Linux)
    /// Bodies that are much larger than the memory, each in a separate process. Nothing of them is on a disk.
    @Suite(.serialized, .load, .timeLimit(.minutes(5))) struct TransferLoadTests {
        @Test func gibibytesOfAMultipartFormAreSentInBoundedMemory() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let config = ConnectionConfig.over(CountingConnector())
                try await Bulk.upload(64 << 20, "https://example.com/", config)
                let before = Resources.resetPeak()
                try await Bulk.upload(LoadTests.part(of: 10 << 30), "https://example.com/", config)
                Bulk.checkGrowth(since: before)
            }
            #expect(child?.complaint == nil)
        }

        @Test func gibibytesAreReceivedInBoundedMemory() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let config = ConnectionConfig.over(CountingConnector())
                try await Bulk.download(64 << 20, "https://example.com", config)
                let before = Resources.resetPeak()
                try await Bulk.download(LoadTests.part(of: 10 << 30), "https://example.com", config)
                Bulk.checkGrowth(since: before)
            }
            #expect(child?.complaint == nil)
        }

        @Test func largeFormIsSentOverSocketsInBoundedMemory() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let server = try LoopbackServer(keptBodyBytes: 0) { request in .text("\(request.bodyLength)") }
                let config = ConnectionConfig.over(TestConnector.make())
                try await Bulk.uploadFile(64 << 20, server.url, config)
                let before = Resources.resetPeak()
                try await Bulk.uploadFile(1 << 30, server.url, config)
                Bulk.checkGrowth(since: before)
            }
            #expect(child?.complaint == nil)
        }

        /// URLSession writes a stream among the parts to a temporary file.
        @Test(.enabled(if: TestConnector.isCurl))
        func largeStreamedFormIsSentInBoundedMemory() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let server = try LoopbackServer(keptBodyBytes: 0) { request in .text("\(request.bodyLength)") }
                let config = ConnectionConfig.over(TestConnector.make())
                try await Bulk.checkGrowthOverSockets { try await Bulk.upload($0, server.url, config) }
            }
            #expect(child?.complaint == nil)
        }

        @Test func aGibibyteIsReceivedOverRealSocketsInBoundedMemory() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let server = try LoopbackServer { request in
                    let size = Int(request.path.dropFirst()) ?? 0
                    return LoopbackResponse(body: .stream(length: size, Bulk.chunks(size)))
                }
                let config = ConnectionConfig.over(TestConnector.make())
                try await Bulk.checkGrowthOverSockets { try await Bulk.download($0, server.url, config) }
            }
            #expect(child?.complaint == nil)
        }
    }

    /// Bodies of any size, made while they are sent.
    private enum Bulk {
        /// Sends a form of a text, data, and a stream of `size` bytes.
        static func upload(_ size: Int, _ url: String, _ config: ConnectionConfig) async throws {
            try await upload(film: .stream(length: size) { chunks(size) }, url, config)
        }

        /// Sends a form of a text, data, and a sparse file of `size` bytes.
        static func uploadFile(_ size: Int, _ url: String, _ config: ConnectionConfig) async throws {
            try await withTemporaryFile(Data()) { film in
                let file = try FileHandle(forWritingTo: film)
                try file.truncate(atOffset: UInt64(size))
                try file.close()
                try await upload(film: .file(film), url, config)
            }
        }

        private static func upload(film: RequestBody, _ url: String, _ config: ConnectionConfig) async throws {
            var form = MultipartForm()
            form.add("title", "Holiday")
            try form.add("poster", data: Data(count: 100_000), fileName: "poster.png")
            form.add(try .init(name: "film", body: film, fileName: "film.mp4"))
            let text = try await HTTP(url).method(.post).multipart(form).asString(config: config).response()
            check(Int(text) == form.body.length, "\(text) of \(form.body.length ?? 0) bytes came")
        }

        /// Receives `size` bytes and drops them.
        static func download(_ size: Int, _ url: String, _ config: ConnectionConfig) async throws {
            let stream = try await HTTP("\(url)/\(size)").asStream(config: config).response()
            var received = 0
            for try await chunk in stream.body { received += chunk.count }
            check(received == size, "\(received) of \(size) bytes came")
        }

        static func chunks(_ size: Int) -> AsyncStream<Data> {
            let left = LockedValue(size)
            return AsyncStream {
                let count = left.withLock { left in
                    let count = min(left, 256 << 10)
                    left -= count
                    return count
                }
                return count > 0 ? Data(repeating: UInt8(truncatingIfNeeded: count), count: count) : nil
            }
        }

        private static let usualLimit = TestConnector.isCurl ? 12 << 20 : 16 << 20

        static func checkGrowth(since before: Int, isLess limit: Int = usualLimit) {
            let growth = Resources.peak - before
            check(growth < limit, "memory has grown by \(growth >> 20) MiB")
        }

        /// The allocator keeps memory for each thread that serves a session for a while, and those threads vary. The
        /// first transfers fill that memory, within bounds. At least one of the next transfers needs no more memory.
        static func checkGrowthOverSockets(of transfer: (_ size: Int) async throws -> Void) async throws {
            try await transfer(64 << 20)
            for _ in 0..<4 {
                let before = Resources.resetPeak()
                try await transfer(1 << 30)
                if Resources.peak - before < usualLimit { return }
                checkGrowth(since: before, isLess: 64 << 20)
            }
            check(false, "memory grows with each transfer")
        }
    }

    /// Answers a GET with as many bytes as its path says, and everything else with the number of bytes that it got.
    private struct CountingConnector: HTTPConnector {
        func execute(_ request: Request) async throws -> ResponseStream {
            guard let body = request.body else {
                let size = Int(request.url.lastPathComponent) ?? 0
                return ResponseStream(
                    statusCode: 200, headers: ["Content-Length": "\(size)"], body: ResponseBody(Bulk.chunks(size)))
            }
            var count = 0
            for try await chunk in body { count += chunk.count }
            return ResponseStream(statusCode: 200, body: ResponseBody(Data("\(count)".utf8)))
        }
    }
#endif

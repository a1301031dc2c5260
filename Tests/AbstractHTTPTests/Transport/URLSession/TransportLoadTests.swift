import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Many requests, many cancels, and large bodies over the real connector, each in a separate process.
@Suite(.serialized, .load, .timeLimit(.minutes(5))) struct TransportLoadTests {
    @Test func everyRequestOfACancelStormEnds() async {
        let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let server = try LoopbackServer { request in .text(request.path) }
            let config = ConnectionConfig(connector: TestConnector.make())
            var moments = SplitMix64(seed: 7)
            for _ in 0..<LoadTests.part(of: 10) {
                let yields = (0..<2_000).map { $0.isMultiple(of: 2) ? Int.random(in: 0..<1_000, using: &moments) : nil }
                let outcomes = await Load.storm(server.url, config, cancelingAfter: yields)
                check(outcomes.count == 2_000, "\(outcomes.count) have ended")
                check(outcomes.allSatisfy { $0 == nil || $0 == .canceled }, "other outcomes than success and cancel")
                check(outcomes.contains(.canceled) && outcomes.contains(nil), "not both outcomes: no race")
            }
            try await Load.checkService(server.url, config)
        }
        #expect(child?.complaint == nil)
    }

    /// Foundation ends the process if a task is stopped before the decision about a redirect.
    @Test func cancelsAmongRedirectsEnd() async {
        let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let server = try LoopbackServer { request in request.path == "/end" ? .text("end") : .redirect(to: "/end") }
            let config = ConnectionConfig(connector: TestConnector.make())
            var moments = SplitMix64(seed: 13)
            for _ in 0..<LoadTests.part(of: 500) {
                let yields = (0..<6).map { _ in Int.random(in: 0..<400, using: &moments) }
                let outcomes = await Load.storm(server.url, config, cancelingAfter: yields)
                check(outcomes.count == 6, "\(outcomes.count) have ended")
                check(outcomes.allSatisfy { $0 == nil || $0 == .canceled }, "other outcomes than success and cancel")
            }
            check((try await HTTP(server.url).asString(config: config).response()) == "end", "no service")
        }
        #expect(child?.complaint == nil)
    }

    @Test func cancelRacesEnd() async {
        let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let server = try LoopbackServer { request in .text(request.path) }
            let config = ConnectionConfig(connector: TestConnector.make())
            var moments = SplitMix64(seed: 11)
            for number in 0..<LoadTests.part(of: 1_000) {
                let yields = Int.random(in: 0..<400, using: &moments)
                _ = await Load.request(server.url + "/\(number)", config, cancelingAfter: yields)
            }
            try await Load.checkService(server.url, config)
        }
        #expect(child?.complaint == nil)
    }

    #if os(Linux)
        @Test func thousandRequestsLeakNothing() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let server = try LoopbackServer { request in .text(request.path) }
                let connector = TestConnector.make()
                // The first ones open what stays, which is the threads of the pool and the kept connections.
                try await Load.requests(1_000, inFlight: 64, server.url, ConnectionConfig(connector: connector))
                let before = try await Load.resourcesWithConnections(6, server, ConnectionConfig(connector: connector))
                try await Load.requests(1_000, inFlight: 64, server.url, ConnectionConfig(connector: connector))
                await until {
                    let now = Resources.now
                    return now.descriptors <= before.descriptors && now.threads <= before.threads + 2
                }
                check(Resources.now.residentBytes < before.residentBytes + (16 << 20), "memory has grown")
            }
            #expect(child?.complaint == nil)
        }

        @Test func aGibibyteIsReadInBoundedMemoryByAReaderThatStalls() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let made = LockedValue(0)
                let server = try LoopbackServer { request in
                    let size = Int(request.path.dropFirst()) ?? 0
                    return LoopbackResponse(body: .stream(length: size, Load.zeros(size, counting: made)))
                }
                let config = ConnectionConfig(connector: TestConnector.make())
                try await Load.requests(10, inFlight: 2, server.url + "/0", config)
                let before = Resources.resetPeak()
                try await Load.readStalling(1 << 30, server.url, config, made)
                // A session cannot slow the server down. It keeps 4 MiB, and what arrives while a file is written.
                let limit = TestConnector.isCurl ? 12 << 20 : 48 << 20
                check(Resources.peak - before < limit, "memory has grown by \((Resources.peak - before) >> 20) MiB")
            }
            #expect(child?.complaint == nil)
        }

        @Test func aGibibyteIsUploadedFromAFileInBoundedMemory() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let server = try LoopbackServer(keptBodyBytes: 0) { request in .text("\(request.bodyLength)") }
                let config = ConnectionConfig(connector: TestConnector.make())
                try await Load.requests(10, inFlight: 2, server.url, config)
                let before = Resources.resetPeak()
                try await Load.upload(1 << 30, server.url, config)
                let limit = TestConnector.isCurl ? 12 << 20 : 16 << 20
                check(Resources.peak - before < limit, "memory has grown by \((Resources.peak - before) >> 20) MiB")
            }
            #expect(child?.complaint == nil)
        }
    #endif
}

/// Actions that the tests repeat many times.
private enum Load {
    /// One request, canceled after `yields` turns of the scheduler, or never if that is nil.
    static func request(
        _ url: String, _ config: ConnectionConfig, cancelingAfter yields: Int?
    ) async -> ConnectionErrorType? {
        let connection = HTTP(url).asString(config: config)
        async let outcome = failure(of: connection)
        if let yields {
            for _ in 0..<yields { await Task.yield() }
            connection.cancel()
        }
        return await outcome?.type
    }

    static func storm(
        _ url: String, _ config: ConnectionConfig, cancelingAfter yields: [Int?]
    ) async -> [ConnectionErrorType?] {
        await withTaskGroup(of: ConnectionErrorType?.self) { group in
            for (number, yields) in yields.enumerated() {
                group.addTask { await request("\(url)/\(number)", config, cancelingAfter: yields) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    static func requests(_ count: Int, inFlight: Int, _ url: String, _ config: ConnectionConfig) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<inFlight {
                group.addTask {
                    for number in stride(from: worker, to: count, by: inFlight) {
                        _ = try await HTTP("\(url)/\(number)").asString(config: config).response()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    #if os(Linux)
        /// The resources in use while `count` connections are open, which is the maximum that a connector keeps.
        static func resourcesWithConnections(
            _ count: Int, _ server: LoopbackServer, _ config: ConnectionConfig
        ) async throws -> Resources {
            var streams: [(ResponseStream, AsyncStream<Data>.Continuation)] = []
            for _ in 0..<count {
                let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
                server.enqueue(LoopbackResponse(body: .chunks(chunks)))
                streams.append((try await HTTP(server.url).asStream(config: config).response(), pieces))
            }
            let resources = Resources.now
            for (stream, pieces) in streams {
                pieces.finish()
                for try await _ in stream.body {}
            }
            return resources
        }
    #endif

    static func checkService(_ url: String, _ config: ConnectionConfig) async throws {
        let text = try await HTTP(url + "/service").asString(config: config).response()
        check(text == "/service", "the connector does not serve any more")
    }

    /// Waits until the server has produced `count` bytes, or produces no more because nobody reads them.
    private static func waitUntilFarAhead(_ made: LockedValue<Int>, _ count: Int) async {
        var last = -1
        while made.withLock({ $0 }) < count, made.withLock({ $0 }) != last {
            last = made.withLock { $0 }
            for _ in 0..<20_000 where made.withLock({ $0 }) == last { await Task.yield() }
        }
    }

    /// A download by a reader that now and then stalls until the server is 128 MiB ahead, which fills the memory
    /// elsewhere.
    static func readStalling(
        _ size: Int, _ url: String, _ config: ConnectionConfig, _ made: LockedValue<Int>
    ) async throws {
        made.withLock { $0 = 0 }
        let stream = try await HTTP("\(url)/\(size)").asStream(config: config).response()
        var (received, nextStall) = (0, size / 8)
        for try await chunk in stream.body {
            received += chunk.count
            guard received > nextStall else { continue }
            await waitUntilFarAhead(made, min(size, received + (128 << 20)))
            nextStall += size / 4
        }
        check(received == size, "\(received) bytes came")
    }

    /// An upload of a file.
    static func upload(_ size: Int, _ url: String, _ config: ConnectionConfig) async throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "AbstractHTTPTests-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(size))
        let text = try await HTTP(url).method(.put).body(try .file(file)).asString(config: config).response()
        check(text == "\(size)", "\(text) bytes came")
    }

    /// `count` bytes, produced on demand and counted in `made`.
    static func zeros(_ count: Int, counting made: LockedValue<Int>) -> AsyncStream<Data> {
        AsyncStream {
            let piece = made.withLock { made in
                let piece = min(count - made, 256 << 10)
                made += piece
                return piece
            }
            return piece > 0 ? Data(count: piece) : nil
        }
    }
}

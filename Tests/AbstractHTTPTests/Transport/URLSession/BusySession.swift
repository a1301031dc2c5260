#if canImport(FoundationNetworking)
    import AbstractHTTP
    import AbstractHTTPTesting
    import Foundation
    import FoundationNetworking
    import TestSupport
    import Testing

    /// A connector, and a server that can keep the work queue of all URLSessions busy. Use it in a separate process.
    struct BusySession {
        let server: LoopbackServer
        let connector = DefaultHTTPConnector()
        var config: ConnectionConfig

        init() throws {
            server = try LoopbackServer { request in
                switch request.path {
                case "/head": .raw(Self.longHead)
                case "/bomb": .endlessBomb
                default: .text(request.path)
                }
            }
            config = ConnectionConfig(connector: connector)
        }

        func connection(_ path: String) -> Connection<String> { HTTP(server.url + path).config(config).asString() }

        /// Runs `body` while Foundation parses a long head, which takes more than a second. Fails if `body` takes
        /// longer.
        func whileReadingAHead(_ body: () async throws -> Void) async throws {
            let isOver = LockedValue(false)
            let head = connection("/head")
            let reading = Task {
                _ = await failure(of: head)
                isOver.withLock { $0 = true }
            }
            await server.waitForRequests(1)
            await waitUntilBusy()
            try await body()
            check(!isOver.withLock { $0 }, "the queue was not busy anymore")
            await reading.value
        }

        /// Returns when the work queue has kept a session waiting for 20 ms.
        private func waitUntilBusy() async {
            let (lastProbe, isOver) = (LockedValue(ContinuousClock.now), LockedValue(false))
            let url = server.url
            Thread.detachNewThread {
                let session = URLSession(configuration: .ephemeral)
                while !isOver.withLock({ $0 }), let url = URL(string: url) {
                    _ = session.dataTask(with: url)
                    lastProbe.withLock { $0 = .now }
                }
                session.invalidateAndCancel()
            }
            await until { lastProbe.withLock { .now - $0 >= .milliseconds(20) } }
            isOver.withLock { $0 = true }
        }

        /// Foundation copies all lines of a head for each line, so 10,000 take 1.5 s.
        private static let longHead =
            "HTTP/1.1 200 OK\r\n" + String(repeating: "a:\r\n", count: 10_000) + "Content-Length: 0\r\n\r\n"
    }

    extension LoopbackResponse {
        /// Endless zeros, compressed with gzip. One byte becomes 158.
        fileprivate static var endlessBomb: Self {
            let start = LockedValue<Data?>(Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]) + Deflate.start)
            let pieces = AsyncStream {
                start.withLock { start in
                    defer { start = nil }
                    return start ?? Deflate.zeros
                }
            }
            return Self(headers: ["Content-Encoding": "gzip"], body: .stream(length: 1 << 40, pieces))
        }
    }

    /// A stream of zeros (RFC 1951).
    private enum Deflate {
        /// A final block with the fixed codes (section 3.2.6), a zero, and repetitions until a byte is full.
        static let start = bytes([1, 1, 0] + code(0x30, 8) + repetitions(1))
        /// 1 MiB of repetitions. Each repeats the previous byte 258 times.
        static let zeros: Data = {
            let eight = bytes(repetitions(8))
            return (0..<80_660).reduce(into: Data()) { data, _ in data += eight }
        }()

        private static func repetitions(_ count: Int) -> [UInt8] {
            Array((0..<count).map { _ in code(0b1100_0101, 8) + code(0, 5) }.joined())
        }

        private static func code(_ code: Int, _ length: Int) -> [UInt8] {
            (0..<length).reversed().map { UInt8(code >> $0 & 1) }
        }

        private static func bytes(_ bits: [UInt8]) -> Data {
            Data(
                stride(from: 0, to: bits.count, by: 8).map { start in
                    (0..<8).reduce(0) { $0 | bits[start + $1] << $1 }
                })
        }
    }
#endif

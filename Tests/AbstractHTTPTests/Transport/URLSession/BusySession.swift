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
        private let isOver = LockedValue(false)

        /// What is wrong with a round.
        fileprivate struct Complaint: Error {
            let text: String
        }

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

        func connection(_ path: String) -> Connection<String> { HTTP(server.url + path).asString(config: config) }

        /// Runs `round`, each time with a new session, until nothing is wrong. Ends the process if something is wrong
        /// in five rounds.
        ///
        /// A defect shows in each round. On a machine with other work, any thread may be late in one of them.
        static func inRounds(_ round: (BusySession) async throws -> Void) async throws {
            for number in 1...5 {
                do {
                    return try await round(BusySession())
                } catch let complaint as Complaint {
                    check(number < 5, complaint.text)
                }
            }
        }

        /// Whether Foundation has not yet parsed the long head.
        var isBusy: Bool { !isOver.withLock { $0 } }

        /// Runs `body` while Foundation parses a long head, which takes more than a second. The round fails if `body`
        /// takes longer.
        ///
        /// Returns what `body` does, and how long the head took. A slow machine is slow in both, so tests compare them.
        func whileReadingAHead<T>(_ body: () async throws -> T) async throws -> (result: T, reading: Duration) {
            let head = connection("/head")
            let start = ContinuousClock.now
            let reading = Task { [isOver] in
                _ = await failure(of: head)
                isOver.withLock { $0 = true }
                return start.duration(to: .now)
            }
            await server.waitForRequests(1)
            await waitUntilBusy()
            do {
                let result = try await body()
                let wasBusy = isBusy
                let time = await reading.value
                try require(wasBusy, "the queue was not busy anymore")
                return (result, time)
            } catch {
                _ = await reading.value
                throw error
            }
        }

        /// Returns when the work queue keeps a session waiting for more than 20 ms, or is not busy anymore.
        ///
        /// A session also waits if its thread does not get the processor. That rarely happens several times in a
        /// row.
        private func waitUntilBusy() async {
            let (lastProbe, isFound) = (LockedValue(ContinuousClock.now), LockedValue(false))
            let url = server.url
            Thread.detachNewThread {
                let session = URLSession(configuration: .ephemeral)
                while !isFound.withLock({ $0 }), let url = URL(string: url) {
                    _ = session.dataTask(with: url)
                    lastProbe.withLock { $0 = .now }
                }
                session.invalidateAndCancel()
            }
            var slowProbes = 0
            while slowProbes < 3, isBusy {
                try? await ContinuousClock().sleep(for: .milliseconds(20))
                slowProbes = lastProbe.withLock { .now - $0 >= .milliseconds(20) } ? slowProbes + 1 : 0
            }
            isFound.withLock { $0 = true }
        }

        /// Foundation copies all lines of a head for each line, so 10,000 take 1.5 s.
        private static let longHead =
            "HTTP/1.1 200 OK\r\n" + String(repeating: "a:\r\n", count: 10_000) + "Content-Length: 0\r\n\r\n"
    }

    /// Ends the round of a busy session unless `isTrue`.
    func require(_ isTrue: Bool, _ what: @autoclosure () -> String) throws {
        guard isTrue else { throw BusySession.Complaint(text: what()) }
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

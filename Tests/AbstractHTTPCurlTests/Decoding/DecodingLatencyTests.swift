import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

#if os(Linux)
    /// What other tasks notice while more bombs are decoded than there are cores. It needs the whole machine, and no
    /// other test beside it: `ABSTRACTHTTP_LOAD=1 swift test --filter DecodingLatencyTests`.
    @Suite(.serialized, .timeLimit(.minutes(5)), .load) struct DecodingLatencyTests {
        enum Reading: CaseIterable, Sendable {
            case stream, download, nothing
        }

        /// A decoder that never suspends delays other tasks by half a minute. A busy disk takes a third of a second to
        /// remove the gigabyte that a download wrote before its deadline, and a slow one takes more than a second.
        private static let limit = Duration.seconds(5)
        private static let deadline = Duration.seconds(1)

        @Test(arguments: Reading.allCases, [true, false])
        func bombsDelayNoOtherTask(reading: Reading, isOnConnectorThread: Bool) async throws {
            var latencies: [Duration] = []
            // Something else can delay a task, too. Bombs would delay it each time.
            repeat {
                latencies.append(try await latency(reading, isOnConnectorThread))
            } while latencies.count < 3 && latencies.last ?? .zero >= Self.limit

            #expect(latencies.last ?? .zero < Self.limit, "\(latencies)")
        }

        /// The longest delay of a deadline, or of a response after the server has answered.
        private func latency(_ reading: Reading, _ isOnConnectorThread: Bool) async throws -> Duration {
            let answers = LockedValue<[String: ContinuousClock.Instant]>([:])
            let bombs = try Bomb.all
            let server = try LoopbackServer { request in
                if let number = Int(request.path.dropFirst("/bomb/".count)) { return bombs[number % 4].response }
                answers.withLock { $0[request.path] = .now }
                return .text(request.path)
            }
            let connector = try CurlConnector { $0.connectionsPerHost = 64 }
            var config = ConnectionConfig(connector: connector)
            config.maximumResponseBytes = .max

            return try await withTaskExecutorPreference(isOnConnectorThread ? connector.executor : nil) { [config] in
                try await withThrowingTaskGroup(of: Duration.self) { group in
                    for number in 0..<ProcessInfo.processInfo.activeProcessorCount + 2 {
                        group.addTask {
                            try await lateness(of: HTTP("\(server.url)/bomb/\(number)"), config, reading)
                        }
                    }
                    group.addTask {
                        let start = ContinuousClock.now
                        var (number, longest) = (0, Duration.zero)
                        while start.duration(to: .now) < Self.deadline {
                            number += 1
                            let text = try await HTTP("\(server.url)/\(number)").asString(config: config).response()
                            let answer = try #require(answers.withLock { $0[text] })
                            longest = max(longest, answer.duration(to: .now))
                        }
                        return longest
                    }
                    return try await group.reduce(.zero) { max($0, $1) }
                }
            }
        }

        /// How much later than its deadline the reading of a bomb ends.
        private func lateness(of http: HTTP, _ config: ConnectionConfig, _ reading: Reading) async throws -> Duration {
            let http = http.deadlines(Deadlines(total: Self.deadline))
            let folder = URL.temporaryDirectory.appending(component: "FairDecoding-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let start = ContinuousClock.now
            let error = await #expect(throws: ConnectionError.self) {
                switch reading {
                case .stream: for try await _ in try await http.asStream(config: config).response().body {}
                case .download:
                    _ = try await http.download(to: folder.appending(component: "bomb"), config: config).response()
                case .nothing: try await http.asVoid(config: config).response()
                }
            }
            let late = start.duration(to: .now) - Self.deadline
            #expect(error?.type == .timeout)
            return late
        }
    }
#endif

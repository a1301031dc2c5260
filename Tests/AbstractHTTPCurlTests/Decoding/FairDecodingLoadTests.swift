import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

#if os(Linux)
    /// What other tasks notice while more bombs are decoded than there are cores. It needs the whole machine.
    @Suite(.serialized, .timeLimit(.minutes(5)), .load) struct FairDecodingLoadTests {
        enum Reading: CaseIterable, Sendable {
            case stream, download, nothing
        }

        private static let limit = Duration.milliseconds(200)
        private static let deadline = Duration.seconds(1)

        @Test(arguments: Reading.allCases, [true, false])
        func bombsDelayNoOtherTask(reading: Reading, isOnConnectorThread: Bool) async throws {
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

            try await withTaskExecutorPreference(isOnConnectorThread ? connector.executor : nil) { [config] in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<ProcessInfo.processInfo.activeProcessorCount + 2 {
                        group.addTask {
                            let late = try await lateness(
                                of: HTTP("\(server.url)/bomb/\(number)").config(config), reading)
                            #expect(late < Self.limit, "the deadline of \(bombs[number % 4].testDescription)")
                        }
                    }
                    group.addTask {
                        let start = ContinuousClock.now
                        var number = 0
                        while start.duration(to: .now) < Self.deadline {
                            number += 1
                            let text = try await HTTP("\(server.url)/\(number)").config(config).asString().response()
                            let answer = try #require(answers.withLock { $0[text] })
                            #expect(answer.duration(to: .now) < Self.limit, "request \(number)")
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }

        /// How much later than its deadline the reading of a bomb ends.
        private func lateness(of http: HTTP, _ reading: Reading) async throws -> Duration {
            let http = http.deadlines(Deadlines(total: Self.deadline))
            let folder = URL.temporaryDirectory.appending(component: "FairDecoding-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let start = ContinuousClock.now
            let error = await #expect(throws: ConnectionError.self) {
                switch reading {
                case .stream: for try await _ in try await http.asStream().response().body {}
                case .download: _ = try await http.download(to: folder.appending(component: "bomb")).response()
                case .nothing: try await http.asVoid().response()
                }
            }
            let late = start.duration(to: .now) - Self.deadline
            #expect(error?.type == .timeout)
            return late
        }
    }
#endif

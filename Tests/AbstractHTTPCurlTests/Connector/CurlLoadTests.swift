import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

#if os(Linux)
    /// Many requests and cancels. They need the whole machine: `ABSTRACTHTTP_LOAD=1 swift test --filter LoadTests`.
    @Suite(
        .serialized, .timeLimit(.minutes(5)),
        .enabled(if: ProcessInfo.processInfo.environment["ABSTRACTHTTP_LOAD"] != nil))
    struct CurlLoadTests {
        @Test(arguments: [(false, false), (true, false), (false, true)])
        func manyRandomCancelsLeakNothing(usesPoll: Bool, onItsThread: Bool) async throws {
            let pair = try Pair { $0.usesPoll = usesPoll }
            let executor = onItsThread ? pair.connector.executor : nil
            _ = try await withTaskExecutorPreference(executor) { try await send(1_000, to: pair, seed: 1) }
            let descriptors = Resources.now.descriptors
            let watchdog = watch(pair.connector)

            let count = LoadTests.part(of: usesPoll || onItsThread ? 20_000 : 100_000)
            let outcomes = try await withTaskExecutorPreference(executor) {
                try await send(count, to: pair, seed: 2)
            }

            watchdog.cancel()
            #expect(await watchdog.value == nil)
            #expect(outcomes.failures == [])
            #expect(outcomes.cancels > count / 20)
            #expect(outcomes.successes > count / 20)
            let counts = await pair.connector.counts
            #expect(counts?.running == 0)
            #expect(counts?.waiting == 0)
            #expect(counts.map { $0.spareHandles <= 8 && $0.handles == $0.spareHandles } == true)
            await until { Resources.now.descriptors <= descriptors + 8 }
            #expect(try await pair.send("/service").text == "/service")
        }

        @Test func manyRandomCancelsLeakNoMemoryOrThreads() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let pair = try Pair()
                let tests = CurlLoadTests()
                try await tests.send(10_000, to: pair, seed: 1)
                let threads = Task {
                    var most = 0
                    repeat {
                        most = max(most, Resources.threads(named: "curl-connector"))
                        await Task.yield()
                    } while !Task.isCancelled
                    return most
                }
                let before = Resources.resetPeak()

                try await tests.send(LoadTests.part(of: 50_000), to: pair, seed: 2)

                let growth = Resources.peak - before
                check(growth < 12 << 20, "memory has grown by \(growth >> 20) MiB")
                threads.cancel()
                let most = await threads.value
                check(most == 1, "there were \(most) threads")
            }
            #expect(child?.complaint == nil)
        }

        fileprivate struct Outcomes: Sendable {
            var (successes, cancels) = (0, 0)
            var failures: [String] = []
        }

        /// Sends `count` requests, 64 at a time. Every second one is canceled at a random time.
        @discardableResult
        private func send(_ count: Int, to pair: Pair, seed: UInt64) async throws -> Outcomes {
            await withTaskGroup(of: Outcomes.self) { group in
                for worker in 0..<64 {
                    group.addTask {
                        var moments = SplitMix64(seed: seed &* 1_000 &+ UInt64(worker))
                        var outcomes = Outcomes()
                        for number in stride(from: worker, to: count, by: 64) {
                            let yields = number.isMultiple(of: 2) ? Int.random(in: 0..<60, using: &moments) : nil
                            await outcomes.note(of: "/\(number)", to: pair, cancelingAfter: yields)
                            // The server would keep all requests.
                            _ = pair.server.takeRequests()
                        }
                        return outcomes
                    }
                }
                return await group.reduce(into: Outcomes()) { $0.add($1) }
            }
        }

        /// Asks the loop repeatedly for an answer. Returns an error message if there is none for 60 s.
        private func watch(_ connector: CurlConnector) -> Task<String?, Never> {
            Task {
                while !Task.isCancelled {
                    let answered = Promise<Bool>()
                    let limit = Task {
                        if (try? await ContinuousClock().sleep(for: .seconds(60))) != nil { answered.fulfill(false) }
                    }
                    Task {
                        _ = await connector.counts
                        answered.fulfill(true)
                    }
                    guard await answered.value() else { return "the loop did not answer for 60 s" }
                    limit.cancel()
                }
                return nil
            }
        }
    }

    extension CurlLoadTests.Outcomes {
        fileprivate mutating func add(_ other: Self) {
            successes += other.successes
            cancels += other.cancels
            failures += other.failures
        }

        fileprivate mutating func note(of path: String, to pair: Pair, cancelingAfter yields: Int?) async {
            let task = Task { try await pair.send(path) }
            if let yields {
                for _ in 0..<yields { await Task.yield() }
                task.cancel()
            }
            do {
                let text = try await task.value.text
                if text == path { successes += 1 } else { failures.append("\(path): \(text)") }
            } catch is CancellationError where yields != nil {
                cancels += 1
            } catch {
                failures.append("\(path): \(error)")
            }
        }
    }
#endif

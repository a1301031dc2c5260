import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTPCurl

#if os(Linux)
    /// Tasks on the thread of a connector.
    @Suite(.timeLimit(.minutes(5))) struct CurlExecutorTests {
        @Test func requestsStayOnTheConnectorThread() async throws {
            let pair = try Pair()

            let threads = try await withTaskExecutorPreference(pair.connector.executor) {
                () async throws -> [String?] in
                var threads = [Self.threadName]
                for number in 0..<20 {
                    #expect(try await pair.send("/\(number)").text == "/\(number)")
                    threads.append(Self.threadName)
                }
                return threads
            }

            #expect(threads == Array(repeating: "curl-connector", count: 21))
            #expect(Self.threadName != "curl-connector")
        }

        /// The request is alone on a thread of the pool.
        @Test func singleRequestStartsOnItsTaskThread() async throws {
            let pair = try Pair()
            let threads = LockedValue<[String?]>([])

            for number in 0..<50 {
                let context = ExchangeContext(onConnected: { threads.withLock { $0.append(Self.threadName) } })
                let stream = try await pair.connector.execute(pair.request("/\(number)"), in: context)
                for try await _ in stream.body {}
            }

            let all = threads.withLock { $0 }
            #expect(all.count == 50)
            #expect(all.contains { $0 != "curl-connector" })
        }

        @Test func manyTasksShareTheThread() async throws {
            let pair = try Pair { $0.connectionsPerHost = 4 }

            let threads = try await withTaskExecutorPreference(pair.connector.executor) {
                try await withThrowingTaskGroup(of: String?.self) { group in
                    for task in 0..<16 {
                        group.addTask {
                            for number in 0..<20 {
                                let path = "/\(task)/\(number)"
                                let response = try await pair.send(path, .post, body: .data(Data(path.utf8)))
                                #expect(response.text == path)
                            }
                            return Self.threadName
                        }
                    }
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }
            }

            #expect(threads == ["curl-connector"])
        }

        @Test func socketsProgressWhileJobsKeepArriving() async throws {
            let pair = try Pair()

            try await withTaskExecutorPreference(pair.connector.executor) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { while !Task.isCancelled { await Task.yield() } }
                    let response = try await pair.send("/a")
                    #expect(response.text == "/a")
                    group.cancelAll()
                }
            }
        }

        @Test(arguments: [true, false])
        func readerOnTheThreadBuffersLess(isThere: Bool) async throws {
            let pair = try Pair()
            let (start, rest) = (Data(repeating: 1, count: 1), Data(repeating: 2, count: 512 << 10))
            let (chunks, server) = AsyncStream<Data>.makeStream()
            pair.server.enqueue(LoopbackResponse(body: .chunks(chunks)))
            server.yield(start)
            let executor = isThere ? pair.connector.executor : nil

            let received = try await withTaskExecutorPreference(executor) {
                var body = try await pair.connector.execute(try pair.request()).body.makeAsyncIterator()
                #expect(try await body.next() == start)
                server.yield(rest)
                server.finish()
                await pair.connector.counts { isThere ? $0.paused == 1 : $0.running == 0 }
                var received = Data()
                while let chunk = try await body.next() { received += chunk }
                return received
            }

            #expect(received == rest)
        }

        @Test func requestsFromOtherThreadsContinue() async throws {
            let pair = try Pair()

            try await withThrowingTaskGroup { group in
                for task in 0..<4 {
                    group.addTask {
                        for number in 0..<50 {
                            let response = try await pair.send("/\(task)/\(number)")
                            #expect(response.statusCode == 200)
                        }
                    }
                    group.addTask(executorPreference: pair.connector.executor) {
                        for number in 0..<50 {
                            let response = try await pair.send("/\(task)/\(number)")
                            #expect(response.statusCode == 200)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }

        @Test func aPipelineStaysOnTheThread() async throws {
            let pair = try Pair()
            let config = ConnectionConfig(connector: pair.connector)

            let (text, thread) = try await withTaskExecutorPreference(pair.connector.executor) {
                (try await HTTP(pair.server.url + "/a").asString(config: config).response(), Self.threadName)
            }

            #expect(text == "/a")
            #expect(thread == "curl-connector")
        }

        @Test func tasksContinueElsewhereAfterInvalidation() async throws {
            let pair = try Pair()
            pair.server.enqueue(.text("never").failing(.stall, at: .responseHead))
            let executor = pair.connector.executor
            let task = Task(executorPreference: executor) {
                let before = Self.threadName
                let error = await pair.failure(of: try pair.request())
                await pair.connector.end()
                await Task.yield()
                return (before, kind(of: error), Self.threadName)
            }
            await pair.server.waitForRequests(1)

            pair.connector.invalidate()

            let (before, failure, after) = try await task.value
            #expect(before == "curl-connector")
            #expect(failure == .invalidated)
            #expect(after != "curl-connector")
            let later = await withTaskExecutorPreference(executor) { Self.threadName }
            #expect(later != "curl-connector")
        }

        @Test func releasedConnectorDropsNoTasks() async throws {
            for _ in 0..<50 {
                var connector: CurlConnector? = try CurlConnector()
                let executor = try #require(connector?.executor)
                async let count = withTaskExecutorPreference(executor) {
                    await withTaskGroup(of: Int.self) { group in
                        for _ in 0..<10 {
                            group.addTask {
                                await Task.yield()
                                return 1
                            }
                        }
                        return await group.reduce(0, +)
                    }
                }
                connector = nil

                #expect(await count == 10)
            }
        }

        @Test func cancelsReachTheThread() async throws {
            let pair = try Pair()
            pair.server.enqueue(.text("never").failing(.stall, at: .responseHead))
            let task = Task(executorPreference: pair.connector.executor) { try await pair.send() }
            await pair.server.waitForRequests(1)

            task.cancel()

            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await pair.send("/next").text == "/next")
        }

        /// The name of the calling thread.
        private static var threadName: String? {
            let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            return name?.trimmingCharacters(in: .newlines)
        }
    }
#endif

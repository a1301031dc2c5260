import AbstractHTTP
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl
@testable import AbstractHTTPTesting

#if os(Linux)
    import Glibc

    /// Kept connections, and the supply of descriptors.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct CurlDescriptorTests {
        @Test func burstStaysWithinTheDescriptorLimit() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let server = try await OtherProcess.begin()
                try Limits.leaveDescriptors(50)
                let connector = try CurlConnector { $0.connectionsPerHost = 500 }
                _ = await Limits.burst(of: 1, to: server.url, over: connector)
                let before = Resources.now.descriptors
                let failures = await Limits.burst(of: 300, to: server.url, over: connector)
                check(failures.isEmpty, "\(failures.count) requests failed: \(failures.first ?? "")")
                let kept = Resources.now.descriptors - before
                check(kept <= Descriptor.limit / 4 + 4, "\(kept) descriptors of \(Descriptor.limit) are kept")
                _ = await Limits.burst(of: 1, to: server.url + "/quit", over: connector)
            }
            #expect(child?.complaint == nil)
        }

        @Test func errorReportsMissingDescriptors() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                // A kept connection would serve a request without a descriptor.
                let pair = try Pair(answer: { _ in LoopbackResponse(headers: ["Connection": "close"]) })
                let expected = Array(repeating: "the system is out of resources", count: 2)
                try Limits.leaveDescriptors(50)
                let failures = await withTaskExecutorPreference(pair.connector.executor) {
                    var (taken, failures): ([FileHandle], [String]) = ([], [])
                    // The rest of the process may close its descriptors meanwhile.
                    for _ in 0..<100 where failures != expected {
                        taken += Limits.takeAllDescriptors()
                        failures = await Limits.burst(of: 2, to: pair.server.url, over: pair.connector)
                    }
                    withExtendedLifetime(taken) {}
                    return failures
                }
                check(failures == expected, "\(failures)")
            }
            #expect(child?.complaint == nil)
        }

        @Test func waitingRequestGetsTheNextFreeDescriptor() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let pair = try Pair()
                let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
                pair.server.enqueue(LoopbackResponse(body: .chunks(chunks)))
                let stream = try await pair.connector.execute(pair.request())
                let other = try LoopbackServer { .text($0.path) }
                try Limits.leaveDescriptors(8)
                let executor = pair.connector.executor
                let failures = await withTaskExecutorPreference(executor) {
                    var taken = Limits.takeAllDescriptors()
                    let task = Task(executorPreference: executor) {
                        await Limits.burst(of: 1, to: other.url, over: pair.connector)
                    }
                    await pair.connector.counts { $0.running == 2 }
                    taken = []
                    check(taken.isEmpty, "nothing is taken")
                    return await task.value
                }
                check(failures == [], "it failed")
                pieces.finish()
                withExtendedLifetime(stream) {}
            }
            #expect(child?.complaint == nil)
        }

        @Test func anIdleConnectionGivesItsDescriptorToAnotherHost() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let server = try await OtherProcess.begin()
                let other = try await OtherProcess.begin()
                let connector = try CurlConnector()
                try Limits.leaveDescriptors(40)
                check(await Limits.burst(of: 8, to: server.url, over: connector) == [], "no service")
                let failures = await withTaskExecutorPreference(connector.executor) {
                    let taken = Limits.takeAllDescriptors()
                    check(taken.count < 40, "no connection was kept")
                    let failures = await Limits.burst(of: 1, to: other.url, over: connector)
                    withExtendedLifetime(taken) {}
                    return failures
                }
                check(failures == [], "\(failures)")
                for server in [server, other] {
                    _ = await Limits.burst(of: 1, to: server.url + "/quit", over: connector)
                }
            }
            #expect(child?.complaint == nil)
        }

        @Test func aConnectorWithNothingToDoClosesItsConnections() async throws {
            let pair = try Pair { $0.idleConnectionTimeout = .seconds(1) }
            _ = try await pair.send()
            #expect(pair.server.connectionCount == 1)

            await until { pair.server.openConnectionCount == 0 }
        }

        @Test func idleConnectionsCloseWhileOthersAreInUse() async throws {
            let pair = try Pair { $0.idleConnectionTimeout = .seconds(1) }
            let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
            pair.server.enqueue(LoopbackResponse(body: .chunks(chunks)))
            let stream = try await pair.connector.execute(pair.request())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try await pair.send() } }
                try await group.waitForAll()
            }

            await until { pair.server.openConnectionCount == 1 }

            pieces.yield(Data("alive".utf8))
            pieces.finish()
            var body = Data()
            for try await chunk in stream.body { body += chunk }
            #expect(body == Data("alive".utf8))
            #expect(try await pair.send("/next").text == "/next")
        }
    }

    /// A server in a separate process, so that it needs no descriptors of this one. It answers each request after 20
    /// ms, and ends with `/quit`.
    private struct OtherProcess {
        let url: String

        static func begin() async throws -> OtherProcess {
            let listener = try Socket.listening()
            let port = try listener.port()
            listener.closeNow()
            Task { try await Command.run(["python3", "-c", script, "\(port)"]) }
            await until { (try? Socket.connected(to: port)) != nil }
            return OtherProcess(url: "http://127.0.0.1:\(port)")
        }

        private static let script = """
            import http.server, os, sys, threading, time
            class Handler(http.server.BaseHTTPRequestHandler):
                protocol_version = "HTTP/1.1"
                def do_GET(self):
                    time.sleep(0.02)
                    self.send_response(204)
                    self.end_headers()
                    if self.path.startswith("/quit"): threading.Timer(0.1, os._exit, [0]).start()
                def log_message(self, *arguments): pass
            class Server(http.server.ThreadingHTTPServer):
                request_queue_size = 512
            threading.Timer(60, os._exit, [1]).start()
            Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
            """
    }

    private enum Limits {
        /// Opens all descriptors that are left, and returns them.
        static func takeAllDescriptors() -> [FileHandle] {
            var taken: [FileHandle] = []
            while let handle = FileHandle(forReadingAtPath: "/dev/null") { taken.append(handle) }
            return taken
        }

        /// Limits the process to `count` more descriptors. It may have inherited any others.
        static func leaveDescriptors(_ count: Int) throws {
            var (limit, free): (Int32, Int) = (0, 0)
            while free < count {
                if fcntl(limit, F_GETFD) < 0 { free += 1 }
                limit += 1
            }
            var limits = rlimit()
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            guard getrlimit(resource, &limits) == 0 else { throw POSIXError(.EINVAL) }
            limits.rlim_cur = rlim_t(limit)
            guard setrlimit(resource, &limits) == 0 else { throw POSIXError(.EINVAL) }
        }

        /// Sends requests at the same time. Returns the errors of those that fail.
        ///
        /// The tasks run on the thread of the connector. If jobs wait for a pool, libdispatch opens a file each second
        /// to count the threads of the pool. It ends the process if there is no descriptor for the file.
        static func burst(of count: Int, to url: String, over connector: CurlConnector) async -> [String] {
            await withTaskExecutorPreference(connector.executor) { await send(count, to: url, over: connector) }
        }

        private static func send(_ count: Int, to url: String, over connector: CurlConnector) async -> [String] {
            await withTaskGroup(of: String?.self) { group in
                for number in 0..<count {
                    group.addTask {
                        guard let url = URL(string: "\(url)/\(number)") else { return "no URL" }
                        do {
                            _ = try await connector.response(to: url)
                            return nil
                        } catch {
                            return String("\(error)".prefix { $0 != ":" })
                        }
                    }
                }
                return await group.reduce(into: []) { if let failure = $1 { $0.append(failure) } }
            }
        }
    }
#endif

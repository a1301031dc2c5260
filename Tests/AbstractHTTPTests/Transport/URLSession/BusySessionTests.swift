#if canImport(FoundationNetworking)
    import AbstractHTTPTesting
    import Foundation
    import TestSupport
    import Testing

    @testable import AbstractHTTP

    /// Nothing else in the process waits when the work queue of the sessions is busy. Each test runs in a separate
    /// process.
    ///
    /// They are as short as possible, because on two cores they slow down all other tests.
    @Suite(.tags(.threadSanitizer), .serialized, .timeLimit(.minutes(5))) struct BusySessionTests {
        @Test func aLongHeadDoesNotStopOtherTasks() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                try await BusySession.inRounds { busy in
                    let (gap, reading) = try await busy.whileReadingAHead {
                        let requests = (0..<8).map { busy.connection("/\($0)") }
                        let tasks = requests.map { request in Task { _ = await failure(of: request) } }
                        let gap = try await Heartbeat.longestGap(amongTicks: 40)
                        for request in requests { request.cancel() }
                        for task in tasks { await task.value }
                        return gap
                    }
                    // A task that waits for the queue waits until it has read the head.
                    try require(gap * 2 < reading, "other tasks were blocked for \(gap) of \(reading)")
                }
            }
            #expect(child?.complaint == nil)
        }

        @Test func aCancelEndsARequestWhileTheQueueIsBusy() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                try await BusySession.inRounds { busy in
                    let (time, reading) = try await busy.whileReadingAHead {
                        try await Heartbeat.median(of: 7) {
                            let (request, before) = (busy.connection("/late"), busy.connector.exchangeCount)
                            async let error = failure(of: request)
                            await until { busy.connector.exchangeCount > before || !busy.isBusy }
                            let start = ContinuousClock.now
                            request.cancel()
                            let outcome = await error
                            try require(outcome != nil, "the queue was not busy anymore")
                            check(outcome?.type == .canceled, "it was not canceled")
                            return .now - start
                        }
                    }
                    try require(time * 10 < reading, "a cancel took \(time) of \(reading)")
                    check(!busy.server.requests.contains { $0.path == "/late" }, "a canceled request was sent")
                    check(await failure(of: busy.connection("/service")) == nil, "no service")
                }
            }
            #expect(child?.complaint == nil)
        }

        @Test func aDeadlineEndsARequestWhileTheQueueIsBusy() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                try await BusySession.inRounds { busy in
                    let (time, reading) = try await busy.whileReadingAHead {
                        try await Heartbeat.median(of: 7) {
                            let start = ContinuousClock.now
                            let error = await failure(
                                of: busy.connection("/late").deadlines(Deadlines(total: .milliseconds(50))))
                            try require(error != nil, "the queue was not busy anymore")
                            check(error?.type == .timeout, "it was not over")
                            return .now - start - .milliseconds(50)
                        }
                    }
                    try require(time * 10 < reading, "a deadline was late by \(time) of \(reading)")
                }
            }
            #expect(child?.complaint == nil)
        }

        @Test func invalidationEndsRequestsOnABusyQueue() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                try await BusySession.inRounds { busy in
                    let other = DefaultHTTPConnector()
                    _ = try await busy.whileReadingAHead {
                        let request = HTTP(busy.server.url).asData(config: ConnectionConfig(connector: other))
                        async let error = failure(of: request)
                        await until { other.exchangeCount == 1 || !busy.isBusy }
                        other.invalidate()
                        let outcome = await error
                        try require(outcome != nil, "the queue was not busy anymore")
                        check((outcome?.underlying as? TransportError)?.kind == .invalidated, "it was not ended")
                    }
                }
            }
            #expect(child?.complaint == nil)
        }

        /// Foundation serves no other request while bytes arrive faster than it can decode them.
        @Test func rejectedBombDoesNotBlockTheNextRequest() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                var busy = try BusySession()
                busy.config.maximumResponseBytes = 1 << 20
                check(await failure(of: busy.connection("/bomb"))?.type == .bodyTooLarge, "the bomb was not refused")
                let next = busy.connection("/next").deadlines(Deadlines(total: .seconds(60)))
                check(await failure(of: next) == nil, "the next request did not come through")
                await until { busy.server.openConnectionCount <= 1 }
            }
            #expect(child?.complaint == nil)
        }
    }

    /// Measures how punctual the process is.
    private enum Heartbeat {
        /// The longest time between two of `count` ticks, which come every 10 milliseconds.
        static func longestGap(amongTicks count: Int) async throws -> Duration {
            let clock = ContinuousClock()
            var (longest, last) = (Duration.zero, clock.now)
            for _ in 0..<count {
                try await clock.sleep(until: last + .milliseconds(10))
                let now = clock.now
                longest = max(longest, now - last)
                last = now
            }
            return longest
        }

        static func median(of count: Int, _ measure: () async throws -> Duration) async throws -> Duration {
            var times: [Duration] = []
            for _ in 0..<count { times.append(try await measure()) }
            return times.sorted()[count / 2]
        }
    }
#endif

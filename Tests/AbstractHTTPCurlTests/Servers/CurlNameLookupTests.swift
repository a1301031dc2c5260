import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// A name server that answers no query for longer than a test may take.
@Suite(.enabled(if: Servers.hasSilentNames), .timeLimit(.minutes(5))) struct CurlNameLookupTests {
    private let servers: Servers
    private let connector: CurlConnector
    /// A name that only this test uses.
    private let name = "a\(UInt64.random(in: .min ... .max))"

    init() throws {
        servers = try #require(Servers.running)
        connector = try servers.connector()
    }

    private var url: URL { get throws { try #require(URL(string: "http://\(name).example/")) } }

    private func waitForTheQuestion() async throws {
        try await until { try Data(contentsOf: servers.file("questions")).contains(Data(name.utf8)) }
    }

    @Test func canceledLookupBlocksNoOtherRequests() async throws {
        let task = Task { [connector, url = try url] in try await connector.response(to: url) }
        try await waitForTheQuestion()

        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await connector.response(to: servers.url(.plain, "/a")).text == "/a")
        await connector.counts { $0.running == 0 }
    }

    @Test func lookupCountsTowardConnectDeadline() async throws {
        let clock = ManualClock()
        let config = ConnectionConfig(connector: connector, clock: clock)
        let http = HTTP(try url.absoluteString).asString(config: config).deadlines(Deadlines(connect: .seconds(3)))
        async let error = failure { try await http.response() }
        try await waitForTheQuestion()
        await clock.waitForSleepers()

        clock.advance(by: .seconds(3))

        #expect(await (error?.underlying as? DeadlineExceeded)?.clock == .connect)
        #expect(try await connector.response(to: servers.url(.plain, "/a")).text == "/a")
    }

    @Test func hostCanBeRequestedAgainDuringALookup() async throws {
        let connector = try servers.connector { $0.connectionsPerHost = 1 }
        for _ in 0..<2 {
            let task = Task { [url = try url] in try await connector.response(to: url) }
            await connector.counts { $0.running == 1 }
            try await waitForTheQuestion()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(await connector.counts?.waiting == 0)
    }

    @Test func itEndsWithTheConnector() async throws {
        let task = Task { [connector, url = try url] in await connector.failureKind(of: url) }
        try await waitForTheQuestion()

        connector.invalidate()

        #expect(await task.value == .invalidated)
        #if os(Linux)
            // The thread may have to wait for the name. A task that prefers this thread continues elsewhere.
            await withTaskExecutorPreference(connector.executor) { await Task.yield() }
        #endif
    }
}

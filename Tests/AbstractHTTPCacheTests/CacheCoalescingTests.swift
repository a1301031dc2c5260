import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Identical requests at the same time.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CacheCoalescingTests {
    /// Sends requests that all wait for one response.
    private func responses(
        _ count: Int, _ headers: HTTPHeaders
    ) async throws -> (texts: Set<String>, exchanges: Int) {
        let gate = Promise<Void>()
        let origin = Origin { _, number in
            await gate.value()
            return .text("\(number)", headers)
        }
        let config = origin.config()
        let tasks = (0..<count).map { _ in Task { try await text(config) } }
        await until { origin.decisions.withLock(\.count) == count }
        gate.fulfill(())
        var texts: Set<String> = []
        for task in tasks { texts.insert(try await task.value) }
        return (texts, origin.count)
    }

    @Test func tenThousandRequestsForAColdURLShareOneExchange() async throws {
        let (texts, exchanges) = try await responses(10_000, ["Cache-Control": "max-age=60"])

        #expect(texts == ["1"] && exchanges == 1)
    }

    @Test(arguments: ["no-store", "no-cache", "max-age=0"])
    func unshareableResponseReleasesWaitingRequests(control: String) async throws {
        let (texts, exchanges) = try await responses(20, ["Cache-Control": control])

        #expect(texts.count == 20 && exchanges == 20)
    }

    @Test func aCanceledRequestAffectsNoOther() async throws {
        for canceled in [0, 1] {
            let gate = Promise<Void>()
            let origin = Origin { _, number in
                await gate.value()
                try Task.checkCancellation()
                return .text("\(number)", ["Cache-Control": "max-age=60"])
            }
            let config = origin.config()
            var tasks: [Task<String, any Error>] = []
            // The first request leads, and the others wait for it.
            for number in 1...4 {
                tasks.append(Task { try await text(config) })
                await until { origin.decisions.withLock(\.count) == number }
            }
            tasks[canceled].cancel()
            await #expect(throws: ConnectionError.self) { try await tasks[canceled].value }
            gate.fulfill(())

            for (number, task) in tasks.enumerated() where number != canceled { _ = try await task.value }
            #expect(origin.count == (canceled == 0 ? 2 : 1))
        }
    }

    @Test func waitingRequestDoesNotWaitForACanceledConnector() async throws {
        let connector = ScriptedConnector(
            .silenceIgnoringCancellation, .response(Response(statusCode: 200, headers: ["Cache-Control": "max-age=60"]))
        )
        var config = ConnectionConfig(baseURL: "https://example.com", connector: connector)
        let decisions = LockedValue(0)
        config.cache = HTTPCache(observe: { _, _ in decisions.withLock { $0 += 1 } })
        let first = Task { [config] in try await text(config) }
        await connector.waitForRequests(1)
        let second = Task { [config] in try await text(config) }
        await until { decisions.withLock { $0 } == 2 }

        first.cancel()

        #expect(try await second.value == "")
        #expect(connector.requests.count == 2)
        await #expect(throws: ConnectionError.self) { try await first.value }
        connector.release()
    }

    /// A response whose body the test sends.
    private func streamed(
        _ headers: HTTPHeaders = ["Cache-Control": "max-age=60"]
    ) -> (Origin, AsyncStream<Data>.Continuation, ended: Promise<Void>) {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let ended = Promise<Void>()
        pieces.onTermination = { _ in ended.fulfill(()) }
        let origin = Origin { _, number in
            guard number == 1 else { return .text("\(number)", headers) }
            return ResponseStream(statusCode: 200, headers: headers, body: ResponseBody(chunks))
        }
        return (origin, pieces, ended)
    }

    @Test func aReaderMayRequestItsOwnURL() async throws {
        let (origin, pieces, _) = streamed()
        let config = origin.config()
        let stream = try await HTTP("/a").asStream(config: config).response()
        for piece in ["a", "b", "c"] { pieces.yield(Data(piece.utf8)) }
        pieces.finish()

        var read: [String] = []
        for try await chunk in stream.body {
            read.append(String(decoding: chunk, as: UTF8.self))
            #expect(try await text(config) == "abc")
        }
        #expect(read == ["a", "b", "c"] && origin.count == 1)
    }

    @Test(arguments: [false, true]) func leavingReaderCausesNoSecondExchange(isCanceled: Bool) async throws {
        let (origin, pieces, _) = streamed()
        let config = origin.config()
        var connection: Connection<ResponseStream>? = HTTP("/a").asStream(config: config)
        var body: ResponseBody? = try await connection?.response().body
        #expect(body != nil)
        pieces.yield(Data("a".utf8))
        let other = Task { try await text(config) }
        await until { origin.decisions.withLock(\.count) == 2 }

        if isCanceled { connection?.cancel() }
        (connection, body) = (nil, nil)
        pieces.yield(Data("b".utf8))
        pieces.finish()

        #expect(try await other.value == "ab" && origin.count == 1)
    }

    @Test func onlyReaderLeavingEndsTheExchange() async throws {
        let (origin, pieces, ended) = streamed()
        var body: ResponseBody? = try await HTTP("/a").asStream(config: origin.config()).response().body
        pieces.yield(Data("a".utf8))
        #expect(body != nil)

        body = nil
        await ended.value()
        #expect(origin.count == 1)
    }

    @Test func lastReaderLeavingEndsTheExchange() async throws {
        let (origin, pieces, ended) = streamed()
        let config = origin.config()
        var body: ResponseBody? = try await HTTP("/a").asStream(config: config).response().body
        pieces.yield(Data("a".utf8))
        let others = (0..<2).map { _ in Task { try await text(config) } }
        await until { origin.decisions.withLock(\.count) == 3 }
        #expect(body != nil)

        body = nil
        for other in others { other.cancel() }
        await ended.value()
        for other in others { await #expect(throws: ConnectionError.self) { try await other.value } }
    }

    @Test func aCanceledReadEndsAtOnce() async throws {
        let (origin, _, ended) = streamed()
        let stream = try await HTTP("/a").asStream(config: origin.config()).response()
        let reader = Task { for try await _ in stream.body {} }
        reader.cancel()

        _ = await reader.result
        await ended.value()
    }

    @Test func aBodyAboveTheLimitReleasesTheOthers() async throws {
        let (origin, pieces, _) = streamed()
        var config = origin.config()
        config.cache = HTTPCache(responseLimit: 5)
        let stream = try await HTTP("/a").asStream(config: config).response()
        let other = Task { try await text(config) }
        for piece in ["abc", "def", "ghi"] { pieces.yield(Data(piece.utf8)) }

        #expect(try await other.value == "2")
        pieces.finish()
        var read = Data()
        for try await chunk in stream.body { read += chunk }
        #expect(read == Data("abcdefghi".utf8) && origin.count == 2)
    }

    @Test func failingServerGetsOneRequest() async throws {
        let gate = Promise<Void>()
        let origin = Origin { _, number in
            guard number > 1 else { return .text("1", ["Cache-Control": "max-age=10, stale-if-error=60"]) }
            await gate.value()
            return .text("down", status: 503)
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(20)
        let tasks = (0..<10).map { _ in Task { try await status(config) } }
        await until { origin.decisions.withLock(\.count) == 11 }
        gate.fulfill(())

        for task in tasks { #expect(try await task.value.contains("fwd-status=503")) }
        #expect(origin.count == 2)
    }

    @Test func allRequestsGetTheErrorOfTheExchange() async throws {
        let gate = Promise<Void>()
        let origin = Origin { _, _ in
            await gate.value()
            throw TransportError(.nameNotFound)
        }
        let config = origin.config()
        let tasks = (0..<10).map { _ in Task { try await text(config) } }
        await until { origin.decisions.withLock(\.count) == 10 }
        gate.fulfill(())

        for task in tasks {
            let error = await #expect(throws: ConnectionError.self) { try await task.value }
            #expect((error?.underlying as? TransportError)?.kind == .nameNotFound)
        }
        #expect(origin.count == 1)
        await #expect(throws: ConnectionError.self) { try await text(config) }
        #expect(origin.count == 2)
    }
}

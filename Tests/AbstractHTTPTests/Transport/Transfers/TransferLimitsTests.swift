import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Limits on the size and the speed of bodies.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct TransferLimitsTests {
    @Test func downloadIsThrottled() async throws {
        let clock = ManualClock()
        let seen = LockedValue<[Int]>([])
        var config = ConnectionConfig.over(MockConnector { _ in Response(statusCode: 200, data: Data(count: 1_000)) })
        config.clock = clock
        config.limits.download = TransferLimits.Limit(bytesPerSecond: 400)
        let connection = HTTP("https://example.com/").asStream(config: config)

        async let reading: Void = {
            for try await chunk in try await connection.response().body { seen.withLock { $0.append(chunk.count) } }
        }()
        for _ in 0..<10 {
            await clock.waitForSleepers()
            #expect(clock.remainingSleeps.first == .milliseconds(250))
            clock.advance(by: .milliseconds(250))
        }
        try await reading

        #expect(seen.withLock { $0 } == Array(repeating: 100, count: 10))
    }

    @Test(arguments: [false, true])
    func aCancelEndsASlowDownload(isAnsweredByMiddleware: Bool) async {
        let (clock, recorder) = (ManualClock(), EventRecorder())
        var config = ConnectionConfig.over(ThousandBytes(), clock: clock)
        config.limits.download = TransferLimits.Limit(bytesPerSecond: 4)
        if isAnsweredByMiddleware { config.setLast(AnsweringMiddleware()) }
        let connection = HTTP("https://example.com/").asData(config: config).recorded(by: recorder).start()
        await clock.waitForSleepers()

        connection.cancel()
        await recorder.wait(for: .onEnd)

        #expect(recorder.outcomes == [.canceled])
    }

    @Test func idleTimeIsNotMadeUpFor() async throws {
        let clock = ManualClock()
        let (first, second) = (Promise<Void>(), Promise<Void>())
        let chunks = AsyncStream<Data> { continuation in
            Task {
                await first.value()
                continuation.yield(Data(count: 10))
                await second.value()
                continuation.yield(Data(count: 10))
                continuation.finish()
            }
        }
        var config = ConnectionConfig.over(
            ScriptedConnector(.stream(ResponseStream(statusCode: 200, body: ResponseBody(chunks)))))
        config.clock = clock
        config.limits.download = TransferLimits.Limit(bytesPerSecond: 40)
        let connection = HTTP("https://example.com/").asData(config: config)

        async let data = connection.response()
        first.fulfill(())
        await clock.waitForSleepers()
        clock.advance(by: .seconds(100))
        second.fulfill(())
        await clock.waitForSleepers()
        #expect(clock.remainingSleeps == [.milliseconds(250)])
        clock.advance(by: .milliseconds(250))

        #expect(try await data.count == 20)
    }

    @Test func uploadIsThrottled() async throws {
        let clock = ManualClock()
        var config = ConnectionConfig.over(EchoConnector())
        config.clock = clock
        config.limits.upload = TransferLimits.Limit(bytesPerSecond: 4)
        let connection = HTTP("https://example.com/").method(.post).body(Data("abc".utf8)).asString(config: config)

        async let text = connection.response()
        for _ in 0..<3 {
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(250))
        }

        #expect(try await text == "abc")
        #expect(clock.now.offset == .milliseconds(750))
    }

    @Test(arguments: [true, false])
    func anUploadThatIsTooLargeIsNotSent(isLengthKnown: Bool) async throws {
        let sent = LockedValue(0)
        var config = ConnectionConfig.over(EchoConnector(counting: sent))
        config.limits.upload = TransferLimits.Limit(maximumBytes: 10)
        let body = RequestBody.stream(length: isLengthKnown ? 12 : nil) { chunks("123456", "789012") }

        let error = await failure(
            of: HTTP("https://example.com/").method(.post).body(body).asString(config: config))

        #expect(error?.type == .bodyTooLarge && error?.underlying as? BodyTooLarge == BodyTooLarge(limit: 10))
        #expect(sent.withLock { $0 } == (isLengthKnown ? 0 : 6))
        let fitting = try await HTTP("https://example.com/").method(.post).body(Data("1234567890".utf8))
            .asString(config: config).response()
        #expect(fitting == "1234567890")
    }

    @Test(arguments: [["Content-Length": "11"] as HTTPHeaders, [:]])
    func aDownloadThatIsTooLargeIsAnError(headers: HTTPHeaders) async throws {
        let response = Response(statusCode: 200, headers: headers, data: Data(count: 11))
        var config = ConnectionConfig.over(MockConnector { _ in response })
        config.limits.download = TransferLimits.Limit(maximumBytes: 10)
        let http = HTTP("https://example.com/")

        #expect(await failure(of: http.asData(config: config))?.type == .bodyTooLarge)
        try await withTemporaryFolder { [config] folder in
            let error = await failure(of: http.download(to: folder.appending(component: "a"), config: config))
            #expect(error?.type == .bodyTooLarge && error?.response?.statusCode == 200)
        }
        config.limits.download.maximumBytes = 11
        #expect(try await http.asData(config: config).response().count == 11)
    }

    @Test(arguments: [(HTTPMethod.head, 200), (.get, 204), (.get, 304)])
    func aDeclaredLengthWithoutABodyIsNotLimited(method: HTTPMethod, statusCode: Int) async throws {
        let answer = Response(statusCode: statusCode, headers: ["Content-Length": "11"])
        var config = ConnectionConfig.over(MockConnector { _ in answer })
        config.limits.download = TransferLimits.Limit(maximumBytes: 10)

        let response = try await HTTP("https://example.com/").method(method).asResponse(config: config).response()

        #expect(response.statusCode == statusCode)
    }

    @Test func tooLargeStreamFails() async throws {
        let stream = ResponseStream(statusCode: 200, body: ResponseBody(chunks("123456", "789012")))
        var config = ConnectionConfig.over(ScriptedConnector(.stream(stream)))
        config.limits.download = TransferLimits.Limit(maximumBytes: 10)
        let body = try await HTTP("https://example.com/").asStream(config: config).response().body

        let error = await #expect(throws: ConnectionError.self) { for try await _ in body {} }
        #expect(error?.type == .bodyTooLarge)
    }
}

/// Answers without waiting.
private struct ThousandBytes: AbortableConnector {
    static let stream = ResponseStream(Response(statusCode: 200, data: Data(count: 1_000)))

    func execute(
        _ request: Request, in context: ExchangeContext, tracking track: (any Abortable) -> Bool
    ) async throws -> ResponseStream { Self.stream }
}

/// Answers in place of the connector, without waiting.
private final class AnsweringMiddleware: LastMiddleware {
    static let place = MiddlewarePlace.cache

    func immediateResponse(to request: Request, _ config: ConnectionConfig) -> ResponseStream? { ThousandBytes.stream }

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream { ThousandBytes.stream }
}

/// Answers with the body that it receives.
private struct EchoConnector: HTTPConnector {
    var count = LockedValue(0)

    init(counting count: LockedValue<Int> = LockedValue(0)) {
        self.count = count
    }

    func execute(_ request: Request) async throws -> ResponseStream {
        var data = Data()
        if let body = request.body {
            for try await chunk in body {
                data.append(chunk)
                count.withLock { [size = data.count] in $0 = size }
            }
        }
        return ResponseStream(statusCode: 200, body: ResponseBody(data))
    }
}

import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct ConnectionErrorTests {
    @Test func theErrorOfAnInvalidStatusHasTheBytesOfTheBody() async {
        let config = ConnectionConfig.over(MockConnector { _ in .text("out of order", statusCode: 500) })

        let error = await failure(of: Connection(TextSpec(), config: config))

        #expect(error?.response?.statusCode == 500)
        #expect(error?.response?.data == Data("out of order".utf8))
        #expect(error?.request.url.absoluteString == "https://api.example.com/text")
    }

    @Test func truncatedBodyErrorHasReceivedBytes() async {
        let body = ScriptedBody()
        body.send("half a ")
        body.finish(throwing: Broken())
        let stream = ResponseStream(statusCode: 200, body: ResponseBody(body))

        let error = await failure(of: Connection(TextSpec(), config: .over(ScriptedConnector(.stream(stream)))))

        #expect(error?.type == .network)
        #expect(error?.response?.data == Data("half a ".utf8))
        #expect(error?.underlying as? Broken == Broken())
    }

    @Test func aBodyOverTheLimitKeepsThePartUpToTheLimit() async {
        let body = ScriptedBody()
        body.send("12345", "67890")
        let stream = ResponseStream(statusCode: 200, body: ResponseBody(body))
        var config = ConnectionConfig.over(ScriptedConnector(.stream(stream)))
        config.maximumResponseBytes = 8

        let error = await failure(of: Connection(TextSpec(), config: config))

        #expect(error?.type == .bodyTooLarge)
        #expect(error?.underlying as? BodyTooLarge == BodyTooLarge(limit: 8))
        #expect(error?.response?.data == Data("12345678".utf8))
    }

    @Test func bodyOfExactlyTheLimitIsAccepted() async throws {
        var config = ConnectionConfig.over(MockConnector { _ in .text("12345678") })
        config.maximumResponseBytes = 8

        #expect(try await Connection(TextSpec(), config: config).response() == "12345678")
    }

    @Test func everyFailedAttemptIsInTheError() async {
        let connector = ScriptedConnector(
            .failure(Broken()), .response(.text("no", statusCode: 503)), .failure(Broken()))
        let connection = Connection(CountingSpec(), config: .over(connector))

        let error = await failure(of: connection.addPolicy(Recovering(.restart(), .repeat())))

        #expect(error?.attempts.map(\.number) == [1, 2, 3])
        #expect(error?.attempts.map(\.type) == [.network, .invalidResponse, .network])
        #expect(error?.attempts.map(\.statusCode) == [nil, 503, nil])
        #expect(error?.attempts.map(\.request.url.path) == ["/1", "/2", "/2"])
    }

    @Test func replacedAttemptIsNotAFailedAttempt() async {
        let isFirst = LockedValue(true)
        let recorder = EventRecorder(rejecting: [.onReceived]) { event, connection in
            guard event == .onReceived, isFirst.withLock({ $0 }) else { return }
            isFirst.withLock { $0 = false }
            connection.restart()
        }

        let error = await failure(of: Connection(TextSpec(), config: .ok).recorded(by: recorder))

        #expect(error?.attempts.map(\.number) == [2])
    }

    @Test func everyGenerationCountsItsOwnAttempts() async {
        let connection = Connection(TextSpec(), config: .over(MockConnector { _ in throw Broken() }))

        for _ in 0..<2 {
            #expect(await failure(of: connection)?.attempts.map(\.number) == [1])
        }
    }

    @Test func negativeLimitMeansZero() async {
        let body = ScriptedBody()
        body.send("a")
        var config = ConnectionConfig.over(
            ScriptedConnector(.stream(ResponseStream(statusCode: 200, body: ResponseBody(body)))))
        config.maximumResponseBytes = -1

        #expect(await failure(of: Connection(TextSpec(), config: config))?.type == .bodyTooLarge)
    }

    @Test(arguments: [
        "api.example.com/login?token=secret": "GET api.example.com/login",
        "https://user:secret@exa mple.com/#secret": "GET https://exa mple.com/",
    ])
    func invalidURLDescriptionHidesSecrets(url: String, shown: String) async {
        let error = await failure(of: Connection(TextSpec(url: url), config: .ok))

        #expect(error?.request.description == shown)
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: ["A\r\nB", "A\nB", "A\0B", "A\u{2028}B"]) func theDescriptionIsOneLine(text: String) async {
        let method = await failure(of: Connection(TextSpec(httpMethod: HTTPMethod(rawValue: text)), config: .ok))
        let name = await failure(of: Connection(TextSpec(headers: [text: "value"]), config: .ok))
        let value = await failure(
            of: Connection(
                TextSpec(headers: ["X": text]),
                config: .over(
                    MockConnector { _ in
                        throw Broken(reason: text)
                    })))

        for error in [method, name, value] {
            let description = error?.description ?? ""
            #expect(error != nil && !description.contains { $0.isNewline } && !description.contains("\0"))
            #expect(error?.localizedDescription == description)
        }
    }

    @Test func theDescriptionSaysWhatFailedAndHidesTheQuery() async {
        let spec = TextSpec(url: "https://user:secret@api.example.com/text?token=secret#secret")
        let config = ConnectionConfig.over(MockConnector { _ in .text("no", statusCode: 503) })

        let error = await failure(of: Connection(spec, config: config))

        #expect(error?.description == "GET https://api.example.com/text: invalidResponse (503, 2 bytes)")
        #expect(error?.localizedDescription == error?.description)
    }

    @Test func theDescriptionOfWhatCannotBeParsedSaysWhatCame() async {
        let page = Response(
            statusCode: 200, headers: ["Content-Type": "text/html; charset=utf-8"], data: Data("<p>".utf8))
        let http = HTTP("https://api.example.com/list")

        let error = await failure(of: http.asDecodable([Int].self, config: .over(MockConnector { _ in page })))

        let start = "GET https://api.example.com/list: parse (200, 3 bytes, text/html; charset=utf-8): "
        #expect(error?.description.hasPrefix(start) == true)
    }

    @Test func systemErrorDescriptionHidesTheURL() async {
        let url = "https://api.example.com/text?token=secret"
        let underlying = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
        let config = ConnectionConfig.over(MockConnector { _ in throw underlying })

        let error = await failure(of: Connection(TextSpec(url: url), config: config))

        let description = error?.description ?? ""
        #expect(description.hasPrefix("GET https://api.example.com/text: network: URLError -1001: "))
        #expect(!description.contains("secret"))
    }

    @Test func nestedSystemErrorDescriptionHidesTheURL() {
        let url = "https://api.example.com/text?token=secret"
        let system = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
        for nested in [
            DeadlineExceeded(.total, limit: .seconds(1), lastError: system), TokenRefreshError.failed(system), system,
        ] as [any Error] {
            var error = ConnectionError(type: .timeout, request: Request(url: .temporaryDirectory), underlying: nested)
            error.notRetriedReason = nested

            #expect(error.description.components(separatedBy: "URLError -1001: ").count == 3)
            #expect(!error.description.contains("secret"))
        }
    }
}

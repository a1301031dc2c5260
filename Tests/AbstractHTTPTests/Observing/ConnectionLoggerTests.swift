import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite(.tags(.threadSanitizer)) struct ConnectionLoggerTests {
    let lines = LockedValue<[String]>([])

    @Test func everyEventHasOneLineWithoutSecrets() async {
        let connector = ScriptedConnector(
            .response(
                Response(statusCode: 200, headers: ["Set-Cookie": "id=secret", "Date": "1"], data: Data("ok".utf8))),
            .response(.text("no", statusCode: 500)))
        let spec = TextSpec(
            url: "https://user:secret@example.com/a?page=1&token=secret", headers: ["Authorization": "Bearer secret"])
        let config = ConnectionConfig(connector: connector, clock: ManualClock(), log: log)

        for _ in 0..<2 { _ = await failure(of: Connection(spec, config: config)) }

        let command = """
            curl -g --path-as-is --url 'https://example.com/a?page=1&token=REDACTED' -H 'Authorization: REDACTED'
            """
        #expect(
            written
                == [
                    "start GET https://example.com/a", "send \(command)",
                    "received 200, 2 bytes; Set-Cookie: REDACTED; Date: 1", "success", "end",
                ].map { "#1.1 0.000s \($0)" }
                + [
                    "start GET https://example.com/a", "send \(command)",
                    "received 500, 2 bytes; Content-Type: text/plain; charset=utf-8",
                    "failure GET https://example.com/a: invalidResponse (500, 2 bytes)", "end",
                ].map { "#2.1 0.000s \($0)" })
    }

    @Test(.timeLimit(.minutes(5))) func clockIsReadOutsideTheLock() {
        let clock = LoggingClock()
        let logger = ConnectionLogger { _ in }
        let connection = Connection(TextSpec(), config: .over(ScriptedConnector(), clock: clock))
        clock.onRead.withLock {
            $0 = { logger.onEnd(connection: connection, response: nil, responseModel: nil, error: nil) }
        }

        logger.onStart(connection: connection, request: Request(url: .temporaryDirectory))

        #expect(clock.onRead.withLock { $0 } == nil)
    }

    /// Uses the logger the first time that it is read.
    private struct LoggingClock: Clock {
        let onRead = LockedValue<(@Sendable () -> Void)?>(nil)
        let clock = ManualClock()

        var now: ManualClock.Instant {
            onRead.withLock { $0.take() }?()
            return clock.now
        }
        var minimumResolution: Duration { clock.minimumResolution }

        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
            try await clock.sleep(until: deadline, tolerance: tolerance)
        }
    }

    @Test func attemptsRedirectsAndCancelsAreLogged() async {
        let connector = ScriptedConnector(
            .failure(Broken()),
            .response(Response(statusCode: 302, headers: ["Location": "/b?token=secret"])), .silence)
        let clock = ManualClock()
        let config = ConnectionConfig(
            connector: connector, clock: clock, policies: [Recovering(.restart())], log: log)
        let connection = Connection(TextSpec(url: "https://a.example/a"), config: config).identified(as: "list")
        async let error = failure(of: connection)
        await connector.waitForRequests(3)

        clock.advance(by: .milliseconds(12_345))
        connection.cancel()
        _ = await error

        #expect(
            written == [
                "#1.1 0.000s [list] start GET https://a.example/a",
                "#1.1 0.000s [list] send curl -g --path-as-is --url 'https://a.example/a'",
                "#1.2 0.000s [list] send curl -g --path-as-is --url 'https://a.example/a'",
                "#1.2 0.000s [list] redirect 302, 0 bytes to GET https://a.example/b",
                "#1.2 0.000s [list] send curl -g --path-as-is --url 'https://a.example/b?token=REDACTED'",
                "#1.2 12.345s [list] cancel GET https://a.example/a: canceled by the caller",
                "#1.2 12.345s [list] end",
            ])
    }

    @Test func serverTextStaysOnOneLine() async {
        let response = Response(statusCode: 200, headers: ["X": "a\u{2028}b\u{1B}[2J"], data: Data())
        let config = ConnectionConfig(
            connector: ScriptedConnector(.response(response)), clock: ManualClock(), log: log)

        _ = await failure(of: Connection(TextSpec(), config: config))

        #expect(written.contains(#"#1.1 0.000s received 200, 0 bytes; X: a\u{2028}b\u{1B}[2J"#))
    }

    @Test func failureModelIsNotLogged() async {
        let response = Response(statusCode: 400, data: Data(#"{"token": "secret"}"#.utf8))
        let config = ConnectionConfig(connector: ScriptedConnector(.response(response)), log: log)
        let http = HTTP("https://a.example/")

        let error = await failure(of: http.asDecodable(String.self, failure: [String: String].self, config: config))

        #expect(error?.failureModel as? [String: String] == ["token": "secret"])
        #expect(!written.joined().contains("secret"))
    }

    @Test func errorOfTheFailureModelIsNotLogged() async {
        let response = Response(statusCode: 400, data: Data(#"{"secret": 1}"#.utf8))
        let config = ConnectionConfig(connector: ScriptedConnector(.response(response)), log: log)
        let http = HTTP("https://a.example/")

        let error = await failure(of: http.asDecodable(String.self, failure: [String: String].self, config: config))

        #expect(error?.underlying is DecodingError && error?.description.contains("secret") == true)
        #expect(written.contains { $0.hasSuffix(": invalidResponse (400, 13 bytes): parse") })
        #expect(!written.joined().contains("secret"))
    }

    @Test func nestedDecodingErrorIsNotLogged() {
        let request = Request(url: .temporaryDirectory)
        let quote = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "secret"))
        let parsing = ConnectionError(type: .parse, request: request, underlying: quote)
        for underlying in [
            quote, DeadlineExceeded(.total, limit: .seconds(1), lastError: quote), TokenRefreshError.failed(quote),
            TokenRefreshError.failed(parsing),
        ] as [any Error] {
            var error = ConnectionError(type: .timeout, request: request, underlying: underlying)
            error.notRetriedReason = underlying
            let connection = Connection(TextSpec(), config: .ok)
            ConnectionLogger(log).afterError(connection: connection, response: nil, responseModel: nil, error: error)
        }

        #expect(written.count == 4 && written.allSatisfy { $0.contains("parse") && !$0.contains("secret") })
    }

    @Test(arguments: [
        "https://u:secret/x@h.example/a", "https://u:secret?x@h.example/", "https:/u:secret@h", "https:///u:secret@h",
        "https://u:secret@\u{301}h/", "https://h.example/?\u{301}token=secret", "https://h.example/#\u{301}secret",
        "https://h.example\nfake", "\\\\u:secret@h/",
    ])
    func aMalformedURLShowsNoSecretAndStaysInOneLine(url: String) async {
        let redirect = Response(statusCode: 302, headers: ["Location": url.filter { $0 != "\n" }])
        let connector = ScriptedConnector { _, _ in .response(redirect) }
        let config = ConnectionConfig(connector: connector, redirects: .off, log: log)

        _ = await failure(of: Connection(TextSpec(url: url), config: config))
        _ = await failure(of: Connection(TextSpec(), config: config))

        #expect(!written.joined().contains("secret"))
        #expect(!written.contains { $0.contains { $0.isNewline } })
    }

    @Test func aLocationShowsNoSecret() async {
        let response = Response(
            statusCode: 201, headers: ["Location": "https://me:secret@a.example/?sig=secret#secret"], data: Data())
        let config = ConnectionConfig(connector: ScriptedConnector(.response(response)), log: log)

        _ = await failure(of: Connection(TextSpec(), config: config))

        #expect(!written.joined().contains("secret"))
        #expect(written.joined().contains("Location: https://a.example/?sig=REDACTED"))
    }

    @Test func customLoggerRedactsConfiguredFields() async {
        var config = ConnectionConfig.ok
        config.clock = ManualClock()
        config.addListener(ConnectionLogger(redacting: Redaction(headers: ["X-Pin"], recognizesSecrets: false), log))

        _ = await failure(of: Connection(TextSpec(headers: ["X-Pin": "1234", "Cookie": "a=b"]), config: config))

        #expect(
            written.contains(
                "#1.1 0.000s send curl -g --path-as-is --url 'https://api.example.com/text' "
                    + "-H 'Cookie: a=b' -H 'X-Pin: REDACTED'"))
    }

    @Test func concurrentConnectionsHaveDifferentNumbers() async {
        let connector = ScriptedConnector { _, _ in .silence }
        let config = ConnectionConfig(connector: connector, clock: ManualClock(), log: log)
        let connections = (0..<3).map { _ in Connection(TextSpec(), config: config).start() }
        await connector.waitForRequests(3)

        for connection in connections { connection.cancel() }
        await until { written.count { $0.hasSuffix(" end") } == 3 }

        for number in 1...3 {
            let events = written.filter { $0.hasPrefix("#\(number).1 ") }.map { $0.split(separator: " ")[2] }
            #expect(events == ["start", "send", "cancel", "end"])
        }
    }

    @Test(arguments: [
        (Data(#"{"token": "secret", "a": 1}"#.utf8), "application/json", #"{"a":1,"token":"REDACTED"}"#),
        (Data("0123456789-and-so-on,-and-so-on".utf8), "text/plain", "0123456789-and-so-on,-and- … and 5 more bytes"),
        (Data([0xFF, 0xFE]), "image/png", "2 bytes that are not UTF-8"),
        (Data("{token: secret".utf8), "application/json", "14 bytes in which secrets cannot be told apart"),
        (Data("a\nb".utf8), "text/plain", #"a\nb"#),
    ])
    func bodiesAreLoggedOnRequest(body: Data, type: String, shown: String) async {
        let response = Response(statusCode: 200, headers: ["Content-Type": type], data: body)
        var config = ConnectionConfig(connector: ScriptedConnector(.response(response)), clock: ManualClock())
        config.addListener(ConnectionLogger(maximumBodyBytes: 26, log))

        _ = await failure(of: Connection(TextSpec(), config: config))

        #expect(written.contains("#1.1 0.000s body \(shown)"), "\(written)")
    }

    private var written: [String] { lines.withLock { $0 }.renumbered }

    private var log: @Sendable (String) -> Void {
        { [lines] line in lines.withLock { $0.append(line) } }
    }
}
